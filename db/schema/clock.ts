import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** One row: what the instances know about the time, so that a wrong clock deletes nothing. */
export const clock = pgTable(
  'clock',
  {
    id: integer().primaryKey().default(1),
    /** The latest time that an instance has seen and trusted. */
    latest_seen: instant().notNull(),
    /** By how much an operator accepted that the clock of an instance is ahead of the database's, in milliseconds. */
    accepted_difference: bigint({ mode: 'number' }).notNull().default(0),
  },
  (table) => [check('clock_one_row', sql`${table.id} = 1`)],
);
