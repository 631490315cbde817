import { sql } from 'drizzle-orm';
import { accounts, announcements, events } from '../../../../db/schema';
import type { Reader } from '../../../platform/database';
import type { MemberFacts } from '../../accounts/contract';
import { memberFactsQuery } from '../../accounts/facts/service';
import { DEALS_MIN } from '../rules';

/** The key of {@link findUsualPrices}. */
export const dealKey = (seriesId: string, distance: string) => `${seriesId} ${distance}`;

/**
 * The median of what places were sold for since `since`, in whole kronor, by series and distance. The latest deal of each
 * seller counts. Series with few sellers and sales of suspended members are left out.
 */
export async function findUsualPrices(db: Reader, since: string): Promise<Map<string, number>> {
  const rows = await db.execute<{ series_id: string; distance: string; price: number }>(sql`
    with latest as (
      select distinct on (e.series_id, a.distance, a.user_id) e.series_id, a.distance, a.final_price
      from ${announcements} a
      join ${events} e on e.id = a.event_id
      join ${accounts} u on u.id = a.user_id and not u.is_suspended
      where a.is_completed and a.announcement_type = 'sale' and a.final_price is not null
        and a.completed_at >= ${since} and e.series_id is not null
      order by e.series_id, a.distance, a.user_id, a.completed_at desc
    )
    select series_id, distance, round(percentile_cont(0.5) within group (order by final_price))::int as price
    from latest group by series_id, distance having count(*) >= ${DEALS_MIN}`);
  return new Map(rows.map(({ series_id, distance, price }) => [dealKey(series_id, distance), price]));
}

export type Owners = { id: string } | 'with open ads' | 'all';

export async function findOwnerFacts(db: Reader, owners: Owners): Promise<Map<string, MemberFacts>> {
  const ids =
    owners === 'all'
      ? sql`(select user_id from ${announcements})`
      : owners === 'with open ads'
        ? sql`(select user_id from ${announcements} where is_active and not is_completed)`
        : sql`(${owners.id}::uuid)`;
  const rows = await db.execute<MemberFacts & { user_id: string }>(memberFactsQuery(ids));
  return new Map(rows.map(({ user_id, ...facts }) => [user_id, facts]));
}
