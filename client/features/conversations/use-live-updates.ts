import { useEffect, useRef } from 'react';
import type { ConversationKey } from '../../../src/features/conversations/contract';
import { trpc } from '../../platform/api/trpc';
import { useSession } from '../../platform/session/member';
import { followConversations } from './follow';
import { serializeKey } from './selection';

/** Fetching the open conversation marks its messages as read, so that happens only while the window is visible. */
export function useLiveUpdates(open: ConversationKey | undefined): void {
  const token = useSession()?.token;
  const { conversations } = trpc.useUtils().marketplace;
  const latest = useRef({ open, conversations });
  useEffect(() => {
    latest.current = { open, conversations };
  });

  useEffect(() => {
    if (!token) return;
    return followConversations(async ({ announcement_id, other_user_id }) => {
      const { open, conversations } = latest.current;
      const isAny = announcement_id === null || other_user_id === null;
      const isOpen =
        open && (isAny || serializeKey(open) === serializeKey({ announcement_id, other_user_id }));
      // The counts depend on what this fetch has marked as read.
      if (isOpen && document.visibilityState === 'visible') await conversations.open.invalidate(open);
      await Promise.all([conversations.list.invalidate(), conversations.unread.invalidate()]);
    });
  }, [token]);
}
