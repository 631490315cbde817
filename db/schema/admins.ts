import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from './columns';

/** Admin accounts. `username` is lower case. */
export const admins = pgTable('admins', {
  id: id(),
  username: text().notNull().unique(),
  /** argon2id in PHC format. */
  password_hash: text().notNull(),
  /** Whether the password was generated at the first start. It must then be changed before anything else. */
  must_change_password: boolean().notNull().default(false),
  created_at: instant().notNull().default(sql`now()`),
  last_login: instant(),
});

/** Admin sessions. Only the SHA-256 of the token is stored. */
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

/** The addresses an admin has logged in from. Failed sign-ins from other addresses do not lock them out. */
export const adminLoginAddresses = pgTable(
  'admin_login_addresses',
  {
    admin_id: uuid()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** An IPv4 address or an IPv6 /64. */
    address: text().notNull(),
    last_login: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.admin_id, table.address] })],
);
