import * as v from 'valibot';
import { fields, LONG, requiredText, uuid } from '../../shared/fields';
import { ANNOUNCEMENT_TYPES } from '../announcements/contract';
import { EventState } from '../events/contract';

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

/** Messages are sorted oldest first. `phone` is null until the other participant has written in the conversation. */
export const ConversationDetail = v.object({
  id: ConversationId,
  announcement: v.object({
    ...ConversationAd.entries,
    event_date: v.string(),
    event_state: v.nullable(EventState),
    has_name_change_fee: v.boolean(),
    name_change_fee: v.nullable(v.number()),
    order_number: v.string(),
    user_id: v.string(),
  }),
  other_user: v.object({ ...OtherUser, phone: v.nullable(v.string()) }),
  messages: v.array(ConversationMessage),
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

export const UnreadCount = v.object({ unread_count: v.number() });

/** Nulls mean that any conversation may have changed. */
export const ConversationEvent = v.object({
  announcement_id: v.nullable(v.string()),
  other_user_id: v.nullable(v.string()),
});
export type ConversationEvent = v.InferOutput<typeof ConversationEvent>;
