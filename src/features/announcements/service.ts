import type { Context, MemberContext } from '../../platform/context';
import type { Db } from '../../platform/database';
import { dayInStockholm } from '../../shared/dates';
import { AppError, type ErrorCode } from '../../shared/errors';
import { lockMember, tellMembers } from '../accounts/service';
import { isUpcoming } from '../events/rules';
import { keepEvent } from '../events/service';
import type { AnnouncementEdit, NewAnnouncement, OwnAnnouncement } from './contract';
import { completeFault, distanceOf, editFault } from './rules';
import * as store from './store';

/** The ads that are open, newest first, as JSON of PublicAnnouncement (D10). */
export function listAnnouncements(ctx: Context): Promise<string> {
  return store.findPublicAnnouncements(ctx.database.db, dayInStockholm(ctx.now()));
}

/** Open ads of one member: the public list is sent whole. */
const OPEN_MAX = 50;
/** Ads of one member, closed ones included: their owner's list is sent whole too. */
const KEPT_MAX = 200;

/**
 * A new ad, active from now on. Throws `announcement.too_many`, `announcement.too_many_kept`, `announcement.event_gone`,
 * `announcement.event_passed` (D35) or `announcement.distance` (D16).
 */
export function createAnnouncement(ctx: MemberContext, input: NewAnnouncement): Promise<OwnAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    // Of several at the same moment, each counts what the ones before it stored.
    await lockMember(tx, ctx.member);
    const { all, open } = await store.countAnnouncements(tx, ctx.member.id);
    if (open >= OPEN_MAX) throw new AppError('announcement.too_many');
    if (all >= KEPT_MAX) throw new AppError('announcement.too_many_kept');
    const event = await keepEvent(tx, input.event_id);
    if (!event) throw new AppError('announcement.event_gone');
    if (!isUpcoming(event, dayInStockholm(ctx.now()))) throw new AppError('announcement.event_passed');
    const distance = distanceOf(event, input.distance);
    if (distance === undefined) throw new AppError('announcement.distance');
    const id = await store.insertAnnouncement(tx, {
      announcement_type: input.announcement_type,
      event_id: input.event_id,
      event_name: event.event_name,
      event_date: event.event_date,
      distance,
      price: input.price,
      name_change_fee: input.has_name_change_fee ? input.name_change_fee : null,
      description: input.description,
      user_id: ctx.member.id,
      created_at: ctx.now().toISOString(),
    });
    return stored(tx, id);
  });
}

/**
 * Another price, fee and description; fee 0 is none (D35). Throws `announcement.changed` when the ad is no longer as its
 * owner was shown it, and what {@link lockOwn} throws.
 */
export function updateAnnouncement(
  ctx: MemberContext,
  { id, version, name_change_fee, ...change }: AnnouncementEdit,
): Promise<OwnAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    const ad = await lockOwn(tx, ctx, id, editFault);
    if (version !== null && version !== ad.version) throw new AppError('announcement.changed');
    const name_fee = { name_change_fee: name_change_fee || null };
    await store.changeAnnouncement(tx, id, ad.version, { ...change, ...name_fee });
    return stored(tx, id);
  });
}

/** The ad has led to a deal. Of several at once one wins. Throws what {@link lockOwn} throws. */
export function completeAnnouncement(ctx: MemberContext, id: string): Promise<OwnAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    const ad = await lockOwn(tx, ctx, id, completeFault);
    await store.changeAnnouncement(tx, id, ad.version, { is_completed: true });
    return stored(tx, id);
  });
}

/** Deletes the ad with its messages, whatever its state. Throws what {@link lockOwn} throws. */
export function deleteAnnouncement(ctx: MemberContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const people = await store.holdPeople(tx, id);
    await lockOwn(tx, ctx, id);
    await store.removeAnnouncement(tx, id);
    await tellMembers(tx, people);
    return { message: 'Annons borttagen' };
  });
}

type Locked = NonNullable<Awaited<ReturnType<typeof store.lockAnnouncement>>>;

/**
 * An ad of whoever asks, which nobody else changes until the transaction ends. Throws `announcement.not_found`,
 * `announcement.not_own`, or the `fault` of what is to be done with it.
 */
async function lockOwn(
  db: Db,
  { member }: MemberContext,
  id: string,
  fault?: (ad: Locked) => ErrorCode | undefined,
) {
  const ad = await store.lockAnnouncement(db, id);
  if (!ad) throw new AppError('announcement.not_found');
  if (ad.user_id !== member.id) throw new AppError('announcement.not_own');
  const code = fault?.(ad);
  if (code) throw new AppError(code);
  return ad;
}

/** The ad as it stands, just written in this transaction. */
async function stored(db: Db, id: string): Promise<OwnAnnouncement> {
  const ad = await store.findAnnouncement(db, id);
  if (!ad) throw new AppError('announcement.not_found');
  return ad;
}
