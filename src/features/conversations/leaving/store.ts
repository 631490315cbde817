import { sql } from 'drizzle-orm';
import { announcements, conversations, events, messages } from '../../../../db/schema';
import type { Reader } from '../../../platform/database';

const participantConditions = (memberIds: readonly string[]) => {
  const ids = sql`${sql.param(`{${memberIds.join(',')}}`)}::uuid[]`;
  return {
    ids,
    hasParticipant: sql`(${conversations.participant_id} = any(${ids}) or ${conversations.announcement_id} in
      (select a.id from ${announcements} a where a.user_id = any(${ids})))`,
  };
};

/**
 * Deletes the conversations in which nobody else wrote. The other party keeps the rest, with a copy of the ad if a
 * leaving member owned it. Locks ads before conversations, in the same order as `sendMessage`. Another order can
 * deadlock.
 */
export async function removeParticipants(db: Reader, memberIds: readonly string[]): Promise<void> {
  const { ids, hasParticipant } = participantConditions(memberIds);
  await db.execute(sql`select from ${announcements} where user_id = any(${ids}) order by id for update`);
  await db.execute(sql`select from ${conversations} where ${hasParticipant} order by id for update`);
  await db.execute(sql`
    delete from ${conversations} where ${hasParticipant} and not exists (
      select from ${messages} m where m.conversation_id = ${conversations.id} and m.sender_id <> all(${ids}))`);
  await db.execute(sql`
    update ${conversations} set announcement_id = null, announcement_type = a.announcement_type,
      event_name = coalesce(e.event_name, a.event_name), event_date = coalesce(e.event_date, a.event_date),
      distance = a.distance, price = a.price, name_change_fee = a.name_change_fee, order_number = a.order_number
    from ${announcements} a left join ${events} e on e.id = a.event_id
    where ${conversations.announcement_id} = a.id and a.user_id = any(${ids})`);
  await db.execute(sql`
    update ${conversations} set participant_id = null where ${conversations.participant_id} = any(${ids})`);
}
