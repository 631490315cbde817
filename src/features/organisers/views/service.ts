import { addressBucket } from '../../../platform/address';
import type { Config } from '../../../platform/config';
import type { BackgroundContext, Context, RequestContext } from '../../../platform/context';
import { addDaysTo, dayInStockholm } from '../../../shared/dates';
import { createViewCounter, isBot } from './counter';
import * as store from './store';

const KEPT_DAYS = 400;

/** One for each instance, as tests run several in one process. */
const counters = new WeakMap<Config, ReturnType<typeof createViewCounter>>();

function counterOf({ config }: Pick<Context, 'config'>) {
  const counter = counters.get(config) ?? createViewCounter();
  counters.set(config, counter);
  return counter;
}

/** Stores nothing yet, so that a view costs no write. Bots do not count. */
export function countPageView(ctx: RequestContext, eventId: string): boolean {
  const { ipAddress, userAgent, now } = ctx;
  if (isBot(userAgent)) return false;
  const at = now();
  const address = addressBucket(ipAddress);
  return counterOf(ctx).count({ eventId, address, day: dayInStockholm(at), nowMs: at.getTime() });
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
