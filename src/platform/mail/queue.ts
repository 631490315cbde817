import { and, eq, lt, sql } from 'drizzle-orm';
import { outbox } from '#db/schema/index.ts';
import type { Db } from '#src/platform/database.ts';
import { omit } from '#src/shared/omit.ts';

/**
 * A mail that this worker has claimed. `attempts` is incremented by each claim, so it identifies the owner of the row.
 * `refusals` counts how often the server rejected the mail.
 */
export type ClaimedMail = {
  id: string;
  kind: string;
  about: Record<string, string>;
  attempts: number;
  refusals: number;
  createdAt: Date;
};

const secondsFromNow = (seconds: number) => sql`now() + make_interval(secs => ${seconds})` as never;
const FAILED_MAILS_CUTOFF = sql`now() - interval '90 days'`;

/**
 * Claims up to `limit` due mails, the longest overdue first. Each claim lasts `leaseSeconds`, after which other
 * workers may claim the mail again. Concurrent workers never get the same row.
 *
 * A mail is deleted unsent if a later mail with the same `kind` and `about` is queued: that one has the newer content.
 * If the later mail may already be in delivery, both are sent: its content may be older than the cause of this mail.
 * `dropped` is the number of deleted mails. If it is not 0, more mails may be due.
 */
export async function claimMails(
  db: Db,
  limit: number,
  leaseSeconds: number,
): Promise<{ claimed: ClaimedMail[]; dropped: number }> {
  const rows = await db.execute<Omit<ClaimedMail, 'createdAt'> & { at: number; is_dropped: boolean }>(sql`
    with due as materialized (
      select id, kind, about, created_at from ${outbox} where due_at <= now() and failed_at is null
      order by due_at limit ${limit} for update skip locked
    ), superseded as materialized (
      select id from due where exists (
        select from ${outbox} later
        where later.kind = due.kind and later.about = due.about and later.failed_at is null
          and (later.created_at, later.id) > (due.created_at, due.id)
          and (later.attempts = 0 or later.due_at <= now())
      )
    ), dropped as (
      delete from ${outbox} o where id in (select id from superseded) returning o.*
    ), claimed as (
      update ${outbox} o set due_at = ${secondsFromNow(leaseSeconds)}, attempts = o.attempts + 1
      from due where o.id = due.id and o.id not in (select id from superseded) returning o.*
    )
    select id, kind, about, attempts, refusals, is_dropped, extract(epoch from created_at)::float8 * 1000 as at
    from (select *, false as is_dropped from claimed union all select *, true from dropped) taken`);
  const claimed = [...rows].filter(({ is_dropped }) => !is_dropped);
  return {
    claimed: claimed.map(({ at, ...row }) => ({ ...omit(row, 'is_dropped'), createdAt: new Date(at) })),
    dropped: rows.length - claimed.length,
  };
}

/** Matches the row only if no other worker has claimed it since. */
const isOwned = ({ id, attempts }: ClaimedMail) => and(eq(outbox.id, id), eq(outbox.attempts, attempts));

export async function renewClaim(db: Db, row: ClaimedMail, leaseSeconds: number): Promise<void> {
  await db
    .update(outbox)
    .set({ due_at: secondsFromNow(leaseSeconds) })
    .where(isOwned(row));
}

export async function deleteMail(db: Db, row: ClaimedMail): Promise<void> {
  await db.delete(outbox).where(isOwned(row));
}

export async function reschedule(db: Db, row: ClaimedMail, seconds: number): Promise<void> {
  await db
    .update(outbox)
    .set({ due_at: secondsFromNow(seconds), refusals: row.refusals })
    .where(isOwned(row));
}

/** Marks a mail as failed and keeps its row. `docs/operations.md` explains how to send it again. */
export async function markFailed(db: Db, row: ClaimedMail): Promise<void> {
  await db
    .update(outbox)
    .set({ failed_at: sql`now()` as never, refusals: row.refusals })
    .where(isOwned(row));
}

export async function sweepOutbox(db: Db): Promise<void> {
  await db.delete(outbox).where(lt(outbox.failed_at, FAILED_MAILS_CUTOFF));
}
