import { sql } from 'drizzle-orm';
import type { Db } from '#src/platform/database.ts';
import { exactlyOne } from './rows.ts';

const RESTORE_LOCK = 7_021_031;

/** Thrown to background work while a backup is imported. It runs again later. */
export class RestoreRunning extends Error {
  override readonly name = 'RestoreRunning';
  constructor() {
    super('A backup is being imported. Background work waits until it is done.');
  }
}

/**
 * Keeps background work of all instances out until the transaction ends. Waits until that which runs is done. A waiting
 * import keeps new work out too.
 */
export async function keepBackgroundOut(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${RESTORE_LOCK})`);
}

/** For background work: its transactions throw {@link RestoreRunning} while a backup is imported, or waits to be. */
export const pausedByRestores = (db: Db): Db => ({
  select: db.select.bind(db) as Db['select'],
  with: db.with.bind(db) as Db['with'],
  $with: db.$with,
  execute: db.execute.bind(db) as Db['execute'],
  insert: db.insert.bind(db),
  update: db.update.bind(db),
  delete: db.delete.bind(db),
  transaction: (work, options) =>
    db.transaction(async (tx) => {
      const { is_free } = await exactlyOne(
        tx.execute<{ is_free: boolean }>(
          sql`select pg_try_advisory_xact_lock_shared(${RESTORE_LOCK}) as is_free`,
        ),
      );
      if (!is_free) throw new RestoreRunning();
      return work(tx);
    }, options),
});
