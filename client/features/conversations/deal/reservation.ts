import type { ConversationDetail } from '#src/features/conversations/contract.ts';

/** Whether the reader may reserve the ad, or prolong or end its reservation: the owner, while it is open. */
export const mayReserve = ({ announcement, is_blocked }: ConversationDetail, readerId: string): boolean =>
  announcement.user_id === readerId && announcement.is_active && !announcement.is_completed && !is_blocked;
