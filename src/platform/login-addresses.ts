import { sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import { adminLoginAddresses, loginAddresses } from '../../db/schema';
import { addressBucket } from './address';
import type { Context, RequestContext } from './context';
import type { Db } from './database';

/** Members and admins have separate accounts, each with a table of the addresses they have logged in from. */
export type AccountKind = 'member' | 'admin';

const TABLES = {
  member: { table: loginAddresses, accountId: loginAddresses.user_id },
  admin: { table: adminLoginAddresses, accountId: adminLoginAddresses.admin_id },
};

/** D23: how long an address stays known after a login from it, in milliseconds. */
const KNOWN_FOR = 30 * 24 * 3_600_000;

const knownSince = (ctx: Context) => new Date(ctx.now().getTime() - KNOWN_FOR).toISOString();

/** Whether that account has logged in from the caller's address in the last 30 days. False for `null`: no account. */
export async function isKnownAddress(
  ctx: RequestContext,
  tx: Db,
  kind: AccountKind,
  accountId: string | null,
): Promise<boolean> {
  const { table, accountId: id } = TABLES[kind];
  const rows = await tx.execute(sql`
    select from ${table} where ${id} = ${accountId}
      and ${table.address} = ${addressBucket(ctx.address)} and ${table.last_login} > ${knownSince(ctx)}`);
  return rows.length > 0;
}

/**
 * Remembers that the account's owner has logged in, or followed a mailed link, from the caller's address, within the
 * caller's transaction. Returns whether the address was unknown.
 */
export async function rememberAddress(
  ctx: RequestContext,
  tx: Db,
  kind: AccountKind,
  accountId: string,
): Promise<boolean> {
  // The address of a connection that has just closed is not available.
  if (!ipaddr.isValid(ctx.address)) return false;
  const { table, accountId: column } = TABLES[kind];
  const id = sql.identifier(column.name);
  const address = addressBucket(ctx.address);
  const [row] = await tx.execute<{ is_new: boolean }>(sql`
    insert into ${table} as known (${id}, address, last_login)
    values (${accountId}, ${address}, ${ctx.now().toISOString()})
    on conflict (${id}, address) do update set last_login = excluded.last_login
    returning known.xmax = 0 as is_new`);
  return row?.is_new === true;
}

/** Forgets where an account has logged in from, so that the limits of new addresses apply to its next login. */
export async function forgetAddresses(tx: Db, kind: AccountKind, accountId: string): Promise<void> {
  const { table, accountId: id } = TABLES[kind];
  await tx.execute(sql`delete from ${table} where ${id} = ${accountId}`);
}

/** Deletes addresses without a login in the last 30 days. */
export async function sweepLoginAddresses(ctx: Context): Promise<void> {
  for (const { table } of Object.values(TABLES))
    await ctx.database.db.execute(sql`delete from ${table} where ${table.last_login} <= ${knownSince(ctx)}`);
}
