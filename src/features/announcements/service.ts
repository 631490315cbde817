import { setImmediate } from 'node:timers/promises';
import { lockMember, notifyMembers } from '#src/features/accounts/service.ts';
import { isUpcoming } from '#src/features/events/rules.ts';
import { shareLockEvent } from '#src/features/events/service.ts';
import { transferError, transferOf } from '#src/features/events/transfer/rules.ts';
import type { Context, MemberContext } from '#src/platform/context.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import type { JsonList } from '#src/platform/snapshot/json-rows.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { AppError, type ErrorCode } from '#src/shared/errors.ts';
import { readAdContext } from './context/service.ts';
import type { AnnouncementEdit, Completion, NewAnnouncement, OwnAnnouncement } from './contract.ts';
import { leaveDealsAbout } from './deals/store.ts';
import {
  ADS_MAX,
  type AdContext,
  adPath,
  completeError,
  describeAd,
  distanceOf,
  editError,
  eventError,
  NO_RULES,
  NOT_RESERVED,
  OPEN_ADS_MAX,
  orderNumberOf,
  renewError,
} from './rules.ts';
import * as store from './store.ts';

export { detachFromAds, isDeal } from './deals/store.ts';

/** Whether an ad is shown to everybody, in queries of other features that join its event and its owner. */
export const { isListed: isListedAd } = store;

/** Returns a JSON list of PublicAnnouncement. */
export async function listAnnouncements(ctx: Context): Promise<JsonList> {
  const { db } = ctx.database;
  const context = await readAdContext(ctx, db, 'with open ads');
  const list = await store.findPublicAnnouncements(db, context.today);
  const pages: string[] = [];
  for (const page of list.pages) {
    const rows = JSON.parse(`[${page}]`) as AdRow[];
    pages.push(rows.map((row) => JSON.stringify(describeAd(row, context))).join(',\n'));
    await setImmediate();
  }
  return { ...list, pages };
}

/** The path of an open ad, `gone` for a closed or deleted one, undefined if there never was one. */
export async function findAdPath(ctx: Context, path: string): Promise<string | undefined> {
  const orderNumber = orderNumberOf(path);
  if (!orderNumber) return undefined;
  const { db } = ctx.database;
  if (await store.isNumberListed(db, orderNumber, dayInStockholm(ctx.now()))) return adPath(orderNumber);
  return (await hasBeenGiven(db, orderNumber)) ? 'gone' : undefined;
}

/** Whether an ad has or had the number. */
export async function hasBeenGiven(db: Reader, orderNumber: string): Promise<boolean> {
  return Number(orderNumber.slice('SP-'.length)) <= (await store.findLastNumber(db));
}

type AdRow = Parameters<typeof describeAd>[0];

/** All ads of the member, newest first. */
export async function listOwnAnnouncements(ctx: MemberContext): Promise<OwnAnnouncement[]> {
  const { db } = ctx.database;
  const context = await readAdContext(ctx, db, ctx.member);
  const rows = await store.findAnnouncementsOf(db, ctx.member.id, context.today);
  return rows.map((row) => describeOwnAd(row, context));
}

export function createAnnouncement(ctx: MemberContext, input: NewAnnouncement): Promise<OwnAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    // Serializes concurrent calls of one member, so that the limits count all earlier ads.
    await lockMember(tx, ctx.member);
    const today = dayInStockholm(ctx.now());
    await requireRoom(tx, ctx, today, { isNew: true });
    const event = await shareLockEvent(tx, input.event_id);
    if (!event) throw new AppError('announcement.event_gone');
    const stateError = eventError(event.status);
    if (stateError) throw new AppError(stateError);
    if (!isUpcoming(event, today)) throw new AppError('announcement.event_passed');
    const distance = distanceOf(event, input.distance);
    if (distance === undefined) throw new AppError('announcement.distance');
    const ruleError = transferError(transferOf(event, distance, today));
    if (ruleError) throw new AppError(ruleError);
    const now = ctx.now().toISOString();
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
      created_at: now,
      renewed_at: now,
    });
    return readOwnAd(tx, ctx, id);
  });
}

