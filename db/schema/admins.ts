import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** `username` is lower case. */
export const admins = pgTable('admins', {
  id: id(),
  username: text().notNull().unique(),
  password_hash: text().notNull(),
  /** The password was generated at the first start. */
  must_change_password: boolean().notNull().default(false),
  created_at: instant().notNull().default(sql`now()`),
  last_login: instant(),
  /** For the weekly digest, in lower case. */
  email: text(),
  /** Whether a digest of the pending tasks is mailed every week. */
  wants_digest: boolean().notNull().default(false),
  /** The day in Stockholm of the last digest. */
  digest_sent_on: date({ mode: 'string' }),
  /** In base32. Not in use until it is confirmed. */
  totp_secret: text(),
  totp_confirmed_at: instant(),
  /** The last time step whose code was used, so that no code is used twice. */
  totp_last_step: integer(),
});

export const adminSessions = pgTable(
  'admin_sessions',
  {
    token_hash: text().primaryKey(),
    /** Names the session in lists, because nobody may see its token. */
    id: uuid().notNull().unique().defaultRandom(),
    admin_id: uuid()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    created_at: instant().notNull().default(sql`now()`),
    expires_at: instant().notNull(),
    /** When password and second factor were last entered in this session. Dangerous operations require this. */
    confirmed_at: instant().notNull(),
    last_used_at: instant().notNull().default(sql`now()`),
    /** The browser and system, read from `User-Agent`. */
    device: text(),
    /** Whether the login had a second factor. */
    has_second_factor: boolean().notNull().default(false),
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

/** WebAuthn credentials. */
export const adminPasskeys = pgTable(
  'admin_passkeys',
  {
    /** The credential id in base64url. */
    id: text().primaryKey(),
    admin_id: uuid()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** In base64url. */
    public_key: text().notNull(),
    counter: integer().notNull(),
    transports: text().array().notNull().default([]),
    /** Given by the admin. */
    name: text().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    last_used_at: instant(),
  },
  (table) => [index('admin_passkeys_by_admin').on(table.admin_id)],
);

/** Each works once instead of a second factor. */
export const adminRecoveryCodes = pgTable(
  'admin_recovery_codes',
  {
    admin_id: uuid()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    code_hash: text().notNull(),
    used_at: instant(),
  },
  (table) => [primaryKey({ columns: [table.admin_id, table.code_hash] })],
);

/** WebAuthn challenges that wait for their response. Each works once. */
export const adminChallenges = pgTable(
  'admin_challenges',
  {
    challenge: text().primaryKey(),
    /** Null for a login before the admin is known. */
    admin_id: uuid().references(() => admins.id, { onDelete: 'cascade' }),
    purpose: text().$type<'register' | 'login' | 'confirm'>().notNull(),
    expires_at: instant().notNull(),
  },
  (table) => [
    index('admin_challenges_by_admin').on(table.admin_id),
    index('admin_challenges_by_end').on(table.expires_at),
    check('admin_challenges_purpose', sql`${table.purpose} in ('register', 'login', 'confirm')`),
  ],
);
