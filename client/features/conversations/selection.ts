import { useSearchParams } from 'react-router-dom';
import type { ConversationKey, ConversationSummary } from '#src/features/conversations/contract.ts';

export const INBOX = '/marketplace/inbox';

/** Also used in mails. The id still identifies the conversation after the other account is deleted. */
export const pathTo = ({ id, announcement_id, other_user }: ConversationSummary) =>
  `${INBOX}?${new URLSearchParams({ announcement: announcement_id, user: other_user.id, conversation: id })}`;

/** The caller's conversation about the ad of another member. */
export const pathToAd = ({ id, user_id }: { id: string; user_id: string }) =>
  `${INBOX}?${new URLSearchParams({ announcement: id, user: user_id })}`;

export const keyOf = ({ announcement_id, other_user }: ConversationSummary): ConversationKey => ({
  announcement_id,
  other_user_id: other_user.id,
});

export const serializeKey = ({ announcement_id, other_user_id }: ConversationKey) =>
  `${announcement_id} ${other_user_id}`;

export function useSelection(): ConversationKey | undefined {
  const [params] = useSearchParams();
  const [announcement_id, other_user_id] = [params.get('announcement'), params.get('user')];
  return announcement_id && other_user_id ? { announcement_id, other_user_id } : undefined;
}
