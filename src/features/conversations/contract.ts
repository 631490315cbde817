import * as v from 'valibot';
import { MemberFacts } from '#src/features/accounts/contract.ts';
import { kronor } from '#src/features/announcements/contract.ts';
import { ANNOUNCEMENT_TYPES } from '#src/features/announcements/fields.ts';
import { EventState } from '#src/features/events/contract.ts';
import { TRANSFER_INITIATORS } from '#src/features/events/fields/choices.ts';
import { Transfer } from '#src/features/events/transfer/contract.ts';
import { ADVICE_KEYS } from '#src/features/marketplace-settings/contract.ts';
import { fields, LONG, requiredText, uuid } from '#src/shared/fields.ts';

const ConversationAd = v.object({
  id: v.string(),
  event_name: v.string(),
  announcement_type: v.picklist(ANNOUNCEMENT_TYPES),
  distance: v.string(),
  price: v.number(),
  is_active: v.boolean(),
  is_completed: v.boolean(),
});

/**
 * The other participant. If they deleted their account, `id` is an id used only for this conversation, there is no
 * phone number, and no messages can be sent.
 */
const OtherUser = { id: v.string(), name: v.string(), is_deleted: v.boolean() };

/** Unlike the ids of the ad and the other participant, it does not change if one of the two deletes their account. */
const ConversationId = v.string();

/** The start of the latest message, for the inbox. */
const MessageExcerpt = v.object({ sender_id: v.string(), excerpt: v.string() });

/** `unread_count` counts messages to the caller. `last_message` is null in a conversation without messages. */
export const ConversationSummary = v.object({
  id: ConversationId,
  announcement_id: v.string(),
  other_user: v.object(OtherUser),
  announcement: ConversationAd,
  unread_count: v.number(),
  last_message_date: v.string(),
  last_message: v.nullable(MessageExcerpt),
});
export type ConversationSummary = v.InferOutput<typeof ConversationSummary>;

export const ConversationMessage = v.object({
  id: v.string(),
  sender_id: v.string(),
  message_text: v.string(),
  created_at: v.string(),
});
export type ConversationMessage = v.InferOutput<typeof ConversationMessage>;

/** In the order in which a deal usually goes. */
export const DEAL_STEPS = ['agreed', 'transfer_requested', 'organizer_confirmed', 'paid', 'done'] as const;
export type DealStepKey = (typeof DEAL_STEPS)[number];

const DealStep = v.object({
  key: v.picklist(DEAL_STEPS),
  done_by: v.nullable(v.string()),
  done_at: v.nullable(v.string()),
});
export type DealStep = v.InferOutput<typeof DealStep>;

/** All steps in order. `agreed_price` is null until somebody has said it. `advice` is for people, in Swedish. */
export const Deal = v.object({
  steps: v.array(DealStep),
  agreed_price: v.nullable(v.number()),
  advice: v.nullable(v.string()),
});
export type Deal = v.InferOutput<typeof Deal>;

const Advice = v.array(v.picklist(ADVICE_KEYS));

/**
 * Messages are sorted oldest first. `phone` is null until the other participant has written in the conversation. What
 * is known about the event's page and transfers is null or empty if the event is gone. `reserved_until` and `reserved_for` are only for the
 * owner and for the member it is reserved for. `advice` is for the reader alone. `is_blocked` means that the reader has
 * blocked the other participant, never the reverse. `kept_until` says until when the thread of a deal is kept whole,
 * and `final_price` what the ad was completed for, if the other participant has left it.
 */
export const ConversationDetail = v.object({
  id: ConversationId,
  announcement: v.object({
    ...ConversationAd.entries,
    is_expired: v.boolean(),
    event_date: v.string(),
    event_state: v.nullable(EventState),
    event_url: v.nullable(v.string()),
    has_name_change_fee: v.boolean(),
    name_change_fee: v.nullable(v.number()),
    order_number: v.string(),
    user_id: v.string(),
    transfer: v.nullable(Transfer),
    transfer_initiator: v.nullable(v.picklist(TRANSFER_INITIATORS)),
    transfer_buyer_needs: v.array(v.string()),
    reserved: v.boolean(),
    reserved_until: v.nullable(v.string()),
    reserved_for: v.nullable(v.object({ id: v.string(), name: v.string() })),
  }),
  other_user: v.object({
    ...OtherUser,
    phone: v.nullable(v.string()),
    facts: v.nullable(MemberFacts),
  }),
  messages: v.array(v.object({ ...ConversationMessage.entries, advice: Advice })),
  deal: Deal,
  advice: Advice,
  is_blocked: v.boolean(),
  kept_until: v.nullable(v.string()),
  final_price: v.nullable(v.number()),
});
export type ConversationDetail = v.InferOutput<typeof ConversationDetail>;

const messageText = requiredText('message.empty', LONG);

export const ConversationKey = fields({
  announcement_id: uuid('conversation.not_found'),
  other_user_id: uuid('conversation.not_found'),
});
export type ConversationKey = v.InferOutput<typeof ConversationKey>;

export const MessageInput = fields({
  announcement_id: uuid('announcement.not_found'),
  message_text: messageText,
});
export type MessageInput = v.InferOutput<typeof MessageInput>;

export const ReplyInput = fields({ ...ConversationKey.entries, message_text: messageText });
export type ReplyInput = v.InferOutput<typeof ReplyInput>;

/** `price` is what the two agreed on, and is only stored with `agreed`. */
export const DealInput = fields({
  ...ConversationKey.entries,
  step: v.picklist(DEAL_STEPS),
  done: v.boolean('request.invalid'),
  price: v.nullish(kronor('announcement.price'), null),
});
export type DealInput = v.InferOutput<typeof DealInput>;

export const UnreadCount = v.object({ unread_count: v.number() });

/** Nulls mean that any conversation may have changed. */
export const ConversationEvent = v.object({
  announcement_id: v.nullable(v.string()),
  other_user_id: v.nullable(v.string()),
});
export type ConversationEvent = v.InferOutput<typeof ConversationEvent>;
