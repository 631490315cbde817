import type { Context } from '../../../platform/context';
import type { Reader } from '../../../platform/database';
import { addMonthsTo, dayInStockholm, startOfDay } from '../../../shared/dates';
import { distanceKey } from '../../../shared/distances';
import { type AdOwners, factsOfOwners } from '../../accounts/facts/service';
import { findDisabledAdvice } from '../../marketplace-settings/service';
import type { AdContext } from '../rules';
import * as store from './store';

const DEALS_PERIOD_MONTHS = 24;

/** What the ads of these owners are described by: the rules of their events, other deals, and facts about the owners. */
export async function readAdContext(
  { now }: Pick<Context, 'now'>,
  db: Reader,
  owners: AdOwners,
): Promise<AdContext> {
  const today = dayInStockholm(now());
  const since = startOfDay(addMonthsTo(today, -DEALS_PERIOD_MONTHS)).toISOString();
  const rules = await store.findEventRules(db, owners);
  const usualPrices = await store.findUsualPrices(db, owners, since);
  const ownerFacts = await factsOfOwners(db, owners);
  const disabledAdvice = await findDisabledAdvice(db);
  const prices = new Map(
    usualPrices.map(({ series_id, distance_key, price }) => [`${series_id} ${distance_key}`, price]),
  );
  return {
    today,
    now: now(),
    disabledAdvice,
    rulesOf: (eventId) => (eventId ? rules.get(eventId) : undefined),
    usualPriceOf: (seriesId, distance) => prices.get(`${seriesId} ${distanceKey(distance)}`) ?? null,
    ownerFactsOf: (id) =>
      ownerFacts.get(id) ?? { member_since: today.slice(0, 7), completed_deals: 0, replies: null },
  };
}