/** Requires a lock on the member. Throws `announcement.too_many`, `announcement.too_many_kept`. */
async function requireRoom(db: Db, { member }: MemberContext, today: string, { isNew }: { isNew: boolean }) {
  const { all, open } = await store.countAnnouncements(db, member.id, today);
  if (open >= OPEN_ADS_MAX) throw new AppError('announcement.too_many');
  if (isNew && all >= ADS_MAX) throw new AppError('announcement.too_many_kept');
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
    return readOwnAd(tx, ctx, id);
  });
}

/** Throws the errors of {@link lockOwnAd}. */
export function completeAnnouncement(
  ctx: MemberContext,
  { id, final_price }: Completion,
): Promise<OwnAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    const ad = await lockOwnAd(tx, ctx, id, completeError);
    await store.changeAnnouncement(tx, id, ad.version, {
      is_completed: true,
      completed_at: ctx.now().toISOString(),
      final_price,
      ...NOT_RESERVED,
    });
    await notifyMembers(tx, [ctx.member.id, ...(await store.findParticipants(tx, id))]);
    return readOwnAd(tx, ctx, id);
  });
}

/**
 * Shows an expired or paused ad again, and starts its 60 days anew. Throws the errors of {@link lockOwnAd} and of
 * {@link renewError}, `announcement.too_many`.
 */
export function renewAnnouncement(ctx: MemberContext, id: string): Promise<OwnAnnouncement> {
  return ctx.database.db.transaction(async (tx) => {
    // Serializes concurrent renewals, so that the limit counts all open ads.
    await lockMember(tx, ctx.member);
    const today = dayInStockholm(ctx.now());
    const ad = await lockOwnAd(tx, ctx, id, (found) =>
      found.is_hidden
        ? (editError(found) ?? 'announcement.inactive')
        : renewError(
            { ...found, transfer: transferOf(found.event ?? NO_RULES, found.distance, today) },
            today,
          ),
    );
    if (!ad.is_active) await requireRoom(tx, ctx, today, { isNew: false });
    await store.changeAnnouncement(tx, id, ad.version, {
      is_paused: false,
      renewed_at: ctx.now().toISOString(),
    });
    return readOwnAd(tx, ctx, id);
  });
}

/** The others keep the deals about it. Throws the errors of {@link lockOwnAd}. */
export function deleteAnnouncement(ctx: MemberContext, id: string): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const memberIds = await store.lockAdAndFindMembers(tx, id);
    const ad = await lockOwnAd(tx, ctx, id);
    await leaveDealsAbout(tx, { id, user_id: ad.user_id }, ctx.now().toISOString());
    await store.removeAnnouncement(tx, id);
    await notifyMembers(tx, memberIds);
    return { message: 'Annons borttagen' };
  });
}

type LockedAd = NonNullable<Awaited<ReturnType<typeof store.lockAnnouncement>>>;

/** Throws `announcement.not_found`, `announcement.not_own` and what `findError` returns. */
export async function lockOwnAd(
  db: Db,
  ctx: MemberContext,
  id: string,
  findError?: (ad: LockedAd) => ErrorCode | undefined,
) {
  const ad = await store.lockAnnouncement(db, id, dayInStockholm(ctx.now()));
  if (!ad) throw new AppError('announcement.not_found');
  if (ad.user_id !== ctx.member.id) throw new AppError('announcement.not_own');
  const code = findError?.(ad);
  if (code) throw new AppError(code);
  return ad;
}

export async function readOwnAd(db: Db, ctx: MemberContext, id: string): Promise<OwnAnnouncement> {
  const context = await readAdContext(ctx, db, ctx.member);
  const ad = await store.findAnnouncement(db, id, context.today);
  if (!ad) throw new AppError('announcement.not_found');
  return describeOwnAd(ad, context);
}

/** Advice is for buyers. */
const describeOwnAd = <Ad extends AdRow>(ad: Ad, context: AdContext) => ({
  ...describeAd(ad, context),
  advice: [],
});
