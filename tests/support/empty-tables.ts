import type { Sql } from 'postgres';
import { databaseCode } from '#src/platform/failures.ts';

const DEADLOCK = '40P01';

/** `tables` are names separated by commas. Retries, because background work may lock tables in another order. */
export async function emptyTables(sql: Sql, tables: string): Promise<void> {
  for (let triesLeft = 5; ; triesLeft--)
    try {
      await sql.unsafe(`truncate ${tables} cascade`);
      return;
    } catch (error) {
      if (triesLeft === 0 || databaseCode(error) !== DEADLOCK) throw error;
    }
}
