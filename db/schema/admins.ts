import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from './columns';

/** `username` is lower case. */
export const admins = pgTable('admins', {
  id: id(),
  username: text().notNull().unique(),
  password_hash: text().notNull(),
  /** The password was generated at the first start. */
  must_change_password: boolean().notNull().default(false),
  created_at: instant().notNull().default(sql`now()`),
  last_login: instant(),
});

export const adminSessions = pgTable(
  'admin_sessions',
  {
    token_hash: text().primaryKey(),
    admin_id: uuid()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    created_at: instant().notNull().default(sql`now()`),
    expires_at: instant().notNull(),
    /** When the password was last entered in this session. Dangerous operations require this to be recent. */
    confirmed_at: instant().notNull().default(sql`now()`),
  },
  (table) => [index('admin_sessions_by_admin').on(table.admin_id)],
);

export const adminLoginAddresses = pgTable(
  'admin_login_addresses',
  {
    admin_id: uuid()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    last_login: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.admin_id, table.address] })],
);
