import { trpc } from '../../platform/api/trpc';

/** Refetches the lists that show one's own ads. */
export function useOwnAdsChanged(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.public.announcements.list.invalidate();
    void utils.marketplace.announcements.mine.invalidate();
  };
}
