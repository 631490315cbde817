import { sql } from 'drizzle-orm';
import { clock } from '#db/schema/index.ts';
import { exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

const iso = (instant: unknown) =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

export function readClock(
  db: Reader,
): Promise<{ database_now: string; latest_seen: string | null; accepted_difference: number }> {
  return exactlyOne(
    db.execute<{ database_now: string; latest_seen: string | null; accepted_difference: number }>(sql`
      select ${iso(sql`clock_timestamp()`)} as database_now, ${iso(sql`latest_seen`)} as latest_seen,
        coalesce(accepted_difference, 0)::float8 as accepted_difference
      from (select) one left join ${clock} on true`),
  );
}

/** It goes back only by a jump: another instance may be a little ahead. */
export async function storeLatest(db: Db, now: string, jumpMs: number): Promise<void> {
  await db
    .insert(clock)
    .values({ latest_seen: now })
    .onConflictDoUpdate({
      target: clock.id,
      set: {
        latest_seen: sql`case when ${clock.latest_seen} > excluded.latest_seen + make_interval(secs => ${jumpMs / 1000})
          then excluded.latest_seen else greatest(${clock.latest_seen}, excluded.latest_seen) end`,
      },
    });
}

/** `differenceMs` is how much the process is ahead of the database. */
export async function acceptClock(db: Db, now: string, differenceMs: number): Promise<void> {
  const accepted_difference = Math.round(differenceMs);
  await db
    .insert(clock)
    .values({ latest_seen: now, accepted_difference })
    .onConflictDoUpdate({ target: clock.id, set: { latest_seen: now, accepted_difference } });
}
