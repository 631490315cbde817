import { hasEvent } from '#src/features/events/service.ts';
import type { Config } from '#src/platform/config.ts';
import type { BackgroundContext, CallContext, Context } from '#src/platform/context.ts';
import { addressBucket, wideNetworkOf } from '#src/platform/http/address.ts';
import { addDaysTo, dayInStockholm } from '#src/shared/dates.ts';
import { createViewCounter, isBot } from './counter.ts';
import * as store from './store.ts';

const KEPT_DAYS = 400;

/** One for each instance, as tests run several in one process. */
const counters = new WeakMap<Config, ReturnType<typeof createViewCounter>>();

function counterOf({ config }: Pick<Context, 'config'>) {
  const counter = counters.get(config) ?? createViewCounter();
  counters.set(config, counter);
  return counter;
}

/** Stores nothing yet, so that a view costs no write. Bots and unknown events do not count. */
export async function countPageView(ctx: CallContext, eventId: string): Promise<boolean> {
  const { ipAddress, userAgent, now, database } = ctx;
  // Nor do views while the database is unavailable.
  const isKnown = () => hasEvent(database.db, eventId).catch(() => false);
  if (isBot(userAgent) || !(await isKnown())) return false;
  const at = now();
  return counterOf(ctx).count({
    eventId,
    address: addressBucket(ipAddress),
    network: wideNetworkOf(ipAddress),
    day: dayInStockholm(at),
    nowMs: at.getTime(),
  });
}

export async function storePageViews(ctx: Pick<BackgroundContext, 'config' | 'database'>): Promise<void> {
  const counter = counterOf(ctx);
  const views = counter.take();
  if (views.length === 0) return;
  try {
    await store.addViews(ctx.database.db, views);
  } catch (error) {
    counter.giveBack(views);
    throw error;
  }
}

export const deleteOldViews = ({ database, now }: BackgroundContext): Promise<void> =>
  store.deleteBefore(database.db, addDaysTo(dayInStockholm(now()), -KEPT_DAYS));
