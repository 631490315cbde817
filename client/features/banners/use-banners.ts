import { trpc } from '../../platform/api/trpc';

/** The banners of the home page. It does without them when they fail, so nobody waits for another try. */
export const useBanners = () => trpc.public.banners.list.useQuery(undefined, { retry: false });
