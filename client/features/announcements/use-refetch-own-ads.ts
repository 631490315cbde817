import { trpc } from '../../platform/api/trpc';

export function useRefetchOwnAds(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.public.announcements.list.invalidate();
    void utils.marketplace.announcements.mine.invalidate();
  };
}
