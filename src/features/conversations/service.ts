import type { MemberContext } from '../../platform/context';
import type { Db } from '../../platform/database';
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
import { tellBoth, tellReader } from './live/service';
import { isMailed } from './rules';
import * as store from './store';

/** Seconds that a mail waits, for whoever looks at once. */
const MAIL_DELAY = 3;

/** One conversation; what was sent to the reader is read from now on. Throws `conversation.not_found`. */
export function openConversation(ctx: MemberContext, key: ConversationKey): Promise<ConversationDetail> {
  return ctx.database.db.transaction(async (tx) => {
    const conversation = await own(tx, ctx, key);
    const read = await store.markRead(tx, conversation.id, ctx.member.id, ctx.now().toISOString());
    // Their other windows count it no longer.
    if (read > 0) await tellReader(tx, ctx.member.id, key);
    return { ...conversation, messages: await store.findMessages(tx, conversation.id) };
  });
}

/**
 * A message to the owner of an ad: opens the conversation, or adds to the one under way (D11). Throws
 * `announcement.not_found`, `conversation.own_ad`, or `conversation.closed` when the ad takes no new conversation.
 */
export function sendMessage(ctx: MemberContext, input: MessageInput): Promise<ConversationMessage> {
  const { announcement_id, message_text } = input;
  return ctx.database.db.transaction(async (tx) => {
    await keepMember(tx, ctx.member);
    const ad = await store.keepAnnouncement(tx, announcement_id);
    if (!ad) throw new AppError('announcement.not_found');
    if (ad.owner_id === ctx.member.id) throw new AppError('conversation.own_ad');
    const key = { announcement_id, other_user_id: ad.owner_id };
    const underWay = await store.holdConversation(tx, announcement_id, ctx.member.id, ad.owner_id);
    if (!underWay) {
      if (!isOpenToContact(ad, dayInStockholm(ctx.now()))) throw new AppError('conversation.closed');
      await store.insertConversation(tx, announcement_id, ctx.member.id, ctx.now().toISOString());
    }
    const { id } = underWay ?? (await own(tx, ctx, key));
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
    await keepMember(tx, ctx.member);
    const { id, other_user } = await own(tx, ctx, key);
    if (other_user.is_deleted) throw new AppError('conversation.deserted');
    return deliver(tx, ctx, id, key, message_text);
  });
}

/** The conversation between the member and the other, held for the transaction. */
async function own(db: Db, ctx: MemberContext, { announcement_id, other_user_id }: ConversationKey) {
  const conversation = await store.holdConversation(db, announcement_id, ctx.member.id, other_user_id);
  if (!conversation) throw new AppError('conversation.not_found');
  return conversation;
}

/**
 * Stores a message in a conversation that is held, tells both inboxes, and orders its mail: of two at once only the first
 * has one. Whether the receiver is suspended is looked at when the mail is made. If they still are then, it is dropped;
 * the message waits all the same, so none of the next ones is mailed either until they have looked. What ends a
 * suspension does not order that mail: they have to log in again, and see there what is unread.
 */
async function deliver(
  db: Db,
  ctx: MemberContext,
  conversation_id: string,
  { announcement_id, other_user_id: receiver_id }: ConversationKey,
  message_text: string,
): Promise<ConversationMessage> {
  if (isMailed(await store.countWaiting(db, conversation_id, receiver_id))) {
    const about = { conversation_id, receiver_id };
    await orderMail(db, { kind: 'conversation.message', about }, MAIL_DELAY);
  }
  await tellBoth(db, announcement_id, [ctx.member.id, receiver_id]);
  return store.insertMessage(db, {
    conversation_id,
    sender_id: ctx.member.id,
    message_text,
    // Once the conversation is held: messages stand in the order in which they came in.
    created_at: ctx.now().toISOString(),
  });
}
