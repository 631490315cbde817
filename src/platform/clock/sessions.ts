import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { SKEW_MS } from './rules.ts';

/**
 * Whether a session was made by a clock that was right. One that was made ahead of the time would live for as long as
 * the clock was wrong.
 */
export const wasMadeBefore = (createdAt: SQLWrapper, now: SQLWrapper | string): SQL =>
  sql`${createdAt} <= ${now}::timestamptz + make_interval(secs => ${sql.raw(String(SKEW_MS / 1000))})`;
