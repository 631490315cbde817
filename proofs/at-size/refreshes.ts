import { sql } from 'drizzle-orm';
import { listEvents } from '#src/features/events/store.ts';
import { type ConnectionTarget, openDatabase } from '#src/platform/database.ts';

/** How many of `count` reads of the whole list fail, if `limit` replaces the statement timeout of refreshes. */
export async function countFailingReads(
  target: ConnectionTarget,
  limit: string,
  count: number,
): Promise<number> {
  const database = openDatabase(target, { settings: { statement_timeout: limit } });
  let failed = 0;
  try {
    for (let turn = 0; turn < count; turn++) {
      // The first statement of a connection also reads the types.
      await database.refreshes.execute(sql`select 1`).catch(() => {});
      await listEvents(database.refreshes, '2027-03-01').catch(() => failed++);
    }
  } finally {
    await database.close();
  }
  return failed;
}
