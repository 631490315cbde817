import { experimental_standaloneMiddleware as standaloneMiddleware } from '@trpc/server';
import { sql } from 'drizzle-orm';
import { rateLimits } from '#db/schema/index.ts';
import type { Context, MemberContext, OrganiserContext } from '#src/platform/context.ts';
import { pipelined } from '#src/platform/database/pipelined.ts';
import { exactlyOne } from '#src/platform/database/rows.ts';
import type { Reader } from '#src/platform/database.ts';
import { addressBucket, wideNetworkOf } from '#src/platform/http/address.ts';
import { middleware } from '#src/platform/procedure/trpc.ts';
import { AppError } from '#src/shared/errors.ts';

/** Allows at most `limit` attempts within any period of `seconds`. `name` identifies the limit. */
type RateLimit = { name: string; limit: number; seconds: number };

/** In seconds. */
export const HOUR = 3600;

/**
 * Counts one attempt. Returns 0 if it is allowed, else the whole seconds until the next one is.
 *
 * An exact sliding window in one statement. A row lock serializes concurrent attempts on all instances, which share the
 * database's clock. Rejected attempts take no lock and are not counted, so that the returned time stays valid.
 */
export async function takeAttempt(
  db: Reader,
  { name, limit, seconds }: RateLimit,
  who: string,
): Promise<number> {
  const key = `${name}:${who}`;
  const period = sql`make_interval(secs => ${seconds})`;
  const hitsInPeriod = sql`array(select hit from unnest(r.hits) hit where hit > now() - ${period} order by hit)`;
  const usedUp = db.$with('used_up', {}).as(sql`
    select from ${rateLimits} r where r.key = ${key} and cardinality(${hitsInPeriod}) >= ${limit}`);
  const attempt = db.$with('attempt', {}).as(sql`
    insert into ${rateLimits} as r (key, hits, expires_at)
    select ${key}, array[now()], now() + ${period} where not exists (select from used_up)
    on conflict (key) do update set hits = ${hitsInPeriod} || now(), expires_at = now() + ${period}
      where cardinality(${hitsInPeriod}) < ${limit}
    returning 1`);
  const oldest = sql`
    select min(hit) as hit from ${rateLimits} r, unnest(r.hits) hit
    where r.key = ${key} and hit > now() - ${period}`;
  const row = await exactlyOne(
    db
      .with(usedUp, attempt)
      .select({
        allowed: sql<boolean>`exists (select from attempt)`,
        wait: sql<number>`ceil(extract(epoch from coalesce(hit, now()) + ${period} - now()))::int`,
      })
      .from(sql`(${oldest}) oldest`)
      .prepare('take_attempt')
      .execute(),
  );
  // Attempts that queue for the lock have an older `now()`. Never return more than the window.
  return row.allowed ? 0 : Math.min(seconds, Math.max(1, row.wait));
}

/** Few enough rows for one statement to finish before its timeout. */
const SWEEP_BATCH_SIZE = 10_000;

/** Deletes expired keys. Locked rows are left for the next sweep, to avoid deadlocks. */
export async function sweepRateLimits(db: Reader, batchSize = SWEEP_BATCH_SIZE): Promise<void> {
  for (let deletedCount = batchSize; deletedCount === batchSize; ) {
    const rows = await db.execute(sql`
      delete from ${rateLimits} where key in (
        select key from ${rateLimits} where expires_at < now() limit ${batchSize} for update skip locked)
      returning 1`);
    deletedCount = rows.length;
  }
}

/** The limit of a wide network is this many times the limit of one address, because many people may share it. */
export const NETWORK_LIMIT_FACTOR = 10;

/**
 * Counts an attempt of the caller's address and of its wide network. Runs before the input is validated, so that
 * invalid attempts count too. Throws `request.too_many`.
 */
export const perIpAddress = (limit: RateLimit) =>
  middleware(async ({ ctx, next }) => {
    await takeAttemptOrThrow(ctx, limit, addressBucket(ctx.ipAddress));
    const { name, seconds } = limit;
    const networkLimit = { name: `${name}-network`, limit: limit.limit * NETWORK_LIMIT_FACTOR, seconds };
    await takeAttemptOrThrow(ctx, networkLimit, wideNetworkOf(ctx.ipAddress));
    return next();
  });

/**
 * Counts an attempt of the calling member against all limits in one transaction, because each commit waits for the
 * disk. Over one limit, no limit is counted. Throws `request.too_many`.
 */
export const perMember = (...limits: RateLimit[]) =>
  standaloneMiddleware<{ ctx: MemberContext }>().create(async ({ ctx, next }) => {
    await ctx.database.db.transaction(async (tx) => {
      const waits = await pipelined(limits.map((limit) => takeAttempt(tx, limit, ctx.member.id)));
      const retryAfter = Math.max(...waits);
      if (retryAfter > 0) throw new AppError('request.too_many', { retryAfter });
    });
    return next();
  });

/** Counts an attempt of the calling organiser. Throws `request.too_many`. */
export const perOrganiser = (limit: RateLimit) =>
  standaloneMiddleware<{ ctx: OrganiserContext }>().create(async ({ ctx, next }) => {
    await takeAttemptOrThrow(ctx, limit, ctx.organiser.id);
    return next();
  });

async function takeAttemptOrThrow(ctx: Context, limit: RateLimit, who: string): Promise<void> {
  const retryAfter = await takeAttempt(ctx.database.db, limit, who);
  if (retryAfter > 0) throw new AppError('request.too_many', { retryAfter });
}
