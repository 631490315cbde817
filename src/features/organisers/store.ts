import { and, asc, count, desc, eq, getTableColumns, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { eventProposals, eventRevisions, events, organisers, series } from '#db/schema/index.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { omit } from '#src/shared/omit.ts';

type OrganiserRow = typeof organisers.$inferSelect;

const publicColumns = omit(getTableColumns(organisers), 'token_hash');
const listedColumns = {
  ...publicColumns,
  is_mailed: sql<boolean>`${organisers.token_hash} is not null`,
};

/** Those with a link that works first, by address. */
export function findOrganisers(db: Reader, seriesId: string) {
  return db
    .select(listedColumns)
    .from(organisers)
    .where(eq(organisers.series_id, seriesId))
    .orderBy(desc(isNull(organisers.revoked_at)), asc(organisers.email), asc(organisers.id));
}

const isLive = (now: string) => and(isNull(organisers.revoked_at), gt(organisers.expires_at, now));

export function findByToken(db: Reader, tokenHash: string, now: string) {
  return atMostOne(
    db
      .select({
        id: organisers.id,
        email: organisers.email,
        series_id: organisers.series_id,
        expires_at: organisers.expires_at,
        last_used_at: organisers.last_used_at,
      })
      .from(organisers)
      .where(and(eq(organisers.token_hash, tokenHash), isLive(now))),
  );
}

export async function recordUse(db: Db, id: string, now: string): Promise<void> {
  await db.update(organisers).set({ last_used_at: now }).where(eq(organisers.id, id));
}

export async function countOthers(db: Reader, seriesId: string, email: string): Promise<number> {
  const row = await exactlyOne(
    db
      .select({ count: count() })
      .from(organisers)
      .where(
        and(
          eq(organisers.series_id, seriesId),
          isNull(organisers.revoked_at),
          sql`${organisers.email} <> ${email}`,
        ),
      ),
  );
  return row.count;
}

type NewOrganiser = Pick<OrganiserRow, 'series_id' | 'email' | 'created_at' | 'created_by' | 'expires_at'>;

/** The same address again gets a new mail and a later end. Its link works until the mail is sent. */
export function upsertOrganiser(db: Db, row: NewOrganiser) {
  return exactlyOne(
    db
      .insert(organisers)
      .values(row)
      .onConflictDoUpdate({
        target: [organisers.series_id, organisers.email],
        targetWhere: isNull(organisers.revoked_at),
        // The link is a new one.
        set: { expires_at: row.expires_at, created_at: row.created_at, created_by: row.created_by },
      })
      .returning(listedColumns),
  );
}

/** Returns the address, or undefined if there is no such organiser. Revoking twice keeps the first time. */
export async function revokeOrganiser(
  db: Db,
  { seriesId, id, now }: { seriesId: string; id: string; now: string },
): Promise<string | undefined> {
  const row = await atMostOne(
    db
      .update(organisers)
      .set({ revoked_at: sql`coalesce(${organisers.revoked_at}, ${now}::timestamptz)` })
      .where(and(eq(organisers.id, id), eq(organisers.series_id, seriesId)))
      .returning({ email: organisers.email }),
  );
  return row?.email;
}

export function findForMail(db: Reader, id: string, now: string) {
  return atMostOne(
    db
      .select({
        email: organisers.email,
        expires_at: organisers.expires_at,
        series_name: series.name,
      })
      .from(organisers)
      .innerJoin(series, eq(series.id, organisers.series_id))
      .where(and(eq(organisers.id, id), isLive(now))),
  );
}

/** Replaces the token of the mail before. Returns false if the link has been revoked meanwhile. */
export async function storeToken(db: Db, id: string, tokenHash: string): Promise<boolean> {
  const rows = await db
    .update(organisers)
    .set({ token_hash: tokenHash })
    .where(and(eq(organisers.id, id), isNull(organisers.revoked_at)))
    .returning({ id: organisers.id });
  return rows.length > 0;
}

/** Links live at most so long from their creation, also those of an imported backup. */
export async function limitExpiry(db: Db, now: string, months: number): Promise<void> {
  const latest = sql`least(${organisers.created_at}, ${now}::timestamptz) + make_interval(months => ${months})`;
  await db
    .update(organisers)
    .set({ expires_at: latest as never })
    .where(sql`${organisers.expires_at} > ${latest}`);
}

/** The series of an event, once it has one. */
export async function findSeriesOfEvent(db: Reader, eventId: string): Promise<string | undefined> {
  const row = await atMostOne(
    db.select({ series_id: events.series_id }).from(events).where(eq(events.id, eventId)),
  );
  return row?.series_id ?? undefined;
}

/** Also their addresses in the history of events, unless they have another link. */
export async function deleteEndedBefore(db: Db, instant: string): Promise<void> {
  const ended = await db
    .delete(organisers)
    .where(or(lt(organisers.revoked_at, instant), lt(organisers.expires_at, instant)))
    .returning({ email: organisers.email });
  if (ended.length === 0) return;
  await db
    .update(eventRevisions)
    .set({ actor: null })
    .where(
      and(
        eq(eventRevisions.actor_kind, 'organiser'),
        inArray(eventRevisions.actor, [...new Set(ended.map(({ email }) => email))]),
        sql`not exists (select from organisers o where o.email = event_revisions.actor)`,
      ),
    );
}

export async function deleteReviewedBefore(db: Db, instant: string): Promise<void> {
  await db.delete(eventProposals).where(lt(eventProposals.reviewed_at, instant));
}

/** `emails` must be in lower case. */
export function findLinksOf(db: Reader, emails: string[]) {
  return db
    .select({
      series_name: series.name,
      email: organisers.email,
      created_at: organisers.created_at,
      expires_at: organisers.expires_at,
      revoked_at: organisers.revoked_at,
      last_used_at: organisers.last_used_at,
    })
    .from(organisers)
    .innerJoin(series, eq(series.id, organisers.series_id))
    .where(inArray(organisers.email, emails))
    .orderBy(asc(organisers.created_at), asc(organisers.id));
}

/** `emails` must be in lower case. */
export function findProposalsFrom(db: Reader, emails: string[]) {
  return db
    .select({
      event_name: events.event_name,
      before: eventProposals.before,
      after: eventProposals.after,
      status: eventProposals.status,
      created_at: eventProposals.created_at,
      admin_comments: eventProposals.admin_comments,
      reviewed_at: eventProposals.reviewed_at,
    })
    .from(eventProposals)
    .innerJoin(events, eq(events.id, eventProposals.event_id))
    .where(inArray(eventProposals.organiser_email, emails))
    .orderBy(asc(eventProposals.created_at), asc(eventProposals.id));
}
