import { addressBucket } from '../../../platform/address';
import type { BackgroundContext, RequestContext } from '../../../platform/context';
import { addDaysTo, dayInStockholm } from '../../../shared/dates';
import { createViewCounter, isBot } from './counter';
import * as store from './store';

const KEPT_DAYS = 400;

const counter = createViewCounter();

/** Stores nothing yet, so that a view costs no write. Bots do not count. */
export function countPageView({ ipAddress, userAgent, now }: RequestContext, eventId: string): boolean {
  if (isBot(userAgent)) return false;
  const at = now();
  const address = addressBucket(ipAddress);
  return counter.count({ eventId, address, day: dayInStockholm(at), nowMs: at.getTime() });
}

export async function storePageViews({ database }: Pick<BackgroundContext, 'database'>): Promise<void> {
  const views = counter.take();
  if (views.length === 0) return;
  try {
    await store.addViews(database.db, views);
  } catch (error) {
    counter.giveBack(views);
    throw error;
  }
}

export const deleteOldViews = ({ database, now }: BackgroundContext): Promise<void> =>
  store.deleteBefore(database.db, addDaysTo(dayInStockholm(now()), -KEPT_DAYS));
