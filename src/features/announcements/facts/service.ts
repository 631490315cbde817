import type { Context } from '../../../platform/context';
import type { Reader } from '../../../platform/database';
import { addMonthsTo, dayInStockholm, startOfDay } from '../../../shared/dates';
import { findDisabledAdvice } from '../../marketplace-settings/service';
import type { FactsAboutAds } from '../rules';
import * as store from './store';

const DEALS_PERIOD_MONTHS = 24;

/** What ads are described by. `owners` are those whose ads will be described: a member, or all. */
export async function readFacts(
  { now }: Pick<Context, 'now'>,
  db: Reader,
  owners: store.Owners,
): Promise<FactsAboutAds> {
  const today = dayInStockholm(now());
  const since = startOfDay(addMonthsTo(today, -DEALS_PERIOD_MONTHS)).toISOString();
  const prices = await store.findUsualPrices(db, since);
  const owned = await store.findOwnerFacts(db, owners);
  const disabledAdvice = await findDisabledAdvice(db);
  return {
    today,
    now: now(),
    disabledAdvice,
    usualPriceOf: (seriesId, distance) => (seriesId && prices.get(store.dealKey(seriesId, distance))) || null,
    ownerFactsOf: (id) =>
      owned.get(id) ?? { member_since: today.slice(0, 7), completed_deals: 0, replies: null },
  };
}
