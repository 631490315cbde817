import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** `email` is lower case. Members log in with either `email` or `username`. */
export const accounts = pgTable('marketplace_users', {
  id: id(),
  email: text().notNull().unique(),
  username: text().notNull().unique(),
  password_hash: text().notNull(),
  /**
   * The password of the first registration with this address after it was verified. It cannot log in, but it gets the
   * response for an unverified account, so that the response does not reveal that the account existed.
   */
  stranger_password_hash: text(),
  full_name: text().notNull(),
  phone_number: text(),
  is_verified: boolean().notNull().default(false),
  /** Registered again before it was verified. Nobody knows whose password it has, so only a reset verifies it. */
  is_contested: boolean().notNull().default(false),
  is_suspended: boolean().notNull().default(false),
  /** Whether the member is mailed about new ads that match their own. */
  match_alerts: boolean().notNull().default(true),
  created_at: instant().notNull().default(sql`now()`),
  last_login: instant(),
});

/**
 * User names that are taken. Each registration takes one, even if its address already has an account. That one is
 * stored as `#` and its SHA-256. Otherwise the names of later accounts would reveal which registrations created one.
 */
export const takenNames = pgTable(
  'marketplace_usernames',
  {
    username: text().primaryKey(),
    /** Null if the registration created no account. */
    user_id: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
  },
  (table) => [index('marketplace_usernames_by_user').on(table.user_id)],
);

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

/** Addresses a member has logged in from. Failed sign-ins from other addresses do not lock them out. */
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

/** Tokens of mailed links. A verification token can be used again: it is idempotent. */
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

/** The SHA-256 of ids of deleted accounts and erased watchers: importing an older backup does not restore them. */
export const deletedAccounts = pgTable('deleted_accounts', {
  id_hash: text().primaryKey(),
  deleted_at: instant().notNull().default(sql`now()`),
  /** If the member did it, the others keep their own messages. If an admin did, whole conversations are deleted. */
  by_self: boolean().notNull().default(false),
});
