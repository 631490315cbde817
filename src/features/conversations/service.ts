import { factsOf } from '#src/features/accounts/facts/service.ts';
import { shareLockMember } from '#src/features/accounts/service.ts';
import { eventError, isOpenToContact, isReserved } from '#src/features/announcements/rules.ts';
import { rejectBlockedPair, shareLockPair, shareLockPairOfAd } from '#src/features/blocks/service.ts';
import { ordinaryPriceOf, transferOf } from '#src/features/events/transfer/rules.ts';
import { findDisabledAdvice } from '#src/features/marketplace-settings/service.ts';
import type { BackgroundContext, MemberContext } from '#src/platform/context.ts';
import { pipelined } from '#src/platform/database/pipelined.ts';
import type { Db } from '#src/platform/database.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import { adviceAboutAd, withAdvice } from './advice/rules.ts';
import type {
  ConversationDetail,
  ConversationKey,
  ConversationMessage,
  MessageInput,
  ReplyInput,
} from './contract.ts';
import { dealOf } from './deal/rules.ts';
import { findSteps } from './deal/store.ts';
import { forgetDealsBefore, removeParticipants } from './leaving/store.ts';
import { notifyBothParties, notifyReader } from './live/service.ts';
import { findConversations } from './my-data/store.ts';
import { dealKeptUntil, dealsKeptSince, hasWritten, needsMail, shownReservation } from './rules.ts';
import * as store from './store.ts';

/** A recipient who reads the message within this time gets no mail. */
const MAIL_DELAY_SECONDS = 3;

/** Also marks its messages as read. Throws `conversation.not_found`. */
export function openConversation(ctx: MemberContext, key: ConversationKey): Promise<ConversationDetail> {
  return ctx.database.db.transaction(async (tx) => {
    const conversation = orNotFound(
      await store.lockConversationDetail(
        tx,
        key.announcement_id,
        ctx.member.id,
        key.other_user_id,
        dayInStockholm(ctx.now()),
      ),
    );
    const readerId = ctx.member.id;
    // Taken while the conversation is locked, so that no message is newer than when it was read.
    const now = ctx.now();
    const [messages, readCount, steps, facts, disabledAdvice] = await pipelined([
      store.findMessages(tx, conversation.id),
      store.markRead(tx, conversation.id, readerId, now.toISOString()),
      findSteps(tx, conversation.id),
      factsOf(tx, conversation.other_user.id),
      findDisabledAdvice(tx),
    ]);
    // Updates the unread count in the reader's other tabs.
    if (readCount > 0) await notifyReader(tx, readerId, key);
    const { id, announcement, other_user, is_blocked } = conversation;
    const phone = hasWritten(messages, other_user.id) ? other_user.phone : null;
    const { transfer, ...terms } = transferTermsOf(conversation, dayInStockholm(now));
    return {
      id,
      announcement: {
        ...announcement,
        ...terms,
        transfer,
        ...shownReservation(conversation, { ownerId: announcement.user_id, readerId, now }),
      },
      other_user: { ...other_user, phone, facts: facts ?? null },
      messages: withAdvice(messages, {
        readerId,
        transferState: transfer?.state ?? null,
        disabled: disabledAdvice,
      }),
      deal: dealOf(steps, { isCompleted: announcement.is_completed }),
      advice: adviceAboutAdOf(conversation, { now, disabledAdvice }),
      kept_until: conversation.left_at && dealKeptUntil(conversation.left_at),
      final_price: conversation.final_price,
      is_blocked,
    };
  });
}

type FoundConversation = NonNullable<Awaited<ReturnType<typeof store.lockConversationDetail>>>;

const transferTermsOf = ({ event, announcement }: FoundConversation, today: string) => ({
  transfer: event && transferOf(event, announcement.distance, today),
  transfer_initiator: event?.transfer_initiator ?? null,
  transfer_buyer_needs: event?.transfer_buyer_needs ?? [],
});

/** None for the owner of the ad. */
function adviceAboutAdOf(
  { announcement, event, other_user, other_since }: FoundConversation,
  { now, disabledAdvice }: { now: Date; disabledAdvice: readonly string[] },
) {
  if (announcement.user_id !== other_user.id || !other_since) return [];
  const { announcement_type, distance, price } = announcement;
  const ordinaryPrice = event && ordinaryPriceOf(event, distance);
  return adviceAboutAd(
    { announcement_type, price, ordinaryPrice, ownerSince: other_since, now },
    disabledAdvice,
  );
}

