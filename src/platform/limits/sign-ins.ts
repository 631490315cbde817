import type { RequestContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { addressBucket, networkOf } from '#src/platform/http/address.ts';
import { hashToken } from '#src/platform/tokens.ts';
import { AppError } from '#src/shared/errors.ts';
import { type AccountKind, isKnownAddress } from './login-addresses.ts';
import { HOUR, takeAttempt } from './rate-limit.ts';

/** The limit of one network, or of one known address. */
const PER_MINUTE = { name: 'sign-in-minute', limit: 10, seconds: 60 };
/** The limit of all networks together. Known addresses are exempt. */
const PER_HOUR = { name: 'sign-in-hour', limit: 100, seconds: HOUR };

/** A sign-in that has been counted. Its password has not been checked yet. */
type CountedSignIn<Account> = {
  account: Account | undefined;
  /** If false, even the right password must fail. */
  isAccountWithinLimits: boolean;
  /** Seconds until the typed name is within its limits again. 0 if it is within them. */
  retryAfter: number;
};

/**
 * Counts a sign-in by e-mail or user name, and finds the account.
 *
 * Two sets of counters prevent responses from revealing whether an account exists, or which two names belong to it:
 * - The counters of the typed name decide whether a failed sign-in is reported as too many attempts or as a wrong
 *   password. They do not depend on accounts.
 * - The counters of the account, which its e-mail and user name share, decide whether the right password logs in.
 *   Unknown names have such counters too, under their hash, so they run the same statements.
 *
 * The counts are committed before the password is checked, so concurrent guesses cannot exceed a limit. Deadlocks are
 * impossible, because each call locks at most one row of each counter, in a fixed order.
 */
export function countSignIn<Account extends { id: string }>(
  ctx: RequestContext,
  kind: AccountKind,
  name: string,
  find: (db: Db, name: string) => Promise<Account | undefined>,
): Promise<CountedSignIn<Account>> {
  return ctx.database.db.transaction(async (tx) => {
    // Hash the name, because people sometimes type their password here.
    const hash = hashToken(name);
    const nameWaits = await takeAttempts(tx, `${kind}-name:${hash}`, networkOf(ctx.ipAddress));
    const account = await find(tx, name);
    const wait = await takeAccountAttempt(ctx, tx, kind, account?.id, hash);
    return { account, isAccountWithinLimits: wait === 0, retryAfter: nameWaits.minute || nameWaits.hour };
  });
}

/**
 * Counts a password that the caller enters again while logged in. Call it before checking the password. The limits are
 * those of a sign-in but belong to the session, so guesses by others cannot lock its owner out. Throws
 * `request.too_many`.
 */
export async function countPasswordAttempt(ctx: RequestContext, kind: AccountKind): Promise<void> {
  const session = hashToken(ctx.bearer ?? '');
  const { minute, hour } = await ctx.database.db.transaction((tx) =>
    takeAttempts(tx, `${kind}-session:${session}`),
  );
  const retryAfter = minute || hour;
  if (retryAfter > 0) throw new AppError('request.too_many', { retryAfter });
}

/** Uses `fallbackKey` if there is no account. Returns 0 if the attempt is allowed, else the seconds to wait. */
async function takeAccountAttempt(
  ctx: RequestContext,
  tx: Db,
  kind: AccountKind,
  accountId: string | undefined,
  fallbackKey: string,
): Promise<number> {
  const isFromKnownAddress = await isKnownAddress(ctx, tx, kind, accountId ?? null);
  const source = isFromKnownAddress ? addressBucket(ctx.ipAddress) : networkOf(ctx.ipAddress);
  const { minute, hour } = await takeAttempts(tx, `${kind}:${accountId ?? fallbackKey}`, source);
  return isFromKnownAddress ? minute : minute || hour;
}

/**
 * Counts an attempt against both limits. An attempt over the first limit does not count against the second one. The
 * second statement still runs, so that response times do not depend on it. `hour` is only meaningful if `minute` is 0.
 */
async function takeAttempts(tx: Db, who: string, source = ''): Promise<{ minute: number; hour: number }> {
  const minute = await takeAttempt(tx, PER_MINUTE, `${who}:${source}`);
  const hour = await takeAttempt(tx, { ...PER_HOUR, limit: minute > 0 ? 0 : PER_HOUR.limit }, who);
  return { minute, hour };
}
