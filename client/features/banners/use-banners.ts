import { trpc } from '../../platform/api/trpc';

/** No retries: the page works without them. */
export const useBanners = () => trpc.public.banners.list.useQuery(undefined, { retry: false });