/**
 * Throws `announcement.not_found`, `announcement.event_*`, `conversation.own_ad`, `conversation.blocked`,
 * `conversation.closed`, `conversation.reserved`, `conversation.full`.
 */
export function sendMessage(ctx: MemberContext, input: MessageInput): Promise<ConversationMessage> {
  const { announcement_id, message_text } = input;
  const today = dayInStockholm(ctx.now());
  return ctx.database.db.transaction(async (tx) => {
    // Pipelined, but executed in order: this keeps the lock order of accounts, pairs, ads, conversations.
    const [, , ad, existing] = await pipelined([
      shareLockMember(tx, ctx.member),
      shareLockPairOfAd(tx, ctx.member.id, announcement_id),
      store.shareLockAnnouncement(tx, announcement_id, today),
      store.lockConversationOfParticipant(tx, announcement_id, ctx.member.id),
    ]);
    if (!ad) throw new AppError('announcement.not_found');
    if (ad.owner_id === ctx.member.id) throw new AppError('conversation.own_ad');
    await rejectBlockedPair(tx, ctx.member.id, ad.owner_id);
    const key = { announcement_id, other_user_id: ad.owner_id };
    if (existing) return deliver(tx, ctx, existing.id, key, message_text);
    const stateError = eventError(ad.event?.status);
    if (stateError) throw new AppError(stateError);
    if (!isOpenToContact(ad, today)) throw new AppError('conversation.closed');
    // The member with the reservation has a conversation already.
    if (isReserved(ad, ctx.now())) throw new AppError('conversation.reserved');
    await store.insertConversation(tx, announcement_id, ctx.member.id, ctx.now().toISOString());
    const { id } = orNotFound(await store.lockConversationOfParticipant(tx, announcement_id, ctx.member.id));
    return deliver(tx, ctx, id, key, message_text);
  });
}

/**
 * Ignores the state of the ad. Throws `conversation.not_found`, `conversation.deserted`, `conversation.blocked`,
 * `conversation.full`.
 */
export function reply(
  ctx: MemberContext,
  { message_text, ...key }: ReplyInput,
): Promise<ConversationMessage> {
  return ctx.database.db.transaction(async (tx) => {
    const { announcement_id, other_user_id } = key;
    const [, , conversation] = await pipelined([
      shareLockMember(tx, ctx.member),
      shareLockPair(tx, ctx.member.id, other_user_id),
      store.lockConversation(tx, announcement_id, ctx.member.id, other_user_id),
    ]);
    const { id, is_deserted } = orNotFound(conversation);
    if (is_deserted) throw new AppError('conversation.deserted');
    await rejectBlockedPair(tx, ctx.member.id, other_user_id);
    return deliver(tx, ctx, id, key, message_text);
  });
}

/** For people who are not in the conversation, the error is the same as if it did not exist. */
function orNotFound<Conversation>(conversation: Conversation | undefined): Conversation {
  if (!conversation) throw new AppError('conversation.not_found');
  return conversation;
}

/**
 * Requires the conversation to be locked, so that only the first of concurrent messages gets a mail. The mail is
 * composed when it is sent, and dropped if the receiver is suspended or has read the message then. Reopening an account
 * queues no mail: its member sees the unread messages after logging in.
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
    // Taken while the conversation is locked, so that the order of messages matches the order of arrival.
    created_at: ctx.now().toISOString(),
  };
  const [inserted] = await pipelined([
    store.insertMessage(db, message, receiver_id),
    notifyBothParties(db, announcement_id, [ctx.member.id, receiver_id]),
  ]);
  if (!inserted) throw new AppError('conversation.full');
  const { unreadBefore, ...stored } = inserted;
  if (needsMail(unreadBefore)) {
    const about = { conversation_id, receiver_id };
    await enqueueMail(db, { kind: 'conversation.message', about }, MAIL_DELAY_SECONDS);
  }
  return stored;
}

export const conversationsOf = (db: Db, memberId: string) => findConversations(db, memberId);

/**
 * Call it in the transaction that deletes the accounts. The other party keeps the messages they wrote and, if the ad is
 * deleted with its owner, a copy of the ad as it is now. A conversation in which they wrote nothing is deleted, except
 * that of a deal: they keep all of it for {@link DEAL_KEPT_DAYS}, without the name of the one who left.
 */
export const leaveConversations = (db: Db, memberIds: readonly string[], now: Date) =>
  removeParticipants(db, memberIds, now.toISOString());

export const sweepDeals = ({ database, now }: BackgroundContext): Promise<void> =>
  database.db.transaction((tx) => forgetDealsBefore(tx, dealsKeptSince(now())));
