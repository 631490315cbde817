import { and, eq, type SQL, sql } from 'drizzle-orm';
import { accounts, takenNames } from '#db/schema/index.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

type AccountRow = typeof accounts.$inferInsert;

export const ownAccountColumns = {
  id: accounts.id,
  email: accounts.email,
  username: accounts.username,
  full_name: accounts.full_name,
  phone_number: accounts.phone_number,
  match_alerts: accounts.match_alerts,
  is_verified: accounts.is_verified,
  created_at: accounts.created_at,
  last_login: accounts.last_login,
};

export function findAccount(db: Reader, by: { user_id: string } | { email: string }) {
  return atMostOne(
    db
      .select({
        ...ownAccountColumns,
        is_contested: accounts.is_contested,
        is_suspended: accounts.is_suspended,
      })
      .from(accounts)
      .where('email' in by ? eq(accounts.email, by.email) : eq(accounts.id, by.user_id)),
  );
}

/** A taken name without an account is stored as a hash, because it may be a person's name. */
const hashedName = (name: SQL) => sql<string>`'#' || encode(sha256(convert_to(${name}, 'UTF8')), 'hex')`;

/** The first free name among `name`, `name2`, `name3` and so on. */
const firstFreeName = (name: string) => sql<string>`(
  with recursive tried (name, n) as (
    select ${name}::text, 1
    union all
    select ${name}::text || (n + 1), n + 1 from tried
      where exists (select from ${takenNames} taken
        where taken.username in (tried.name, ${hashedName(sql`tried.name`)}))
  ) select name from tried order by n desc limit 1)`;

/**
 * Concurrent registrations of the same name wait until the transaction ends. Returns undefined if a registration of a
 * different name took it concurrently.
 */
export async function reserveName(db: Db, name: string): Promise<string | undefined> {
  // Without trailing digits: `bo.ek2` is the second Bo Ek, or the first Bo Ek2.
  const lock = `username ${name.replace(/\d+$/, '')}`;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
  const row = await atMostOne(
    db
      .insert(takenNames)
      .values({ username: firstFreeName(name) as never })
      .onConflictDoNothing()
      .returning({ username: takenNames.username }),
  );
  return row?.username;
}

/**
 * Assigns the reserved name to the created account. If the registration created none, the name stays taken, as a hash.
 * Returns false if no account has that e-mail.
 */
export async function assignName(
  db: Db,
  username: string,
  createdId: string | undefined,
  email: string,
): Promise<boolean> {
  const row = await atMostOne(
    db
      .update(takenNames)
      .set({
        user_id: createdId ?? null,
        username: createdId ? username : (hashedName(sql`${username}::text`) as never),
      })
      .where(eq(takenNames.username, username))
      .returning({ hasAccount: sql<boolean>`exists (select from ${accounts} where email = ${email})` }),
  );
  return row?.hasAccount === true;
}

/**
 * Releases names that an account holds but does not use, and keeps them taken as hashes. Before migration 0009, a
 * registration with the address of an existing account left a second name on that account.
 */
export async function releaseNames(db: Reader): Promise<void> {
  await db.execute(sql`
    with released as (
      delete from ${takenNames} where exists (
        select from ${accounts}
        where ${accounts.id} = ${takenNames.user_id} and ${accounts.username} <> ${takenNames.username}
      ) returning username
    )
    insert into ${takenNames} (username) select ${hashedName(sql`username`)} from released on conflict do nothing`);
}

export async function insertAccount(db: Db, account: AccountRow): Promise<string | undefined> {
  const row = await atMostOne(
    db.insert(accounts).values(account).onConflictDoNothing().returning({ id: accounts.id }),
  );
  return row?.id;
}

/**
 * Records a registration on the account that already had its address. `createdId` is the account that the registration
 * created, if any.
 */
export async function recordRegistration(
  db: Db,
  email: string,
  password_hash: string,
  createdId: string | undefined,
): Promise<void> {
  const { is_verified, is_contested, stranger_password_hash } = accounts;
  await db
    .update(accounts)
    .set({
      is_contested: sql`${is_contested} or not ${is_verified}`,
      stranger_password_hash: sql`case when ${is_verified}
        then coalesce(${stranger_password_hash}, ${password_hash}) else ${stranger_password_hash} end`,
    })
    .where(and(eq(accounts.email, email), sql`${accounts.id} is distinct from ${createdId ?? null}::uuid`));
}

export function updateAccount(
  db: Db,
  id: string,
  change: { [Name in 'full_name' | 'phone_number' | 'match_alerts']?: AccountRow[Name] | undefined },
) {
  return atMostOne(db.update(accounts).set(change).where(eq(accounts.id, id)).returning(ownAccountColumns));
}

/** The caller can read the account's mail, so the account also becomes verified. */
export async function updatePassword(db: Db, id: string, password_hash: string): Promise<void> {
  await db
    .update(accounts)
    .set({ password_hash, is_verified: true, is_contested: false })
    .where(eq(accounts.id, id));
}

/** To change the account's tokens too, lock the account first. */
export async function lockAccount(db: Reader, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, id))
    .for('no key update');
  return rows.length > 0;
}

export async function shareLockAccountRow(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(eq(accounts.id, id))
    .for('key share')
    .prepare('share_lock_account')
    .execute();
  return rows.length > 0;
}
