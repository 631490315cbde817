import { useEffect } from 'react';
import type {
  ConversationDetail,
  ConversationKey,
  ConversationSummary,
} from '../../../src/features/conversations/contract';
import { trpc } from '../../platform/api/trpc';
import { keyOf, nameOf } from './selection';

/**
 * What has been fetched of a conversation has been read (D11): its line in the list counts it no longer, and the header
 * is counted anew. Messages that came after what was fetched stay counted.
 */
export function useNoteRead(conversation: ConversationKey, detail: ConversationDetail | undefined): void {
  const { list, unread } = trpc.useUtils().marketplace.conversations;
  const rows = trpc.marketplace.conversations.list.useQuery(undefined, { enabled: false }).data;
  const name = nameOf(conversation);
  const isRow = (row: ConversationSummary) => nameOf(keyOf(row)) === name;
  const row = rows?.find(isRow);
  const newest = detail?.messages.at(-1)?.created_at ?? '';
  const isCounted = !!row && row.unread_count > 0 && row.last_message_date <= newest;

  // biome-ignore lint/correctness/useExhaustiveDependencies: nothing else is a reason to count anew
  useEffect(() => {
    if (!isCounted) return;
    list.setData(undefined, (all) => all?.map((one) => (isRow(one) ? { ...one, unread_count: 0 } : one)));
    unread.invalidate();
  }, [isCounted, name]);
}
