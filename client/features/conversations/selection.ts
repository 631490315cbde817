import { useSearchParams } from 'react-router-dom';
import type { ConversationKey, ConversationSummary } from '../../../src/features/conversations/contract';

export const INBOX = '/marketplace/inbox';

/**
 * Where a conversation is read; mails lead there too. Its own id is what still holds when the other party has deleted
 * their account.
 */
export const pathTo = ({ id, announcement_id, other_user }: ConversationSummary) =>
  `${INBOX}?${new URLSearchParams({ announcement: announcement_id, user: other_user.id, conversation: id })}`;

/** What a line of the inbox is opened by. */
export const keyOf = ({ announcement_id, other_user }: ConversationSummary): ConversationKey => ({
  announcement_id,
  other_user_id: other_user.id,
});

/** One text for a conversation: what it is told apart by. */
export const nameOf = ({ announcement_id, other_user_id }: ConversationKey) =>
  `${announcement_id} ${other_user_id}`;

/** The conversation that the address names, by the two ids that open it. */
export function useSelection(): ConversationKey | undefined {
  const [params] = useSearchParams();
  const [announcement_id, other_user_id] = [params.get('announcement'), params.get('user')];
  return announcement_id && other_user_id ? { announcement_id, other_user_id } : undefined;
}
