import { type SQL, sql } from 'drizzle-orm';
import { accounts, announcements, conversations, messages } from '#db/schema/index.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import { stockholmDay } from '#src/platform/database/stockholm-day.ts';
import type { Reader } from '#src/platform/database.ts';
import { omit } from '#src/shared/omit.ts';
import type { MemberFacts } from '../contract.ts';

/** Fewer answered conversations say nothing about a member. */
const ASKED_MIN = 3;

/**
 * A query with a row for each member of `ids`: `user_id` and the columns of `MemberFacts`. `ids` is a list or a query
 * in parentheses. A deal is a completed ad about which both parties have written.
 *
 * Messages are grouped by one column: the planner overestimates the groups of two, and sorts on disk.
 */
const memberFactsQuery = (ids: SQL): SQL => sql`
  select u.id as user_id,
    to_char(${stockholmDay(sql`u.created_at`)}, 'YYYY-MM') as member_since,
    coalesce(counted.deals, 0)::int as completed_deals,
    case when counted.asked >= ${sql.raw(String(ASKED_MIN))} and counted.same_day * 2 > counted.asked
      then 'same_day' end as replies
  from ${accounts} u
  left join (
    select a.user_id,
      count(distinct a.id) filter (where a.is_completed and own_first is not null and other_first is not null) as deals,
      count(*) filter (where other_first <= coalesce(own_first, other_first)) as asked,
      count(*) filter (where other_first <= own_first
        and ${stockholmDay(sql`other_first`)} = ${stockholmDay(sql`own_first`)}) as same_day
    from (
      select c.announcement_id,
        min(m.created_at) filter (where m.sender_id = owned.user_id) as own_first,
        min(m.created_at) filter (where m.sender_id <> owned.user_id) as other_first
      from ${announcements} owned
      join ${conversations} c on c.announcement_id = owned.id
      join ${messages} m on m.conversation_id = c.id
      where owned.user_id in ${ids}
      group by c.id
    ) as by_conversation
    join ${announcements} a on a.id = by_conversation.announcement_id
    group by a.user_id
  ) as counted on counted.user_id = u.id
  where u.id in ${ids}`;

export async function findMemberFacts(db: Reader, id: string): Promise<MemberFacts | undefined> {
  const row = await atMostOne(
    db.execute<MemberFacts & { user_id: string }>(memberFactsQuery(sql`(${id}::uuid)`)),
  );
  if (!row) return undefined;
  const facts = omit(row, 'user_id');
  return facts;
}

/** Whose ads are described: those of one member, or of all members, or of all with open ads. */
export type AdOwners = { id: string } | 'with open ads' | 'all';

export async function findFactsOfOwners(db: Reader, owners: AdOwners): Promise<Map<string, MemberFacts>> {
  const ids =
    owners === 'all'
      ? sql`(select user_id from ${announcements})`
      : owners === 'with open ads'
        ? sql`(select user_id from ${announcements} where is_active and not is_completed)`
        : sql`(${owners.id}::uuid)`;
  const rows = await db.execute<MemberFacts & { user_id: string }>(memberFactsQuery(ids));
  return new Map(rows.map(({ user_id, ...facts }) => [user_id, facts]));
}
