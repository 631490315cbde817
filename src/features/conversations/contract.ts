import * as v from 'valibot';
import { fields, LONG, requiredText, uuid } from '../../shared/fields';
import { ANNOUNCEMENT_TYPES } from '../announcements/contract';

/** What a conversation says of its ad. Money in whole kronor. */
const ConversationAd = v.object({
  id: v.string(),
  event_name: v.string(),
  announcement_type: v.picklist(ANNOUNCEMENT_TYPES),
  distance: v.string(),
  price: v.number(),
});

/**
 * The other of the two. Whoever deleted their account is nobody (D36): then `id` stands for the conversation alone, there
 * is no phone number, and nothing more can be written.
 */
const OtherUser = { id: v.string(), name: v.string(), is_deleted: v.boolean() };

/** Stays the same when one of the two deletes their account, where the ids of ad and other party do not (D36). */
const ConversationId = v.string();

/** A line of the inbox (section 3), the latest first. `unread_count` is of what was sent to the reader. */
export const ConversationSummary = v.object({
  id: ConversationId,
  announcement_id: v.string(),
  other_user: v.object(OtherUser),
  announcement: ConversationAd,
  unread_count: v.number(),
  last_message_date: v.string(),
});
export type ConversationSummary = v.InferOutput<typeof ConversationSummary>;

/** One message (section 3); `created_at` is an instant. */
export const ConversationMessage = v.object({
  id: v.string(),
  sender_id: v.string(),
  message_text: v.string(),
  created_at: v.string(),
});
export type ConversationMessage = v.InferOutput<typeof ConversationMessage>;

/** A conversation with its messages, oldest first (D11). `phone` is null until the other party has written in it (D10). */
export const ConversationDetail = v.object({
  id: ConversationId,
  announcement: v.object({
    ...ConversationAd.entries,
    event_date: v.string(),
    has_name_change_fee: v.boolean(),
    name_change_fee: v.nullable(v.number()),
    order_number: v.string(),
    user_id: v.string(),
    is_active: v.boolean(),
    is_completed: v.boolean(),
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

/** The first message to the owner of an ad, or another to them. */
export const MessageInput = fields({
  announcement_id: uuid('announcement.not_found'),
  message_text: messageText,
});
export type MessageInput = v.InferOutput<typeof MessageInput>;

/** The same with a path that names the ad and the other party. */
export const ReplyInput = fields({ ...ConversationKey.entries, message_text: messageText });
export type ReplyInput = v.InferOutput<typeof ReplyInput>;

export const UnreadCount = v.object({ unread_count: v.number() });

/** Told to an open inbox: something in this conversation is new, or has been read. With nulls: maybe in any. */
export const ConversationEvent = v.object({
  announcement_id: v.nullable(v.string()),
  other_user_id: v.nullable(v.string()),
});
export type ConversationEvent = v.InferOutput<typeof ConversationEvent>;
