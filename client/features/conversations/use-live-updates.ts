import { useEffect } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import { useSession } from '#client/platform/session/member.ts';
import type { followConversations } from './follow.ts';

/**
 * Keeps the conversations on the page and the unread count up to date. Use once for the whole site. Fetching the open
 * conversation marks its messages as read, so that happens only while the window is visible.
 */
export function useLiveUpdates(): void {
  const token = useSession()?.token;
  const { conversations } = trpc.useUtils().marketplace;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the utilities always refer to the same cache
  useEffect(() => {
    if (!token) return;
    let isActive = true;
    let stop: (() => void) | undefined;
    const refetch: Parameters<typeof followConversations>[0] = async (event) => {
      const { announcement_id, other_user_id } = event;
      const isAny = announcement_id === null || other_user_id === null;
      // The counts depend on what this fetch has marked as read.
      if (document.visibilityState === 'visible')
        await conversations.open.invalidate(isAny ? undefined : { announcement_id, other_user_id });
      await Promise.all([conversations.list.invalidate(), conversations.unread.invalidate()]);
    };
    // Loaded separately: visitors do not need it. If that fails, the count is still fetched when the window is shown.
    import('./follow.ts').then(
      ({ followConversations }) => {
        if (isActive) stop = followConversations(refetch);
      },
      () => {},
    );
    return () => {
      isActive = false;
      stop?.();
    };
  }, [token]);
}
