import { type SQL, sql } from 'drizzle-orm';
import { announcements, conversations, dealSteps, events, messages } from '#db/schema/index.ts';
import type { Db } from '#src/platform/database.ts';

/**
 * Whether a conversation about the ad `a` is a deal: its place is reserved, steps are ticked, or the ad is completed
 * and both have written about it.
 */
export const isDeal: SQL = sql`(a.reserved_for = ${conversations.participant_id}
  or exists (select from ${dealSteps} s where s.conversation_id = ${conversations.id})
  or a.is_completed and (select count(distinct m.sender_id) from ${messages} m
    where m.conversation_id = ${conversations.id}) = 2)`;

/**
 * Those who have written about the ads get a copy of them instead. `which` selects from the ads `a`. Returns the ids of
 * the conversations.
 *
 * `alsoSet` belongs to the same statement. PostgreSQL checks the foreign keys of a row that its transaction changes
 * twice, which locks the participant's account after the ad. Deletions of accounts lock these in the other order.
 */
export async function detachFromAds(db: Db, which: SQL, alsoSet: SQL = sql``): Promise<string[]> {
  const rows = await db.execute<{ id: string }>(sql`
    update ${conversations} set announcement_id = null, announcement_type = a.announcement_type,
      event_name = coalesce(e.event_name, a.event_name), event_date = coalesce(e.event_date, a.event_date),
      distance = a.distance, price = a.price, name_change_fee = a.name_change_fee, order_number = a.order_number
      ${alsoSet}
    from ${announcements} a left join ${events} e on e.id = a.event_id
    where ${conversations.announcement_id} = a.id and ${which}
    returning ${conversations.id}`);
  return [...rows].map(({ id }) => id);
}

/** Before an ad is deleted: the others keep the deals about it, as if its owner had deleted the account (D62). */
export async function leaveDealsAbout(
  db: Db,
  ad: { id: string; user_id: string },
  now: string,
): Promise<void> {
  await db.execute(sql`select from ${conversations} where announcement_id = ${ad.id} order by id for update`);
  const ids = await detachFromAds(
    db,
    sql`a.id = ${ad.id} and ${conversations.participant_id} is not null and ${isDeal}`,
    sql`, left_at = ${now}::timestamptz, final_price = a.final_price`,
  );
  if (ids.length === 0) return;
  const deals = sql`${sql.param(`{${ids.join()}}`)}::uuid[]`;
  // Last, because the triggers above keep evidence by who wrote what.
  await db.execute(sql`
    update ${messages} set sender_id = null where conversation_id = any(${deals}) and sender_id = ${ad.user_id}`);
  await db.execute(sql`
    update ${dealSteps} set done_by = null where conversation_id = any(${deals}) and done_by = ${ad.user_id}`);
}
