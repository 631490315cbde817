import * as v from 'valibot';
import { HOUR, perMember } from '../../platform/rate-limit';
import { each, member, router } from '../../platform/trpc';
import {
  ConversationDetail,
  ConversationEvent,
  ConversationKey,
  ConversationMessage,
  ConversationSummary,
  MessageInput,
  ReplyInput,
  UnreadCount,
} from './contract';
import { countUnreadOf, findConversationsOf } from './inbox/store';
import { followConversations } from './live/service';
import { openConversation, reply, sendMessage } from './service';

/** The daily limit bounds the inbox and the data export, which are read whole. */
const sending = perMember(
  { name: 'message', limit: 30, seconds: 60 },
  { name: 'message-day', limit: 500, seconds: 24 * HOUR },
);

export const marketplaceConversations = router({
  list: member
    .meta({ rest: 'GET /marketplace/conversations', summary: 'The inbox, the latest conversation first.' })
    .output(v.array(ConversationSummary))
    .query(({ ctx }) => findConversationsOf(ctx.database.db, ctx.member.id)),

  unread: member.output(UnreadCount).query(async ({ ctx }) => ({
    unread_count: await countUnreadOf(ctx.database.db, ctx.member.id),
  })),

  open: member
    .meta({
      rest: 'GET /marketplace/conversations/:announcement_id/:other_user_id',
      summary: 'One conversation; what was sent to the reader is read from now on.',
    })
    .input(ConversationKey)
    .output(ConversationDetail)
    .query(({ ctx, input }) => openConversation(ctx, input)),

  send: member
    .meta({ rest: 'POST /marketplace/messages', summary: 'A message to the owner of an ad.' })
    .use(sending)
    .input(MessageInput)
    .output(ConversationMessage)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),

  reply: member
    .meta({
      rest: 'POST /marketplace/conversations/:announcement_id/:other_user_id/reply',
      summary: 'Another message in a conversation.',
    })
    .use(sending)
    .input(ReplyInput)
    .output(ConversationMessage)
    .mutation(({ ctx, input }) => reply(ctx, input)),

  /** D31: over `/trpc` alone, as server-sent events, while an inbox is open. */
  live: member
    .output(each(ConversationEvent))
    .subscription(({ ctx, signal }) => followConversations(ctx, signal)),
});
