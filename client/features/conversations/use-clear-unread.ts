import { useEffect } from 'react';
import type {
  ConversationDetail,
  ConversationKey,
  ConversationSummary,
} from '../../../src/features/conversations/contract';
import { trpc } from '../../platform/api/trpc';
import { keyOf, serializeKey } from './selection';

/** Fetching a conversation marks it as read. Messages newer than the fetched ones stay unread. */
export function useClearUnread(conversation: ConversationKey, detail: ConversationDetail | undefined): void {
  const { list, unread } = trpc.useUtils().marketplace.conversations;
  const rows = trpc.marketplace.conversations.list.useQuery(undefined, { enabled: false }).data;
  const name = serializeKey(conversation);
  const isRow = (row: ConversationSummary) => serializeKey(keyOf(row)) === name;
  const row = rows?.find(isRow);
  const newest = detail?.messages.at(-1)?.created_at ?? '';
  const isCounted = !!row && row.unread_count > 0 && row.last_message_date <= newest;

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a changed count matters
  useEffect(() => {
    if (!isCounted) return;
    list.setData(undefined, (all) =>
      all?.map((other) => (isRow(other) ? { ...other, unread_count: 0 } : other)),
    );
    unread.invalidate();
  }, [isCounted, name]);
}
