import { useEffect } from 'react';
import { trpc } from '#client/platform/api/trpc.ts';
import type {
  ConversationDetail,
  ConversationKey,
  ConversationSummary,
} from '#src/features/conversations/contract.ts';
import { keyOf, serializeKey } from './selection.ts';

/** Fetching a conversation marks it as read. Messages newer than the fetched ones stay unread. */
export function useClearUnread(conversation: ConversationKey, detail: ConversationDetail | undefined): void {
  const { list, unread } = trpc.useUtils().marketplace.conversations;
  const conversations = trpc.marketplace.conversations.list.useQuery(undefined, { enabled: false }).data;
  const key = serializeKey(conversation);
  const isThisConversation = (summary: ConversationSummary) => serializeKey(keyOf(summary)) === key;
  const summary = conversations?.find(isThisConversation);
  const newest = detail?.messages.at(-1)?.created_at ?? '';
  const countsAsUnread = !!summary && summary.unread_count > 0 && summary.last_message_date <= newest;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a changed count matters
  useEffect(() => {
    if (!countsAsUnread) return;
    list.setData(undefined, (summaries) =>
      summaries?.map((other) => (isThisConversation(other) ? { ...other, unread_count: 0 } : other)),
    );
    unread.invalidate();
  }, [countsAsUnread, key]);
}
