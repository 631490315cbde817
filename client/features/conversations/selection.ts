import { useSearchParams } from 'react-router-dom';
import type { ConversationKey } from '../../../src/features/conversations/contract';

export const INBOX = '/marketplace/inbox';

/** Where a conversation is read; mails lead there too. */
export const pathTo = ({ announcement_id, other_user_id }: ConversationKey) =>
  `${INBOX}?${new URLSearchParams({ announcement: announcement_id, user: other_user_id })}`;

/** One text for a conversation: what it is told apart by. */
export const nameOf = ({ announcement_id, other_user_id }: ConversationKey) =>
  `${announcement_id} ${other_user_id}`;

/** The conversation that the address names. */
export function useSelection(): ConversationKey | undefined {
  const [params] = useSearchParams();
  const [announcement_id, other_user_id] = [params.get('announcement'), params.get('user')];
  return announcement_id && other_user_id ? { announcement_id, other_user_id } : undefined;
}
