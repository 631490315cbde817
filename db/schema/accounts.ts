import { sql } from 'drizzle-orm';
import { boolean, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant } from './columns';

/** Marketplace users (section 3). */
export const accounts = pgTable('marketplace_users', {
  id: id(),
  email: text().notNull().unique(),
  full_name: text().notNull(),
  phone_number: text(),
  is_verified: boolean().notNull().default(false),
  is_suspended: boolean().notNull().default(false),
  created_at: instant().notNull().default(sql`now()`),
  last_login: instant(),
});
