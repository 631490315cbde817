import { and, eq, inArray, not, or, type SQLWrapper, sql } from 'drizzle-orm';
import { accounts, announcements, conversations, events } from '#db/schema/index.ts';
import { stockholmDay } from '#src/platform/database/stockholm-day.ts';
import type { Db } from '#src/platform/database.ts';
import { LIFETIME_DAYS } from './lifetime.ts';

/** The same as `distanceKey`: an ad keeps its spelling when that of its event changes. */
export const distanceKeyOf = (distance: SQLWrapper) =>
  sql`lower(regexp_replace(${distance}, '\\s', '', 'g'))`;

/** Null if the transfer has no end. */
const lastTransferDay = sql`(
  select case when bool_and(period ->> 'to' is not null) then max(period ->> 'to')::date end
  from jsonb_array_elements(${events.transfer_periods}) period
  where ${events.transfer_policy} = 'allowed'
    and (period -> 'distances' = '[]' or ${distanceKeyOf(announcements.distance)} in (
      select ${distanceKeyOf(sql.raw('of_period'))} from jsonb_array_elements_text(period -> 'distances') of_period)))`;

/** The last day of the 60 days. */
export const lastDayByAge = sql`(${stockholmDay(announcements.renewed_at)} + ${sql.raw(`${LIFETIME_DAYS - 1}`)})`;

/** The last day on which an ad is shown, in Stockholm. For queries that left-join the event; null without one. */
export const lastDayOfAd = sql<string | null>`case when ${events.id} is not null then least(
  coalesce(${events.event_end_date}, ${events.event_date}),
  ${lastTransferDay},
  ${lastDayByAge})::text end`;

/** Whether no admin has hidden the ad, its race allows transfers, and it has not expired. */
export const isAdActive = (today: string) => sql<boolean>`(${announcements.is_active}
  and ${events.transfer_policy} is distinct from 'forbidden' and coalesce(${lastDayOfAd} >= ${today}, false))`;

/** Whether the ad is inactive although no admin has hidden it. False if the ad is gone. */
export const isAdExpired = (today: string) =>
  sql<boolean>`coalesce(${announcements.is_active} and not ${isAdActive(today)}, false)`;

const isOpen = and(announcements.is_active, not(announcements.is_completed));

/** Also waits for an ad that is being renewed. */
export async function pauseOpenAds(db: Db, eventId: string): Promise<void> {
  await db
    .update(announcements)
    .set({ is_paused: true })
    .where(and(eq(announcements.event_id, eventId), isOpen));
}

const ownersOfOpenAds = (db: Db, eventId: string) =>
  db
    .select({ id: announcements.user_id })
    .from(announcements)
    .where(and(eq(announcements.event_id, eventId), isOpen));

/** The ids of the members with an open ad for the event that has not expired. Not suspended ones. */
export async function findOwnersOfOpenAds(db: Db, eventId: string, today: string): Promise<string[]> {
  const owners = db
    .select({ id: announcements.user_id })
    .from(announcements)
    .innerJoin(events, eq(events.id, announcements.event_id))
    .where(and(eq(announcements.event_id, eventId), isOpen, sql`${lastDayOfAd} >= ${today}`));
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(not(accounts.is_suspended), inArray(accounts.id, owners)))
    .orderBy(accounts.id);
  return rows.map(({ id }) => id);
}

/** The ids of the members with an open ad for the event or a conversation about one of its ads. Not suspended ones. */
export async function findConcernedMembers(db: Db, eventId: string): Promise<string[]> {
  const isAdOfEvent = eq(announcements.event_id, eventId);
  const participants = db
    .select({ id: conversations.participant_id })
    .from(conversations)
    .innerJoin(announcements, eq(announcements.id, conversations.announcement_id))
    .where(isAdOfEvent);
  const ownersInConversations = db
    .select({ id: announcements.user_id })
    .from(conversations)
    .innerJoin(announcements, eq(announcements.id, conversations.announcement_id))
    .where(isAdOfEvent);
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        not(accounts.is_suspended),
        or(
          inArray(accounts.id, ownersOfOpenAds(db, eventId)),
          inArray(accounts.id, participants),
          inArray(accounts.id, ownersInConversations),
        ),
      ),
    )
    .orderBy(accounts.id);
  return rows.map(({ id }) => id);
}
