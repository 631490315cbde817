import { and, eq, lt, sql } from 'drizzle-orm';
import { outbox } from '../../../db/schema';
import type { Db } from '../database';

/**
 * An ordered mail that this worker has taken. `attempts` counts its takers: it says whose the row is. `refusals` counts
 * how often it failed through its own fault.
 */
export type Claimed = {
  id: string;
  kind: string;
  about: Record<string, string>;
  attempts: number;
  refusals: number;
  at: Date;
};

const inSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds})` as never;
const KEEP_GIVEN_UP = sql`now() - interval '90 days'`;

/**
 * Takes up to `limit` mails that are due, the longest due first. Nobody else takes them for `lease` seconds, and
 * whoever dies leaves them to be taken after that. Workers at the same time never get the same row.
 *
 * One whose like was ordered again meanwhile, by the database's clock, goes without being sent: the last is enough, and
 * knows most. That holds only while the words of the last are still to be made. One that was taken and is not due may be
 * on its way with words from before this one's cause: beside it both are sent. `dropped` is how many went that way: then
 * there may be more that are due.
 */
export async function claim(
  db: Db,
  limit: number,
  lease: number,
): Promise<{ claimed: Claimed[]; dropped: number }> {
  const rows = await db.execute<Omit<Claimed, 'at'> & { at: number; is_dropped: boolean }>(sql`
    with due as materialized (
      select id, kind, about, created_at from ${outbox} where due_at <= now() and failed_at is null
      order by due_at limit ${limit} for update skip locked
    ), again as materialized (
      select id from due where exists (
        select from ${outbox} later
        where later.kind = due.kind and later.about = due.about and later.failed_at is null
          and (later.created_at, later.id) > (due.created_at, due.id)
          and (later.attempts = 0 or later.due_at <= now())
      )
    ), dropped as (
      delete from ${outbox} o where id in (select id from again) returning o.*
    ), claimed as (
      update ${outbox} o set due_at = ${inSeconds(lease)}, attempts = o.attempts + 1
      from due where o.id = due.id and o.id not in (select id from again) returning o.*
    )
    select id, kind, about, attempts, refusals, is_dropped, extract(epoch from created_at)::float8 * 1000 as at
    from (select *, false as is_dropped from claimed union all select *, true from dropped) taken`);
  const claimed = [...rows].filter(({ is_dropped }) => !is_dropped);
  return {
    claimed: claimed.map(({ is_dropped: _, ...row }) => ({ ...row, at: new Date(row.at) })),
    dropped: rows.length - claimed.length,
  };
}

/** Still this worker's, and nobody's since. */
const mine = ({ id, attempts }: Claimed) => and(eq(outbox.id, id), eq(outbox.attempts, attempts));

/** Keeps the row for another `lease` seconds while its mail is on the way. */
export async function renew(db: Db, row: Claimed, lease: number): Promise<void> {
  await db
    .update(outbox)
    .set({ due_at: inSeconds(lease) })
    .where(mine(row));
}

/** The mail is sent, or there is nothing to send any more. */
export async function finish(db: Db, row: Claimed): Promise<void> {
  await db.delete(outbox).where(mine(row));
}

/** To be tried again in so many seconds; what it was refused so far is noted. */
export async function putOff(db: Db, row: Claimed, seconds: number): Promise<void> {
  await db
    .update(outbox)
    .set({ due_at: inSeconds(seconds), refusals: row.refusals })
    .where(mine(row));
}

/** Given up, and kept so that it is not lost without a word; the README says how it is sent again. */
export async function giveUp(db: Db, row: Claimed): Promise<void> {
  await db
    .update(outbox)
    .set({ failed_at: sql`now()` as never, refusals: row.refusals })
    .where(mine(row));
}

/** Removes what was given up three months ago. */
export async function sweepOutbox(db: Db): Promise<void> {
  await db.delete(outbox).where(lt(outbox.failed_at, KEEP_GIVEN_UP));
}
