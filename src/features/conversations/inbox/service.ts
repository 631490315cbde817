import type { MemberContext } from '../../../platform/context';
import type { ConversationSummary } from '../contract';
import { countUnreadOf, findConversationsOf } from './store';

/** The inbox of whoever asks, the latest conversation first. */
export function listConversations(ctx: MemberContext): Promise<ConversationSummary[]> {
  return findConversationsOf(ctx.database.db, ctx.member.id);
}

/** How many messages whoever asks has not looked at. */
export async function countUnread(ctx: MemberContext): Promise<{ unread_count: number }> {
  return { unread_count: await countUnreadOf(ctx.database.db, ctx.member.id) };
}
