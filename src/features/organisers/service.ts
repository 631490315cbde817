import { recordAction } from '#src/features/audit/service.ts';
import { findSeries, lockSeries } from '#src/features/events/series/service.ts';
import { isYoungerThan } from '#src/platform/clock/rules.ts';
import type { AdminContext, BackgroundContext, Context, Organiser } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { deleteQueuedMails } from '#src/platform/mail.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { retentionStart } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import type {
  OrganiserData,
  OrganiserId,
  OrganiserInput,
  Organiser as OrganiserOfSeries,
} from './contract.ts';
import { queueLinkMail } from './mails.ts';
import { expiryOf, isActive, LINK_MONTHS, ORGANISERS_MAX } from './rules.ts';
import * as store from './store.ts';

/** How exactly the last use is stored, because most calls should not write. */
const USE_INTERVAL_MS = 3_600_000;

/** The organiser with a mailed link. Undefined for a token that is unknown, revoked or expired. */
export async function organiserOf(ctx: Context, token: string): Promise<Organiser | undefined> {
  const { db } = ctx.database;
  const now = ctx.now();
  const found = await store.findByToken(db, hashToken(token), now.toISOString());
  if (!found) return undefined;
  const { last_used_at, ...organiser } = found;
  if (!last_used_at || !isYoungerThan(last_used_at, USE_INTERVAL_MS, now))
    // A failure must not fail the call, which may only read.
    await db
      .transaction((tx) => store.recordUse(tx, organiser.id, now.toISOString()))
      .catch((err) => ctx.log.debug({ err }, 'The last use of the link of an organiser was not stored.'));
  return organiser;
}

type Row = Awaited<ReturnType<typeof store.findOrganisers>>[number];

const withState = (row: Row, now: Date): OrganiserOfSeries => ({ ...row, is_active: isActive(row, now) });

export async function listOrganisers(ctx: AdminContext, seriesId: string): Promise<OrganiserOfSeries[]> {
  const { db } = ctx.database;
  await findSeries(db, seriesId);
  return (await store.findOrganisers(db, seriesId)).map((row) => withState(row, ctx.now()));
}

export const inviteOrganiser = (
  ctx: AdminContext,
  { id, email }: OrganiserInput,
): Promise<OrganiserOfSeries> =>
  ctx.database.db.transaction(async (tx) => {
    // Otherwise two invitations at once could exceed the limit.
    await lockSeries(tx);
    return addOrganiser(tx, ctx, id, email);
  });

/** Mails the link. For an address that has one, a new one that replaces it. */
async function addOrganiser(
  tx: Db,
  ctx: AdminContext,
  seriesId: string,
  email: string,
): Promise<OrganiserOfSeries> {
  const { name } = await findSeries(tx, seriesId);
  if ((await store.countOthers(tx, seriesId, email)) >= ORGANISERS_MAX)
    throw new AppError('organiser.too_many');
  const row = await store.upsertOrganiser(tx, {
    series_id: seriesId,
    email,
    created_at: ctx.now().toISOString(),
    created_by: ctx.admin.username,
    expires_at: expiryOf(ctx.now()),
  });
  // Each mail makes the link of the one before useless.
  await deleteQueuedMails(tx, 'organiser', { organiser_id: row.id });
  await queueLinkMail(tx, { organiser_id: row.id, email });
  await recordAction(tx, ctx, 'organiser.invite', { id: row.id, name: `${name}: ${email}` });
  return withState(row, ctx.now());
}

/** For an approved submission. Does nothing if its event has no series. */
export async function addOrganiserOfEvent(
  tx: Db,
  ctx: AdminContext,
  eventId: string,
  email: string,
): Promise<void> {
  const seriesId = await store.findSeriesOfEvent(tx, eventId);
  if (seriesId) await addOrganiser(tx, ctx, seriesId, email);
}

/** Idempotent. The link is dead at the next request, on every instance. */
export function revokeOrganiser(
  ctx: AdminContext,
  { id: seriesId, organiser_id: id }: OrganiserId,
): Promise<{ message: string }> {
  return ctx.database.db.transaction(async (tx) => {
    const { name } = await findSeries(tx, seriesId);
    const email = await store.revokeOrganiser(tx, { seriesId, id, now: ctx.now().toISOString() });
    if (email === undefined) throw new AppError('organiser.not_found');
    await deleteQueuedMails(tx, 'organiser', { organiser_id: id });
    await recordAction(tx, ctx, 'organiser.revoke', { id: seriesId, name: `${name}: ${email}` });
    return { message: 'Länken är återkallad.' };
  });
}

/** Call it only with addresses whose owner has been verified. */
export async function findOrganiserDataOf(db: Db, emails: string[]): Promise<OrganiserData> {
  return { links: await store.findLinksOf(db, emails), proposals: await store.findProposalsFrom(db, emails) };
}

/** For the links of an imported backup. */
export const limitLinks = (tx: Db, now: Date): Promise<void> =>
  store.limitExpiry(tx, now.toISOString(), LINK_MONTHS);

export async function sweepOrganisers(ctx: BackgroundContext): Promise<void> {
  const since = retentionStart(ctx.now(), ctx.config.retentionDays);
  if (!since) return;
  await ctx.database.db.transaction(async (tx) => {
    await store.deleteReviewedBefore(tx, since);
    await store.deleteEndedBefore(tx, since);
  });
}
