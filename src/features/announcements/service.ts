import type { Context, MemberContext } from '../../platform/context';
import type { Db } from '../../platform/database';
import { dayInStockholm } from '../../shared/dates';
import { AppError } from '../../shared/errors';
import { lockMember, tellMembers } from '../accounts/service';
import { isUpcoming } from '../events/rules';
import { keepEvent } from '../events/service';
import type { AnnouncementEdit, NewAnnouncement, PublicAnnouncement } from './contract';
import { distanceOf } from './rules';
import * as store from './store';

/** The ads that are open, newest first, as JSON of {@link PublicAnnouncement} (D10). */
export function listAnnouncements(ctx: Context): Promise<string> {
  return store.findPublicAnnouncements(ctx.database.db, dayInStockholm(ctx.now()));
}

/** All ads of whoever asks, newest first (section 2). */
export function listOwnAnnouncements(ctx: MemberContext): Promise<PublicAnnouncement[]> {
  return store.findAnnouncementsOf(ctx.database.db, ctx.member.id);
}

/** Open ads of one member: the public list is sent whole. */
const OPEN_MAX = 50;
/** Ads of one member, closed ones included: their owner's list is sent whole too. */
const KEPT_MAX = 200;

/**
 * A new ad, active from now on. Throws `announcement.too_many`, `announcement.too_many_kept`, `announcement.event_gone`,
 * `announcement.event_passed` (D35) or `announcement.distance` (D16).
 */
export function createAnnouncement(ctx: MemberContext, input: NewAnnouncement): Promise<PublicAnnouncement> {
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

/** Another price, fee and description; fee 0 is none (D35). Throws as {@link refusal} tells. */
export function updateAnnouncement(
  ctx: MemberContext,
  { id, price, name_change_fee, description }: AnnouncementEdit,
): Promise<PublicAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    const change = { price, name_change_fee: name_change_fee || null, description };
    const changed = await store.changeAnnouncement(tx, id, ctx.member.id, change);
    if (!changed) throw await refusal(tx, id, ctx.member.id);
    return stored(tx, id);
  });
}

/** The ad has led to a deal. Of several at once one wins. Throws as {@link refusal} tells. */
export function completeAnnouncement(ctx: MemberContext, id: string): Promise<PublicAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    const completed = await store.markCompleted(tx, id, ctx.member.id);
    if (!completed) throw await refusal(tx, id, ctx.member.id);
    return stored(tx, id);
  });
}

/** Deletes the ad with its messages, whatever its state. Throws as {@link refusal} tells. */
export function deleteAnnouncement(ctx: MemberContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const people = await store.holdPeople(tx, id);
    const removed = await store.removeAnnouncement(tx, id, ctx.member.id);
    if (!removed) throw await refusal(tx, id, ctx.member.id);
    await tellMembers(tx, people);
    return { message: 'Annons borttagen' };
  });
}

/** Why a write on one's own ad found nothing to write: it is gone, somebody else's, completed or inactive. */
async function refusal(db: Db, id: string, member: string): Promise<AppError> {
  const ad = await store.findAnnouncement(db, id);
  if (!ad) return new AppError('announcement.not_found');
  if (ad.user_id !== member) return new AppError('announcement.not_own');
  return new AppError(ad.is_completed ? 'announcement.completed' : 'announcement.inactive');
}

/** The ad as it stands, just written in this transaction. */
async function stored(db: Db, id: string): Promise<PublicAnnouncement> {
  const ad = await store.findAnnouncement(db, id);
  if (!ad) throw new AppError('announcement.not_found');
  return ad;
}
