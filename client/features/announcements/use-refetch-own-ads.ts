import { trpc } from '../../platform/api/trpc';

/** Returns a function that refetches the lists with the member's own ads. */
export function useRefetchOwnAds(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.public.announcements.list.invalidate();
    void utils.marketplace.announcements.mine.invalidate();
  };
}
