import * as v from 'valibot';
import { HOUR, perMember } from '#src/platform/limits/rate-limit.ts';
import { member, router, validateEach } from '#src/platform/procedure/trpc.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import {
  ConversationDetail,
  ConversationEvent,
  ConversationKey,
  ConversationMessage,
  ConversationSummary,
  Deal,
  DealInput,
  MessageInput,
  ReplyInput,
  UnreadCount,
} from './contract.ts';
import { setDealStep } from './deal/service.ts';
import { countUnreadOf, findConversationsOf } from './inbox/store.ts';
import { followConversations } from './live/service.ts';
import { openConversation, reply, sendMessage } from './service.ts';

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
        'conversation.blocked',
        'announcement.event_cancelled',
        'announcement.event_postponed',
        'conversation.closed',
        'conversation.reserved',
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
      errors: [
        'conversation.not_found',
        'conversation.deserted',
        'conversation.blocked',
        'conversation.full',
      ],
    })
    .use(messageLimits)
    .input(ReplyInput)
    .output(ConversationMessage)
    .mutation(({ ctx, input }) => reply(ctx, input)),

  setDealStep: member
    .meta({
      rest: 'PUT /marketplace/conversations/:announcement_id/:other_user_id/deal',
      summary: 'Tick or untick a step of a deal',
      description:
        'Either participant can tick a step, and only that participant can untick it. No step is required, and the order is free. ' +
        '`price` is stored when `agreed` is ticked. Works also after the ad was closed. Limited to 60 calls a minute.',
      errors: [
        'conversation.not_found',
        'conversation.deserted',
        'conversation.blocked',
        'conversation.step_not_own',
      ],
    })
    .use(perMember({ name: 'deal', limit: 60, seconds: 60 }))
    .input(DealInput)
    .output(Deal)
    .mutation(({ ctx, input }) => setDealStep(ctx, input)),

  /** Only over `/trpc`, as server-sent events, while a logged-in window is visible. */
  live: member
    .output(validateEach(ConversationEvent))
    .subscription(({ ctx, signal }) => followConversations(ctx, signal)),
});
