import { experimental_standaloneMiddleware as standaloneMiddleware } from '@trpc/server';
import { sql } from 'drizzle-orm';
import { rateLimits } from '../../db/schema';
import { AppError } from '../shared/errors';
import { addressBucket, wideNetworkOf } from './address';
import type { Context, MemberContext } from './context';
import type { Reader } from './database';
import { together } from './database/together';
import { middleware } from './trpc';

/** At most `limit` attempts within any stretch of `seconds`; `name` keeps one limit apart from the next. */
export type RateLimit = { name: string; limit: number; seconds: number };

/** For the `seconds` of a limit that is told by the hour. */
export const HOUR = 3600;

/**
 * Counts one attempt. Answers 0 when it is allowed, else the whole seconds until the next one will be.
 *
 * An exact sliding window in one statement: the row's lock makes attempts at the same time queue, whichever
 * instance they come to, and the database's clock is the one they share. A refused attempt is not kept,
 * so that the answer holds for whoever waits. It takes no lock either, so that refused attempts do not queue.
 */
export async function takeAttempt(
  db: Reader,
  { name, limit, seconds }: RateLimit,
  who: string,
): Promise<number> {
  const key = `${name}:${who}`;
  const span = sql`make_interval(secs => ${seconds})`;
  const kept = sql`array(select hit from unnest(r.hits) hit where hit > now() - ${span} order by hit)`;
  const usedUp = db.$with('used_up', {}).as(sql`
    select from ${rateLimits} r where r.key = ${key} and cardinality(${kept}) >= ${limit}`);
  const attempt = db.$with('attempt', {}).as(sql`
    insert into ${rateLimits} as r (key, hits, expires_at)
    select ${key}, array[now()], now() + ${span} where not exists (select from used_up)
    on conflict (key) do update set hits = ${kept} || now(), expires_at = now() + ${span}
      where cardinality(${kept}) < ${limit}
    returning 1`);
  const oldest = sql`
    select min(hit) as hit from ${rateLimits} r, unnest(r.hits) hit
    where r.key = ${key} and hit > now() - ${span}`;
  const [row] = await db
    .with(usedUp, attempt)
    .select({
      allowed: sql<boolean>`exists (select from attempt)`,
      wait: sql<number>`ceil(extract(epoch from coalesce(hit, now()) + ${span} - now()))::int`,
    })
    .from(sql`(${oldest}) oldest`)
    .prepare('take_attempt')
    .execute();
  // A crowd's clocks differ by their queueing: nobody is told to wait longer than the window.
  return row?.allowed ? 0 : Math.min(seconds, Math.max(1, row?.wait ?? seconds));
}

/** Few enough for a statement that ends in time. */
const SWEPT_AT_ONCE = 10_000;

/** Removes keys whose window has passed. Rows that are locked are left for the next sweep, to avoid deadlocks. */
export async function sweepRateLimits(db: Reader, atOnce = SWEPT_AT_ONCE): Promise<void> {
  for (let swept = atOnce; swept === atOnce; ) {
    const rows = await db.execute(sql`
      delete from ${rateLimits} where key in (
        select key from ${rateLimits} where expires_at < now() limit ${atOnce} for update skip locked)
      returning 1`);
    swept = rows.length;
  }
}

/** How many times the limit of one address a wide network has, because many people may share it. */
export const NETWORK_SHARE = 10;

/**
 * Counts an attempt from the caller's address, and from its wide network, before anything of the input is looked at, so that
 * one which fails validation counts too. Over the limit: `request.too_many`, with the time to wait (D23).
 */
export const perAddress = (limit: RateLimit) =>
  middleware(async ({ ctx, next }) => {
    await attempt(ctx, limit, addressBucket(ctx.address));
    const { name, seconds } = limit;
    const ofNetwork = { name: `${name}-network`, limit: limit.limit * NETWORK_SHARE, seconds };
    await attempt(ctx, ofNetwork, wideNetworkOf(ctx.address));
    return next();
  });

/**
 * Counts an attempt of the calling member, from any address. All limits are counted in one transaction, because each commit
 * waits for the disk; over one of them, none is. Throws `request.too_many`.
 */
export const perMember = (...limits: RateLimit[]) =>
  standaloneMiddleware<{ ctx: MemberContext }>().create(async ({ ctx, next }) => {
    await ctx.database.db.transaction(async (tx) => {
      const waits = await together(limits.map((limit) => takeAttempt(tx, limit, ctx.member.id)));
      const retryAfter = Math.max(...waits);
      if (retryAfter > 0) throw new AppError('request.too_many', { retryAfter });
    });
    return next();
  });

/** Counts an attempt, and throws `request.too_many` when it is over the limit. */
async function attempt(ctx: Context, limit: RateLimit, who: string): Promise<void> {
  const retryAfter = await takeAttempt(ctx.database.db, limit, who);
  if (retryAfter > 0) throw new AppError('request.too_many', { retryAfter });
}
