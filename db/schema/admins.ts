import { sql } from 'drizzle-orm';
import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from './columns';

/** Who may log in to the admin portal. `username` is lower case. */
export const admins = pgTable('admins', {
  id: id(),
  username: text().notNull().unique(),
  /** argon2id in PHC format (D9). */
  password_hash: text().notNull(),
  created_at: instant().notNull().default(sql`now()`),
  last_login: instant(),
});

/** Which admins are logged in, by the SHA-256 of the token that was shown once (D8). */
export const adminSessions = pgTable(
  'admin_sessions',
  {
    token_hash: text().primaryKey(),
    admin_id: uuid()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    created_at: instant().notNull().default(sql`now()`),
    expires_at: instant().notNull(),
  },
  (table) => [index('admin_sessions_by_admin').on(table.admin_id)],
);
