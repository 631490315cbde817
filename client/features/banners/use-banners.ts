import { trpc } from '#client/platform/api/trpc.ts';

/** No retries: the page works without them. */
export const useBanners = () => trpc.public.banners.list.useQuery(undefined, { retry: false });
