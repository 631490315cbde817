import { asc, sql } from 'drizzle-orm';
import { events } from '#db/schema/index.ts';
import { idsIn } from '#src/platform/database/ids-in.ts';
import type { Db } from '#src/platform/database.ts';

/** New ads and watches wait too. */
export function lockForMerge(tx: Db, ids: readonly string[]) {
  return tx
    .select()
    .from(events)
    .where(sql`${events.id} = ${idsIn(ids)}`)
    .orderBy(asc(events.id))
    .for('update');
}
