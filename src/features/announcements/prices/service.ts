import type { Context } from '../../../platform/context';
import type { Reader } from '../../../platform/database';
import { addMonthsTo, dayInStockholm, startOfDay } from '../../../shared/dates';
import * as store from './store';

const PERIOD_MONTHS = 24;

/** Returns what a place in a series usually sells for, in whole kronor; null if that is not known. */
export async function readUsualPrices(
  { now }: Pick<Context, 'now'>,
  db: Reader,
): Promise<(ad: { series_id: string | null; distance: string }) => number | null> {
  const since = startOfDay(addMonthsTo(dayInStockholm(now()), -PERIOD_MONTHS)).toISOString();
  const prices = await store.findUsualPrices(db, since);
  return ({ series_id, distance }) => (series_id && prices.get(store.dealKey(series_id, distance))) || null;
}
