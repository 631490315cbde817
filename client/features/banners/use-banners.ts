import { trpc } from '../../platform/api/trpc';

/** The banners of the home page. No retries: the page works without them. */
export const useBanners = () => trpc.public.banners.list.useQuery(undefined, { retry: false });
