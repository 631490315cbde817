import * as v from 'valibot';
import { HOUR, perMember } from '../../platform/rate-limit';
import { member, router, validateEach } from '../../platform/trpc';
import { dayInStockholm } from '../../shared/dates';
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

/** The daily limit bounds the size of the inbox and of the data export, which have no pages. */
const messageLimits = perMember(
  { name: 'message', limit: 30, seconds: 60 },
  { name: 'message-day', limit: 500, seconds: 24 * HOUR },
);

export const marketplaceConversations = router({
  list: member
    .meta({
      rest: 'GET /marketplace/conversations',
      summary: 'List your conversations',
      description: 'The conversation with the latest message comes first.',
    })
    .output(v.array(ConversationSummary))
    .query(({ ctx }) => findConversationsOf(ctx.database.db, ctx.member.id, dayInStockholm(ctx.now()))),

  unread: member.output(UnreadCount).query(async ({ ctx }) => ({
    unread_count: await countUnreadOf(ctx.database.db, ctx.member.id),
  })),

  open: member
    .meta({
      rest: 'GET /marketplace/conversations/:announcement_id/:other_user_id',
      summary: 'Get a conversation',
      description: 'Returns the messages, oldest first, and marks those sent to you as read.',
      errors: ['conversation.not_found'],
    })
    .input(ConversationKey)
    .output(ConversationDetail)
    .query(({ ctx, input }) => openConversation(ctx, input)),

  send: member
    .meta({
      rest: 'POST /marketplace/messages',
      summary: 'Write to the owner of an ad',
      description:
        'Starts a conversation, or adds to the one you already have about the ad. ' +
        'Limited to 30 messages a minute and 500 a day.',
      errors: [
        'announcement.not_found',
        'conversation.own_ad',
        'announcement.event_cancelled',
        'announcement.event_postponed',
        'conversation.closed',
        'conversation.full',
      ],
    })
    .use(messageLimits)
    .input(MessageInput)
    .output(ConversationMessage)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),

  reply: member
    .meta({
      rest: 'POST /marketplace/conversations/:announcement_id/:other_user_id/reply',
      summary: 'Reply in a conversation',
      description:
        'Works also after the ad was closed. Limited to 30 messages a minute and 500 a day, ' +
        'together with messages to owners of ads.',
      errors: ['conversation.not_found', 'conversation.deserted', 'conversation.full'],
    })
    .use(messageLimits)
    .input(ReplyInput)
    .output(ConversationMessage)
    .mutation(({ ctx, input }) => reply(ctx, input)),

  /** Only over `/trpc`, as server-sent events, while a logged-in window is visible. */
  live: member
    .output(validateEach(ConversationEvent))
    .subscription(({ ctx, signal }) => followConversations(ctx, signal)),
});
