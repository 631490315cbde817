import type { Context, MemberContext } from '../../platform/context';
import type { Db } from '../../platform/database';
import { dayInStockholm } from '../../shared/dates';
import { AppError, type ErrorCode } from '../../shared/errors';
import { lockMember, notifyMembers } from '../accounts/service';
import { isUpcoming } from '../events/rules';
import { shareLockEvent } from '../events/service';
import type { AnnouncementEdit, NewAnnouncement, OwnAnnouncement } from './contract';
import { completeError, distanceOf, editError, eventError } from './rules';
import * as store from './store';

/** Returns a JSON list of PublicAnnouncement. */
export function listAnnouncements(ctx: Context): Promise<string> {
  return store.findPublicAnnouncements(ctx.database.db, dayInStockholm(ctx.now()));
}

/** Per member, because the public list is not paged. */
const OPEN_ADS_MAX = 50;
/** Per member, including closed ads, because the owner's list is not paged. */
const ADS_MAX = 200;

export function createAnnouncement(ctx: MemberContext, input: NewAnnouncement): Promise<OwnAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    // Serializes concurrent calls of one member, so that the limits count all earlier ads.
    await lockMember(tx, ctx.member);
    const { all, open } = await store.countAnnouncements(tx, ctx.member.id);
    if (open >= OPEN_ADS_MAX) throw new AppError('announcement.too_many');
    if (all >= ADS_MAX) throw new AppError('announcement.too_many_kept');
    const event = await shareLockEvent(tx, input.event_id);
    if (!event) throw new AppError('announcement.event_gone');
    const stateError = eventError(event.status);
    if (stateError) throw new AppError(stateError);
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
    return readAd(tx, id);
  });
}

/** Also throws the errors of {@link lockOwnAd}. */
export function updateAnnouncement(
  ctx: MemberContext,
  { id, version, name_change_fee, ...change }: AnnouncementEdit,
): Promise<OwnAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    const ad = await lockOwnAd(tx, ctx, id, editError);
    if (version !== null && version !== ad.version) throw new AppError('announcement.changed');
    const fee = { name_change_fee: name_change_fee || null };
    await store.changeAnnouncement(tx, id, ad.version, { ...change, ...fee });
    return readAd(tx, id);
  });
}

/** Throws the errors of {@link lockOwnAd}. */
export function completeAnnouncement(ctx: MemberContext, id: string): Promise<OwnAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    const ad = await lockOwnAd(tx, ctx, id, completeError);
    await store.changeAnnouncement(tx, id, ad.version, { is_completed: true });
    return readAd(tx, id);
  });
}

/** Shows an ad again that was paused with its race. Throws the errors of {@link lockOwnAd}. */
export function renewAnnouncement(ctx: MemberContext, id: string): Promise<OwnAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    const ad = await lockOwnAd(
      tx,
      ctx,
      id,
      (found) => editError(found) ?? eventError(found.event_status ?? undefined),
    );
    await store.changeAnnouncement(tx, id, ad.version, { is_paused: false });
    return readAd(tx, id);
  });
}

/** Throws the errors of {@link lockOwnAd}. */
export function deleteAnnouncement(ctx: MemberContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const memberIds = await store.lockAdAndFindMembers(tx, id);
    await lockOwnAd(tx, ctx, id);
    await store.removeAnnouncement(tx, id);
    await notifyMembers(tx, memberIds);
    return { message: 'Annons borttagen' };
  });
}

type LockedAd = NonNullable<Awaited<ReturnType<typeof store.lockAnnouncement>>>;

async function lockOwnAd(
  db: Db,
  { member }: MemberContext,
  id: string,
  findError?: (ad: LockedAd) => ErrorCode | undefined,
) {
  const ad = await store.lockAnnouncement(db, id);
  if (!ad) throw new AppError('announcement.not_found');
  if (ad.user_id !== member.id) throw new AppError('announcement.not_own');
  const code = findError?.(ad);
  if (code) throw new AppError(code);
  return ad;
}

async function readAd(db: Db, id: string): Promise<OwnAnnouncement> {
  const ad = await store.findAnnouncement(db, id);
  if (!ad) throw new AppError('announcement.not_found');
  return ad;
}
