import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The times of the latest attempts under a key such as `contact:203.0.113.7`. */
export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  hits: timestamp({ withTimezone: true, mode: 'string' }).array().notNull(),
  expires_at: instant().notNull(),
});
