import { trpc } from '#client/platform/api/trpc.ts';

export function useRefetchOwnAds(): () => void {
  const utils = trpc.useUtils();
  return () => {
    void utils.public.announcements.list.invalidate();
    void utils.marketplace.announcements.mine.invalidate();
    void utils.marketplace.conversations.list.invalidate();
    void utils.marketplace.conversations.open.invalidate();
  };
}
