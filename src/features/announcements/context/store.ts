import { sql } from 'drizzle-orm';
import { accounts, announcements, events } from '#db/schema/index.ts';
import type { AdOwners } from '#src/features/accounts/facts/service.ts';
import { distanceKeyOf, liveLinks } from '#src/features/events/service.ts';
import type { Reader } from '#src/platform/database.ts';
import { DEALS_MIN, type EventRules } from '../rules.ts';

/** In parentheses. */
const eventIdsOf = (owners: AdOwners) =>
  owners === 'all'
    ? sql`(select event_id from ${announcements})`
    : owners === 'with open ads'
      ? sql`(select event_id from ${announcements} where is_active and not is_completed)`
      : sql`(select event_id from ${announcements} where user_id = ${owners.id})`;

/** By event id. Read once per event, because they can be long and an event can have many ads. */
export async function findEventRules(db: Reader, owners: AdOwners): Promise<Map<string, EventRules>> {
  const rows = await db.execute<EventRules & { id: string }>(sql`
    select id, transfer_policy, transfer_periods, ${liveLinks.transfer_rules_url} as transfer_rules_url,
      transfer_checked_on, ordinary_prices, series_id
    from ${events} where id in ${eventIdsOf(owners)}`);
  return new Map(rows.map(({ id, ...rules }) => [id, rules]));
}

type UsualPrice = { series_id: string; distance_key: string; price: number };

/**
 * The median of what places were sold for since `since`, in whole kronor, by series and distance. The latest deal of
 * each seller counts. Series with few sellers and sales of suspended members are left out.
 */
export async function findUsualPrices(db: Reader, owners: AdOwners, since: string): Promise<UsualPrice[]> {
  const rows = await db.execute<UsualPrice>(sql`
    with latest as (
      select distinct on (e.series_id, distance_key, a.user_id) e.series_id, distance_key, a.final_price
      from ${announcements} a
      cross join lateral (select ${distanceKeyOf(sql`a.distance`)} as distance_key) keyed
      join ${events} e on e.id = a.event_id
      join ${accounts} u on u.id = a.user_id and not u.is_suspended
      where a.is_completed and a.announcement_type = 'sale' and a.final_price is not null and a.completed_at >= ${since}
        and e.series_id in (select series_id from ${events} where id in ${eventIdsOf(owners)})
      order by e.series_id, distance_key, a.user_id, a.completed_at desc
    )
    select series_id, distance_key, round(percentile_cont(0.5) within group (order by final_price))::int as price
    from latest group by series_id, distance_key having count(*) >= ${DEALS_MIN}`);
  return [...rows];
}
