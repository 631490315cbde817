import { sql } from 'drizzle-orm';
import { announcements, conversations, dealSteps, deletedAccounts, messages } from '#db/schema/index.ts';
import { detachFromAds, isDeal } from '#src/features/announcements/service.ts';
import type { Db, Reader } from '#src/platform/database.ts';

const participantConditions = (memberIds: readonly string[]) => {
  const ids = sql`${sql.param(`{${memberIds.join(',')}}`)}::uuid[]`;
  return {
    ids,
    hasParticipant: sql`(${conversations.participant_id} = any(${ids}) or ${conversations.announcement_id} in
      (select a.id from ${announcements} a where a.user_id = any(${ids})))`,
  };
};

/** The conversations with a deal whose other party stays. */
async function findDeals(db: Reader, memberIds: readonly string[]): Promise<string[]> {
  const { ids, hasParticipant } = participantConditions(memberIds);
  const rows = await db.execute<{ id: string }>(sql`
    select ${conversations.id} from ${conversations}
    join ${announcements} a on a.id = ${conversations.announcement_id}
    where ${hasParticipant} and ${conversations.participant_id} is not null
      and not (a.user_id = any(${ids}) and ${conversations.participant_id} = any(${ids}))
      and ${isDeal}`);
  return [...rows].map(({ id }) => id);
}

/**
 * Deletes the conversations in which nobody else wrote. The other party keeps the rest, with a copy of the ad if a
 * leaving member owned it, and the whole thread of a deal. Locks ads before conversations, in the same order as
 * `sendMessage`. Another order can deadlock.
 */
export async function removeParticipants(db: Db, memberIds: readonly string[], now: string): Promise<void> {
  const { ids, hasParticipant } = participantConditions(memberIds);
  await db.execute(sql`select from ${announcements} where user_id = any(${ids}) order by id for update`);
  await db.execute(sql`select from ${conversations} where ${hasParticipant} order by id for update`);
  const deals = sql`${sql.param(`{${(await findDeals(db, memberIds)).join(',')}}`)}::uuid[]`;
  await db.execute(sql`
    update ${conversations} set left_at = coalesce((
        select min(d.deleted_at) from ${deletedAccounts} d, unnest(${ids}) leaver
        where d.id_hash = encode(sha256(convert_to(leaver::text, 'UTF8')), 'hex')
          and leaver in (a.user_id, ${conversations.participant_id})), ${now}::timestamptz),
      final_price = a.final_price
    from ${announcements} a where a.id = ${conversations.announcement_id} and ${conversations.id} = any(${deals})`);
  await db.execute(sql`
    delete from ${conversations} where ${hasParticipant} and ${conversations.id} <> all(${deals}) and not exists (
      select from ${messages} m where m.conversation_id = ${conversations.id} and m.sender_id <> all(${ids}))`);
  await detachFromAds(db, sql`a.user_id = any(${ids})`);
  await db.execute(sql`
    update ${conversations} set participant_id = null where ${conversations.participant_id} = any(${ids})`);
  // Last, because the triggers above keep evidence by who wrote what.
  await db.execute(sql`
    update ${messages} set sender_id = null where conversation_id = any(${deals}) and sender_id = any(${ids})`);
  await db.execute(sql`
    update ${dealSteps} set done_by = null where conversation_id = any(${deals}) and done_by = any(${ids})`);
}

/** Deletes what members wrote in deals that they left before this instant. The others keep their own words. */
export async function forgetDealsBefore(db: Db, instant: string): Promise<void> {
  const ended = sql`(select id from ${conversations} where left_at < ${instant}::timestamptz)`;
  await db.execute(sql`delete from ${messages} where sender_id is null and conversation_id in ${ended}`);
  await db.execute(sql`delete from ${dealSteps} where done_by is null and conversation_id in ${ended}`);
  await db.execute(sql`
    delete from ${conversations} c where id in ${ended}
      and not exists (select from ${messages} m where m.conversation_id = c.id)`);
  await db.execute(sql`
    update ${conversations} set left_at = null, final_price = null where left_at < ${instant}::timestamptz`);
}
