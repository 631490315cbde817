import type { MemberContext } from '../../platform/context';
import type { Db } from '../../platform/database';
import { together } from '../../platform/database/together';
import { orderMail } from '../../platform/mail';
import { dayInStockholm } from '../../shared/dates';
import { AppError } from '../../shared/errors';
import { keepMember } from '../accounts/service';
import { isOpenToContact } from '../announcements/rules';
import type {
  ConversationDetail,
  ConversationKey,
  ConversationMessage,
  MessageInput,
  ReplyInput,
} from './contract';
import { removeParticipants } from './leaving/store';
import { tellBoth, tellReader } from './live/service';
import { findConversations } from './my-data/store';
import { hasWritten, isMailed } from './rules';
import * as store from './store';

/** Seconds that a mail waits, for whoever looks at once. */
const MAIL_DELAY = 3;

/** One conversation; what was sent to the reader is read from now on. Throws `conversation.not_found`. */
export function openConversation(ctx: MemberContext, key: ConversationKey): Promise<ConversationDetail> {
  return ctx.database.db.transaction(async (tx) => {
    const conversation = found(
      await store.holdShownConversation(tx, key.announcement_id, ctx.member.id, key.other_user_id),
    );
    const [messages, read] = await together([
      store.findMessages(tx, conversation.id),
      store.markRead(tx, conversation.id, ctx.member.id, ctx.now().toISOString()),
    ]);
    // Their other windows count it no longer.
    if (read > 0) await tellReader(tx, ctx.member.id, key);
    const { other_user } = conversation;
    const phone = hasWritten(messages, other_user.id) ? other_user.phone : null;
    return { ...conversation, other_user: { ...other_user, phone }, messages };
  });
}

/**
 * A message to the owner of an ad: opens the conversation, or adds to the one under way (D11). Throws
 * `announcement.not_found`, `conversation.own_ad`, or `conversation.closed` when the ad takes no new conversation.
 */
export function sendMessage(ctx: MemberContext, input: MessageInput): Promise<ConversationMessage> {
  const { announcement_id, message_text } = input;
  return ctx.database.db.transaction(async (tx) => {
    // Sent at once, and done one after the other: accounts, ads and conversations are locked in that order.
    const [, ad, begun] = await together([
      keepMember(tx, ctx.member),
      store.keepAnnouncement(tx, announcement_id),
      store.holdBegun(tx, announcement_id, ctx.member.id),
    ]);
    if (!ad) throw new AppError('announcement.not_found');
    if (ad.owner_id === ctx.member.id) throw new AppError('conversation.own_ad');
    const key = { announcement_id, other_user_id: ad.owner_id };
    if (begun) return deliver(tx, ctx, begun.id, key, message_text);
    if (!isOpenToContact(ad, dayInStockholm(ctx.now()))) throw new AppError('conversation.closed');
    await store.insertConversation(tx, announcement_id, ctx.member.id, ctx.now().toISOString());
    const { id } = found(await store.holdBegun(tx, announcement_id, ctx.member.id));
    return deliver(tx, ctx, id, key, message_text);
  });
}

/**
 * Another message from either of the two, whatever has become of the ad. Throws `conversation.not_found`, or
 * `conversation.deserted` when the other has deleted their account (D36).
 */
export function reply(
  ctx: MemberContext,
  { message_text, ...key }: ReplyInput,
): Promise<ConversationMessage> {
  return ctx.database.db.transaction(async (tx) => {
    const { announcement_id, other_user_id } = key;
    const [, conversation] = await together([
      keepMember(tx, ctx.member),
      store.holdConversation(tx, announcement_id, ctx.member.id, other_user_id),
    ]);
    const { id, is_deserted } = found(conversation);
    if (is_deserted) throw new AppError('conversation.deserted');
    return deliver(tx, ctx, id, key, message_text);
  });
}

/** Whoever is not in it does not learn whether it is there. */
function found<Conversation>(conversation: Conversation | undefined): Conversation {
  if (!conversation) throw new AppError('conversation.not_found');
  return conversation;
}

/**
 * Stores a message in a conversation that is held, tells both inboxes, and orders its mail: of two at once only the first
 * has one. Whether the receiver is suspended is looked at when the mail is made. If they still are then, it is dropped;
 * the message waits all the same, so none of the next ones is mailed either until they have looked. What ends a
 * suspension does not order that mail: they have to log in again, and see there what is unread. Throws
 * `conversation.full`.
 */
async function deliver(
  db: Db,
  ctx: MemberContext,
  conversation_id: string,
  { announcement_id, other_user_id: receiver_id }: ConversationKey,
  message_text: string,
): Promise<ConversationMessage> {
  const message = {
    conversation_id,
    sender_id: ctx.member.id,
    message_text,
    // Once the conversation is held: messages stand in the order in which they came in.
    created_at: ctx.now().toISOString(),
  };
  const [inserted] = await together([
    store.insertMessage(db, message, receiver_id),
    tellBoth(db, announcement_id, [ctx.member.id, receiver_id]),
  ]);
  if (!inserted) throw new AppError('conversation.full');
  const { waiting, ...stored } = inserted;
  if (isMailed(waiting)) {
    const about = { conversation_id, receiver_id };
    await orderMail(db, { kind: 'conversation.message', about }, MAIL_DELAY);
  }
  return stored;
}

/** All that a member's own data says of their conversations (D36), oldest first. */
export const conversationsOf = (db: Db, member: string) => findConversations(db, member);

/**
 * Takes people out of their conversations, within the transaction in which they delete their accounts (D36): the others
 * keep what they wrote themselves, with the facts of the ad as they stand. A conversation where they wrote nothing is
 * deleted whole. What the people wrote is deleted with their accounts.
 */
export const leaveConversations = (db: Db, people: readonly string[]) => removeParticipants(db, people);
