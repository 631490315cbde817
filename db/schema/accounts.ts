import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from './columns';

/** Marketplace users (section 3). `email` is lower case; `username` is the other name to log in with (D7). */
export const accounts = pgTable('marketplace_users', {
  id: id(),
  email: text().notNull().unique(),
  username: text().notNull().unique(),
  /** argon2id in PHC format (D9). */
  password_hash: text().notNull(),
  /**
   * The hash of the password with which the address was first registered again after it was verified. It never logs in: it
   * gets the response of an unverified account, which the stranger would have had if there had been no account (D6).
   */
  stranger_password_hash: text(),
  full_name: text().notNull(),
  phone_number: text(),
  is_verified: boolean().notNull().default(false),
  /** Registered again before it was verified: whose password it has nobody knows, and only a reset verifies it. */
  is_contested: boolean().notNull().default(false),
  is_suspended: boolean().notNull().default(false),
  created_at: instant().notNull().default(sql`now()`),
  last_login: instant(),
});

/**
 * User names that are taken: one by each registration. A registration of an address that has an account takes one too,
 * stored as # and its SHA-256. Otherwise the names of later accounts would reveal which registrations made one (D6).
 */
export const takenNames = pgTable(
  'marketplace_usernames',
  {
    username: text().primaryKey(),
    /** Null when the registration made no account. */
    user_id: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
  },
  (table) => [index('marketplace_usernames_by_user').on(table.user_id)],
);

/** Who is logged in, by the SHA-256 of the token that was shown once (D8). */
export const sessions = pgTable(
  'marketplace_sessions',
  {
    token_hash: text().primaryKey(),
    user_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    created_at: instant().notNull().default(sql`now()`),
    expires_at: instant().notNull(),
  },
  (table) => [index('marketplace_sessions_by_user').on(table.user_id)],
);

/** Addresses a member has logged in from. Guesses from other addresses do not lock these out (D23). */
export const loginAddresses = pgTable(
  'marketplace_login_addresses',
  {
    user_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** An IPv4 address or an IPv6 /64. */
    address: text().notNull(),
    last_login: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.address] })],
);

/** Links that were mailed, by the SHA-256 of their token (D8). A verification works again once used: it is idempotent. */
export const accountTokens = pgTable(
  'marketplace_tokens',
  {
    token_hash: text().primaryKey(),
    purpose: text().$type<'verification' | 'reset' | 'privacy'>().notNull(),
    user_id: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    created_at: instant().notNull().default(sql`now()`),
    expires_at: instant().notNull(),
    used_at: instant(),
  },
  (table) => [
    index('marketplace_tokens_by_user').on(table.user_id),
    check('marketplace_tokens_purpose', sql`${table.purpose} in ('verification', 'reset', 'privacy')`),
  ],
);

/** Who has deleted their account, by the SHA-256 of its id: an import of an older backup does not bring them back (D19). */
export const deletedAccounts = pgTable('deleted_accounts', {
  id_hash: text().primaryKey(),
  deleted_at: instant().notNull().default(sql`now()`),
  /** By themselves: then whoever they wrote with keeps what they wrote (D36). By an admin it goes too (section 8). */
  by_self: boolean().notNull().default(false),
});
