import { asc, eq, sql } from 'drizzle-orm';
import {
  accounts,
  accountTokens,
  announcements,
  events,
  evidence,
  loginAddresses,
  outbox,
  reports,
  sessions,
  takenNames,
  watchers,
} from '#db/schema/index.ts';
import { DELETED_MEMBER_NAME } from '#src/features/accounts/rules.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import type { MyData } from '../contract.ts';

export function inSnapshot<Result>(db: Reader, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' });
}

export function findAccount(db: Reader, id: string) {
  return atMostOne(db.select(accountColumns).from(accounts).where(eq(accounts.id, id)));
}

const accountColumns = {
  id: accounts.id,
  email: accounts.email,
  username: accounts.username,
  full_name: accounts.full_name,
  phone_number: accounts.phone_number,
  is_verified: accounts.is_verified,
  is_contested: accounts.is_contested,
  is_suspended: accounts.is_suspended,
  created_at: accounts.created_at,
  last_login: accounts.last_login,
  match_alerts: accounts.match_alerts,
};

export async function findUsernames(db: Reader, id: string): Promise<string[]> {
  const rows = await db
    .select({ username: takenNames.username })
    .from(takenNames)
    .where(eq(takenNames.user_id, id))
    .orderBy(asc(takenNames.username));
  return rows.map(({ username }) => username);
}

export const findSessions = (db: Reader, id: string) =>
  db
    .select({ created_at: sessions.created_at, expires_at: sessions.expires_at })
    .from(sessions)
    .where(eq(sessions.user_id, id))
    .orderBy(asc(sessions.created_at));

export const findLoginAddresses = (db: Reader, id: string) =>
  db
    .select({ address: loginAddresses.address, last_login: loginAddresses.last_login })
    .from(loginAddresses)
    .where(eq(loginAddresses.user_id, id))
    .orderBy(asc(loginAddresses.last_login));

export const findLinks = (db: Reader, id: string) =>
  db
    .select({
      purpose: accountTokens.purpose,
      created_at: accountTokens.created_at,
      expires_at: accountTokens.expires_at,
      used_at: accountTokens.used_at,
    })
    .from(accountTokens)
    .where(eq(accountTokens.user_id, id))
    .orderBy(asc(accountTokens.created_at));

const eventName = sql<string>`coalesce(${events.event_name}, ${announcements.event_name})`;
const eventDate = sql<string>`coalesce(${events.event_date}, ${announcements.event_date})`;

export const findAnnouncements = (db: Reader, id: string) =>
  db
    .select({
      id: announcements.id,
      announcement_type: announcements.announcement_type,
      event_id: announcements.event_id,
      event_name: eventName,
      event_date: eventDate,
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
      is_active: announcements.is_active,
      is_completed: announcements.is_completed,
      is_paused: announcements.is_paused,
      created_at: announcements.created_at,
      renewed_at: announcements.renewed_at,
      reminded_at: announcements.reminded_at,
      reserved_until: announcements.reserved_until,
      final_price: announcements.final_price,
      completed_at: announcements.completed_at,
    })
    .from(announcements)
    .innerJoin(accounts, eq(accounts.id, announcements.user_id))
    .leftJoin(events, eq(events.id, announcements.event_id))
    .where(eq(announcements.user_id, id))
    .orderBy(asc(announcements.created_at), asc(announcements.id));

export const findReservations = (db: Reader, id: string) =>
  db
    .select({
      order_number: announcements.order_number,
      event_name: eventName,
      reserved_until: announcements.reserved_until,
    })
    .from(announcements)
    .leftJoin(events, eq(events.id, announcements.event_id))
    .where(eq(announcements.reserved_for, id))
    .orderBy(asc(announcements.created_at), asc(announcements.id));

export async function findReportsMade(db: Reader, id: string) {
  const rows = await db
    .select({
      reporter_name: reports.reporter_name,
      reporter_email: reports.reporter_email,
      reported_user_name: accounts.full_name,
      order_number: announcements.order_number,
      event_name: eventName,
      reason: reports.reason,
      description: reports.description,
      status: reports.status,
      created_at: reports.created_at,
    })
    .from(reports)
    .innerJoin(accounts, eq(accounts.id, reports.reported_user_id))
    .leftJoin(announcements, eq(announcements.id, reports.related_announcement_id))
    .leftJoin(events, eq(events.id, announcements.event_id))
    .where(eq(reports.reporter_id, id))
    .orderBy(asc(reports.created_at), asc(reports.id));
  return rows.map(({ order_number, event_name, ...row }) => ({
    ...row,
    related_announcement: order_number === null ? null : { order_number, event_name },
  }));
}

type ReportMade = MyData['reports_made'][number];

/** Reports whose member is deleted, from the evidence. Without the name of that member, and without messages. */
export async function findKeptReportsMade(db: Reader, id: string): Promise<ReportMade[]> {
  const rows = await db
    .select({
      content: sql<ReportMade & { announcement: ReportMade['related_announcement'] }>`${evidence.content}`,
    })
    .from(evidence)
    .where(
      sql`${evidence.content} ->> 'reporter_id' = ${id}
        and not exists (select from ${reports} where ${reports.id} = ${evidence.report_id})`,
    );
  return rows.map(({ content }) => ({
    reporter_name: content.reporter_name,
    reporter_email: content.reporter_email,
    reported_user_name: DELETED_MEMBER_NAME,
    related_announcement: content.announcement && {
      order_number: content.announcement.order_number,
      event_name: content.announcement.event_name,
    },
    reason: content.reason,
    description: content.description,
    status: content.status,
    created_at: new Date(content.created_at).toISOString(),
  }));
}

export const findReportsAbout = (db: Reader, id: string) =>
  db
    .select({ reason: reports.reason, status: reports.status, created_at: reports.created_at })
    .from(reports)
    .where(eq(reports.reported_user_id, id))
    .orderBy(asc(reports.created_at), asc(reports.id));

/** Mails about submissions only have the address, and those about watches the watcher. */
export const findMails = (db: Reader, id: string, email: string) =>
  db
    .select({
      kind: outbox.kind,
      about: outbox.about,
      created_at: outbox.created_at,
      failed_at: outbox.failed_at,
    })
    .from(outbox)
    .where(
      sql`${outbox.about} ->> 'user_id' = ${id} or ${outbox.about} ->> 'receiver_id' = ${id}
        or lower(${outbox.about} ->> 'email') = ${email}
        or ${outbox.about} ->> 'watcher_id' = (select id::text from ${watchers} where ${watchers.user_id} = ${id})`,
    )
    .orderBy(asc(outbox.created_at), asc(outbox.id));
