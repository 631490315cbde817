import {
  accounts,
  adminSessions,
  admins,
  announcements,
  contactMessages,
  events,
  series,
  sessions,
  submissions,
} from '#db/schema/index.ts';
import type { Db } from '#src/platform/database.ts';
import { DUMMY_HASH } from '#src/platform/passwords/passwords.ts';
import { hashToken, newToken } from '#src/platform/tokens.ts';

type Row<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>;

let sequence = 0;

/** By default far in the future. */
export async function makeEvent(db: Db, row: Row<typeof events> = {}) {
  const [event] = await db
    .insert(events)
    .values({
      event_name: `Lopp ${++sequence}`,
      event_date: '2099-05-01',
      sport_type: 'Löpning',
      distances: ['10 km'],
      ...row,
    })
    .returning();
  if (!event) throw new Error('No event was made.');
  return event;
}

/** With one edition. */
export async function makeSeries(db: Db) {
  const name = `serie-${++sequence}`;
  const [made] = await db.insert(series).values({ name, slug: name }).returning();
  if (!made) throw new Error('No series was made.');
  await makeEvent(db, { series_id: made.id, edition: '2099' });
  return made;
}

export async function makeAccount(db: Db, row: Row<typeof accounts> = {}) {
  const [account] = await db
    .insert(accounts)
    .values({
      email: `anna${++sequence}@example.se`,
      username: `anna.andersson${sequence}`,
      // Nobody can log in with this hash; `makeMember` creates a session.
      password_hash: DUMMY_HASH,
      full_name: 'Anna Andersson',
      phone_number: '070-123 45 67',
      is_verified: true,
      ...row,
    })
    .returning();
  if (!account) throw new Error('No account was made.');
  return account;
}

/** Before the time of any test. */
const LONG_AGO = '2020-01-01T00:00:00.000Z';
/** `testApp` takes it for the time of the test: the password counts as just entered. */
export const ALWAYS_CONFIRMED = '2099-01-01T00:00:00.000Z';

export async function makeMember(db: Db, row: Row<typeof accounts> = {}) {
  const account = await makeAccount(db, row);
  const token = newToken();
  await db.insert(sessions).values({
    token_hash: hashToken(token),
    user_id: account.id,
    created_at: LONG_AGO,
    expires_at: '2099-01-01T00:00:00.000Z',
  });
  return { ...account, token, headers: { authorization: `Bearer ${token}` } };
}

export async function makeAdmin(db: Db, row: Row<typeof admins> = {}) {
  const [admin] = await db
    .insert(admins)
    // Nobody can log in with this hash.
    .values({ username: `admin${++sequence}`, password_hash: DUMMY_HASH, ...row })
    .returning();
  if (!admin) throw new Error('No admin was made.');
  const token = newToken();
  const confirmed_at = ALWAYS_CONFIRMED;
  const last_used_at = confirmed_at;
  const session_id = Bun.randomUUIDv7();
  await db.insert(adminSessions).values({
    token_hash: hashToken(token),
    id: session_id,
    admin_id: admin.id,
    created_at: LONG_AGO,
    expires_at: '2099-01-01T00:00:00.000Z',
    confirmed_at,
    last_used_at,
    // Tests give admins factors after their login.
    has_second_factor: true,
  });
  const session = { session_id, confirmed_at, last_used_at, has_totp: false, has_passkey: false };
  return { ...admin, ...session, token, headers: { authorization: `Bearer ${token}` } };
}

/** For ten minutes. Where the product runs in a process of its own, {@link ALWAYS_CONFIRMED} is not known. */
export const confirmAdmins = (db: Db) =>
  db.update(adminSessions).set({ confirmed_at: new Date().toISOString() });

/** By default with a new event and owner. */
export async function makeAnnouncement(db: Db, row: Row<typeof announcements> = {}) {
  const event_id = row.event_id ?? (await makeEvent(db)).id;
  const user_id = row.user_id ?? (await makeAccount(db)).id;
  const [announcement] = await db
    .insert(announcements)
    .values({
      announcement_type: 'sale',
      event_name: 'As it once was',
      event_date: '2020-01-01',
      distance: '10 km',
      price: 500,
      // It does not expire by its age, whatever the test's clock.
      renewed_at: '2099-01-01T00:00:00.000Z',
      ...row,
      event_id,
      user_id,
    })
    .returning();
  if (!announcement) throw new Error('No announcement was made.');
  return announcement;
}

/** Pending, and by default from an address of its own. */
export async function makeSubmission(db: Db, row: Row<typeof submissions> = {}) {
  const [submission] = await db
    .insert(submissions)
    .values({
      event_name: `Förslag ${++sequence}`,
      event_date: '2099-05-01',
      sport_type: 'Löpning',
      distances: ['10 km'],
      submitter_name: 'Karin Hedlund',
      submitter_email: `karin${sequence}@example.se`,
      ...row,
    })
    .returning();
  if (!submission) throw new Error('No submission was made.');
  return submission;
}

export async function makeMessage(db: Db, row: Row<typeof contactMessages> = {}) {
  const [message] = await db
    .insert(contactMessages)
    .values({
      name: 'Olle Berg',
      email: 'olle@example.se',
      subject: `Fråga ${++sequence}`,
      message: 'När öppnar anmälan?',
      ...row,
    })
    .returning();
  if (!message) throw new Error('No message was made.');
  return message;
}
