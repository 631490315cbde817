import { notifyMembers, shareLockAccount } from '#src/features/accounts/service.ts';
import { rejectBlockedPair, shareLockPair } from '#src/features/blocks/service.ts';
import type { BackgroundContext, MemberContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { enqueueMail } from '#src/platform/mail.ts';
import { AppError } from '#src/shared/errors.ts';
import type { OwnAnnouncement, Reservation } from '../contract.ts';
import { completeError, isReserved, NOT_RESERVED, reservationFor } from '../rules.ts';
import { lockOwnAd, readOwnAd } from '../service.ts';
import { changeAnnouncement } from '../store.ts';
import * as store from './store.ts';

/**
 * Reserves the ad for somebody who has written about it, or prolongs their reservation, and mails them. Throws the
 * errors of {@link lockOwnAd}, `announcement.paused`, `conversation.not_found`, `conversation.blocked`,
 * `announcement.reserved`, `announcement.reservation_prolonged`.
 */
export function reserve(ctx: MemberContext, { id, other_user_id }: Reservation): Promise<OwnAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    // Before the ad, in the order of deletions.
    await shareLockAccount(tx, other_user_id).catch((error) => {
      throw error instanceof AppError ? new AppError('conversation.not_found') : error;
    });
    await shareLockPair(tx, ctx.member.id, other_user_id);
    const ad = await lockOwnAd(tx, ctx, id, reserveError);
    if (!(await store.hasConversation(tx, id, other_user_id))) throw new AppError('conversation.not_found');
    await rejectBlockedPair(tx, ctx.member.id, other_user_id);
    // Its time is over, but the background work has not ended it yet.
    if (ad.reserved_for && !isReserved(ad, ctx.now()))
      await reportLapse(tx, { id, owner_id: ad.user_id, buyer_id: ad.reserved_for });
    const reservation = reservationFor(ad, other_user_id, ctx.now());
    if (typeof reservation === 'string') throw new AppError(reservation);
    await changeAnnouncement(tx, id, ad.version, { reserved_for: other_user_id, ...reservation });
    await enqueueMail(tx, {
      kind: 'announcement.reserved',
      about: { announcement_id: id, user_id: other_user_id },
    });
    await notifyMembers(tx, [ctx.member.id, other_user_id]);
    return readOwnAd(tx, ctx, id);
  });
}

const reserveError = (ad: Parameters<typeof completeError>[0] & { is_paused: boolean }) =>
  completeError(ad) ??
  (ad.is_expired ? 'announcement.inactive' : ad.is_paused ? 'announcement.paused' : undefined);

/** Also succeeds if the ad is not reserved. Throws the errors of {@link lockOwnAd}. */
export function endReservation(ctx: MemberContext, id: string): Promise<OwnAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    const ad = await lockOwnAd(tx, ctx, id);
    if (ad.reserved_for) {
      await changeAnnouncement(tx, id, ad.version, NOT_RESERVED);
      await notifyMembers(tx, [ctx.member.id, ad.reserved_for]);
    }
    return readOwnAd(tx, ctx, id);
  });
}

/** Ends the reservations whose time is over, with a mail to both parties. */
export async function lapseReservations({ database, now }: BackgroundContext): Promise<void> {
  await database.db.transaction(async (tx) => {
    for (const lapsed of await store.endReservations(tx, now().toISOString())) await reportLapse(tx, lapsed);
  });
}

async function reportLapse(tx: Db, { id, owner_id, buyer_id }: store.Lapsed): Promise<void> {
  for (const user_id of [owner_id, buyer_id])
    await enqueueMail(tx, {
      kind: 'announcement.reservation_lapsed',
      about: { announcement_id: id, user_id, buyer_id },
    });
  await notifyMembers(tx, [owner_id, buyer_id]);
}
