import { and, count, desc, eq, getTableColumns, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { accounts, announcements, conversations, events, series } from '#db/schema/index.ts';
import {
  isAdActive,
  isAdExpired,
  lastDayOfAd,
  stateColumn,
  urlColumn,
} from '#src/features/events/service.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { type JsonList, jsonRows } from '#src/platform/snapshot/json-rows.ts';
import { AppError } from '#src/shared/errors.ts';
import { pick } from '#src/shared/pick.ts';

type AnnouncementRow = typeof announcements.$inferInsert;

/**
 * The event's name and date are its current ones, or its last ones if it was deleted. `reserved` may be true for half a
 * minute longer than the reservation. For queries that left-join the event and its series, and join the owner.
 */
export const columnsOfAd = (today: string) => ({
  id: announcements.id,
  announcement_type: announcements.announcement_type,
  event_id: announcements.event_id,
  event_name: sql<string>`coalesce(${events.event_name}, ${announcements.event_name})`,
  event_date: sql<string>`coalesce(${events.event_date}, ${announcements.event_date})`,
  event_state: stateColumn,
  event_url: urlColumn,
  sport_type: events.sport_type,
  ort: events.ort,
  landskap: events.landskap,
  distance: announcements.distance,
  price: announcements.price,
  has_name_change_fee: sql<boolean>`${announcements.name_change_fee} is not null`,
  name_change_fee: announcements.name_change_fee,
  description: announcements.description,
  order_number: announcements.order_number,
  user_id: announcements.user_id,
  user_name: accounts.full_name,
  is_active: isAdActive(today),
  is_completed: announcements.is_completed,
  reserved: sql<boolean>`${announcements.reserved_for} is not null`,
  created_at: announcements.created_at,
  last_day: lastDayOfAd,
  owner_since: accounts.created_at,
});

export const newestFirst = [desc(announcements.created_at), desc(announcements.id)];

/** For queries that join the event and the owner. */
export const isListed = (today: string) => sql`${isAdActive(today)} and not ${announcements.is_completed}
  and not ${announcements.is_paused} and not ${accounts.is_suspended} and ${events.status} = 'scheduled'`;

const LIST_MAX_BYTES = 4_000_000;
const AD_OVERHEAD_BYTES = 2000;

/**
 * Returns the public ads as JSON, newest first, the reserved ones last. If they exceed `maxBytes`, ads are left out,
 * starting with those whose owner has the most bytes in newer ads: nobody can displace the few ads of others by
 * creating many.
 */
export function findPublicAnnouncements(
  db: Reader,
  today: string,
  maxBytes = LIST_MAX_BYTES,
): Promise<JsonList> {
  // `octet_length` gets the size of a stored text without reading it.
  const bytes = sql`${AD_OVERHEAD_BYTES} + coalesce(octet_length(${announcements.description}), 0)
    + coalesce(octet_length(${events.registration_url}), 0) + coalesce(octet_length(${events.transfer_rules_url}), 0)`;
  const open = sql`
    select ${announcements.id}, ${accounts.created_at} as owner_since, ${bytes} as bytes,
      sum(${bytes}) over (partition by ${announcements.user_id} order by ${sql.join(newestFirst, sql`, `)}) as owner_bytes_so_far
    from ${announcements}
    join ${events} on ${events.id} = ${announcements.event_id}
    join ${accounts} on ${accounts.id} = ${announcements.user_id}
    where ${isListed(today)}`;
  return jsonRows(db, columnsOfAd(today), {
    from: sql`from ${announcements}
      join ${events} on ${events.id} = ${announcements.event_id}
      left join ${series} on ${series.id} = ${events.series_id}
      join ${accounts} on ${accounts.id} = ${announcements.user_id}
      join (
        select id, sum(bytes) over (order by owner_bytes_so_far, owner_since, id) as total from (${open}) open
      ) listed on listed.id = ${announcements.id} and listed.total <= ${maxBytes}`,
    orderBy: sql`${announcements.reserved_for} is not null, ${sql.join(newestFirst, sql`, `)}`,
  });
}

export async function isNumberListed(db: Reader, orderNumber: string, today: string): Promise<boolean> {
  const rows = await db
    .select({ id: announcements.id })
    .from(announcements)
    .innerJoin(events, eq(events.id, announcements.event_id))
    .innerJoin(accounts, eq(accounts.id, announcements.user_id))
    .where(and(eq(announcements.order_number, orderNumber), isListed(today)));
  return rows.length > 0;
}

/** A sequence that was never used has `last_value` 1 and `is_called` false. */
export async function findLastNumber(db: Reader): Promise<number> {
  const row = await exactlyOne(
    db.execute<{ last: number }>(
      sql`select (case when is_called then last_value else 0 end)::float8 as last from announcement_numbers`,
    ),
  );
  return row.last;
}

const buyer = alias(accounts, 'buyer');

const selectAnnouncements = (db: Reader, today: string) =>
  db
    .select({
      ...columnsOfAd(today),
      is_paused: announcements.is_paused,
      is_expired: isAdExpired(today),
      reserved_for: { id: buyer.id, name: buyer.full_name },
      reserved_until: announcements.reserved_until,
      is_reservation_prolonged: announcements.is_reservation_prolonged,
      final_price: announcements.final_price,
      version: announcements.version,
    })
    .from(announcements)
    .leftJoin(buyer, eq(buyer.id, announcements.reserved_for))
    .leftJoin(events, eq(events.id, announcements.event_id))
    .leftJoin(series, eq(series.id, events.series_id))
    .innerJoin(accounts, eq(accounts.id, announcements.user_id));

export function countAnnouncements(
  db: Reader,
  owner: string,
  today: string,
): Promise<{ all: number; open: number }> {
  const isOpen = sql`${isAdActive(today)} and not ${announcements.is_completed}`;
  return exactlyOne(
    db
      .select({ all: count(), open: sql<number>`(count(*) filter (where ${isOpen}))::int` })
      .from(announcements)
      .leftJoin(events, eq(events.id, announcements.event_id))
      .where(eq(announcements.user_id, owner)),
  );
}

export function findAnnouncementsOf(db: Reader, owner: string, today: string) {
  return selectAnnouncements(db, today)
    .where(eq(announcements.user_id, owner))
    .orderBy(...newestFirst);
}

export function findAnnouncement(db: Reader, id: string, today: string) {
  return atMostOne(selectAnnouncements(db, today).where(eq(announcements.id, id)));
}

export async function insertAnnouncement(db: Db, ad: AnnouncementRow): Promise<string> {
  const id = Bun.randomUUIDv7();
  await db.insert(announcements).values({ ...ad, id });
  return id;
}

export function lockAnnouncement(db: Reader, id: string, today: string) {
  return atMostOne(
    db
      .select({
        version: announcements.version,
        user_id: announcements.user_id,
        event_id: announcements.event_id,
        event_date: sql<string>`coalesce(${events.event_date}, ${announcements.event_date})`,
        event_state: stateColumn,
        distance: announcements.distance,
        is_active: isAdActive(today),
        is_expired: isAdExpired(today),
        is_hidden: sql<boolean>`not ${announcements.is_active}`,
        is_completed: announcements.is_completed,
        is_paused: announcements.is_paused,
        reserved_for: announcements.reserved_for,
        reserved_until: announcements.reserved_until,
        is_reservation_prolonged: announcements.is_reservation_prolonged,
        event: pick(getTableColumns(events), [
          'transfer_policy',
          'transfer_periods',
          'transfer_rules_url',
          'transfer_checked_on',
        ]),
      })
      .from(announcements)
      .leftJoin(events, eq(events.id, announcements.event_id))
      .where(eq(announcements.id, id))
      .for('no key update', { of: announcements }),
  );
}

type AnnouncementChange = Partial<
  Pick<
    AnnouncementRow,
    | 'price'
    | 'name_change_fee'
    | 'description'
    | 'is_active'
    | 'is_completed'
    | 'is_paused'
    | 'renewed_at'
    | 'reserved_for'
    | 'reserved_until'
    | 'is_reservation_prolonged'
    | 'final_price'
    | 'completed_at'
    | 'version'
  >
>;

export async function changeAnnouncement(
  db: Db,
  id: string,
  version: number,
  change: AnnouncementChange,
): Promise<void> {
  const rows = await db
    .update(announcements)
    .set(change)
    .where(and(eq(announcements.id, id), eq(announcements.version, version)))
    .returning({ id: announcements.id });
  if (rows.length === 0) throw new AppError('announcement.changed');
}

export async function removeAnnouncement(db: Db, id: string): Promise<void> {
  await db.delete(announcements).where(eq(announcements.id, id));
}

/** The member whom a mail is for. */
export const recipientColumns = {
  email: accounts.email,
  full_name: accounts.full_name,
  username: accounts.username,
  is_verified: accounts.is_verified,
};
/** Others get no mails about ads. */
export const mayLogIn = sql`(not ${accounts.is_suspended} and ${accounts.is_verified})`;

/** Undefined if the event or the member is gone, or the member may not log in. */
export function findEventMail(db: Reader, eventId: string, userId: string) {
  return atMostOne(
    db
      .select({
        ...recipientColumns,
        event_name: events.event_name,
        event_date: events.event_date,
        event_end_date: events.event_end_date,
        status: events.status,
        status_note: events.status_note,
        transfer_policy: events.transfer_policy,
        transfer_rules_url: events.transfer_rules_url,
      })
      .from(events)
      .innerJoin(accounts, eq(accounts.id, userId))
      .where(and(eq(events.id, eventId), mayLogIn)),
  );
}

/** Until the transaction ends, nobody can start a conversation about the ad. */
export async function lockAdAndFindMembers(db: Reader, id: string): Promise<string[]> {
  const ad = await atMostOne(
    db
      .select({ owner: announcements.user_id })
      .from(announcements)
      .where(eq(announcements.id, id))
      .for('update'),
  );
  return ad ? [ad.owner, ...(await findParticipants(db, id))] : [];
}

/** The members who have written about the ad. */
export async function findParticipants(db: Reader, id: string): Promise<string[]> {
  const participants = await db
    .select({ id: conversations.participant_id })
    .from(conversations)
    .where(eq(conversations.announcement_id, id));
  return participants.flatMap((participant) => participant.id ?? []);
}
