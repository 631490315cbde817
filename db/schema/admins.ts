import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from './columns';

/** Who may log in to the admin portal. `username` is lower case. */
export const admins = pgTable('admins', {
  id: id(),
  username: text().notNull().unique(),
  /** argon2id in PHC format (D9). */
  password_hash: text().notNull(),
  /** The password was generated at the first start and must be changed before anything else (D2). */
  must_change_password: boolean().notNull().default(false),
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
    /** When the password was last entered in this session. Dangerous acts require that to be recent (D8). */
    confirmed_at: instant().notNull().default(sql`now()`),
  },
  (table) => [index('admin_sessions_by_admin').on(table.admin_id)],
);

/** Addresses an admin has logged in from. Guesses from other addresses do not lock these out (D23). */
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
