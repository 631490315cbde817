import { type AdOwners, factsOfOwners } from '#src/features/accounts/facts/service.ts';
import { findDisabledAdvice } from '#src/features/marketplace-settings/service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Reader } from '#src/platform/database.ts';
import { addMonthsTo, dayInStockholm, startOfDay } from '#src/shared/dates.ts';
import { distanceKey } from '#src/shared/distances.ts';
import type { AdContext } from '../rules.ts';
import * as store from './store.ts';

const DEALS_PERIOD_MONTHS = 24;

/** What describes the ads of these owners: the rules of their events, other deals, and facts about the owners. */
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
