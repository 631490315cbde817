import { sql } from 'drizzle-orm';
import ipaddr from 'ipaddr.js';
import { adminLoginAddresses, loginAddresses } from '#db/schema/index.ts';
import type { Context, RequestContext } from '#src/platform/context.ts';
import { exactlyOne } from '#src/platform/database/rows.ts';
import type { Db } from '#src/platform/database.ts';
import { addressBucket } from '#src/platform/http/address.ts';

/** Members and admins have separate accounts and separate tables of login addresses. */
export type AccountKind = 'member' | 'admin';

const TABLES = {
  member: { table: loginAddresses, accountId: loginAddresses.user_id },
  admin: { table: adminLoginAddresses, accountId: adminLoginAddresses.admin_id },
};

const KNOWN_FOR_MS = 30 * 24 * 3_600_000;

const oldestKnownLogin = (ctx: Context) => new Date(ctx.now().getTime() - KNOWN_FOR_MS).toISOString();

/** Whether the account has logged in from the caller's address in the last 30 days. False if `accountId` is null. */
export async function isKnownAddress(
  ctx: RequestContext,
  tx: Db,
  kind: AccountKind,
  accountId: string | null,
): Promise<boolean> {
  const { table, accountId: id } = TABLES[kind];
  const rows = await tx.execute(sql`
    select from ${table} where ${id} = ${accountId}
      and ${table.address} = ${addressBucket(ctx.ipAddress)} and ${table.last_login} > ${oldestKnownLogin(ctx)}`);
  return rows.length > 0;
}

/**
 * Stores that the account's owner has logged in or followed a mailed link from the caller's address. Runs in the
 * caller's transaction. Returns whether the address is new.
 */
export async function rememberAddress(
  ctx: RequestContext,
  tx: Db,
  kind: AccountKind,
  accountId: string,
): Promise<boolean> {
  // A connection that has just closed has no address.
  if (!ipaddr.isValid(ctx.ipAddress)) return false;
  const { table, accountId: column } = TABLES[kind];
  const id = sql.identifier(column.name);
  const address = addressBucket(ctx.ipAddress);
  const row = await exactlyOne(
    tx.execute<{ is_new: boolean }>(sql`
    insert into ${table} as known (${id}, address, last_login)
    values (${accountId}, ${address}, ${ctx.now().toISOString()})
    on conflict (${id}, address) do update set last_login = excluded.last_login
    returning known.xmax = 0 as is_new`),
  );
  return row.is_new;
}

/** Deletes the known addresses of an account. Its next login is subject to the limits of unknown addresses. */
export async function forgetAddresses(tx: Db, kind: AccountKind, accountId: string): Promise<void> {
  const { table, accountId: id } = TABLES[kind];
  await tx.execute(sql`delete from ${table} where ${id} = ${accountId}`);
}

export async function sweepLoginAddresses(ctx: Context): Promise<void> {
  for (const { table } of Object.values(TABLES))
    await ctx.database.db.execute(
      sql`delete from ${table} where ${table.last_login} <= ${oldestKnownLogin(ctx)}`,
    );
}
