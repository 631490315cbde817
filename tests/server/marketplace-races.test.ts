import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { accounts, announcements, events, messages, outbox, rateLimits } from '../../db/schema';
import type { PublicAnnouncement } from '../../src/features/announcements/contract';
import { call } from '../support/call';
import { makeAccount, makeAnnouncement, makeEvent, makeMember } from '../support/content';
import { newCaller, type TestApp, TRANSPORTS, testApp } from '../support/transports';

const MORNING = Date.parse('2027-03-01T08:00:00Z');

let app: TestApp;
/** The clock never shows the same time twice, so that messages can be ordered. */
let ticks = 0;
beforeAll(async () => {
  app = await testApp({ now: () => new Date(MORNING + ticks++) });
});
afterAll(() => app.stop());
beforeEach(async () => {
  for (const table of [outbox, accounts, events, rateLimits]) await app.context.database.db.delete(table);
});

const db = () => app.context.database.db;
type Member = { id: string; headers: Record<string, string> };

const begin = (count: number, name: string, member: Member, input: Record<string, unknown>) =>
  Array.from({ length: count }, (_, i) =>
    call<Record<string, unknown>>(app, TRANSPORTS[i % 2] ?? 'rest', name, member, input),
  );
const atOnce = (...calls: Parameters<typeof begin>) => Promise.all(begin(...calls));

test('concurrent messages and readings order one mail for each first message after a reading', async () => {
  const [anna, bo] = [await makeMember(db()), await makeMember(db())];
  const ad = await makeAnnouncement(db(), { user_id: anna.id });
  const key = { announcement_id: ad.id, other_user_id: bo.id };
  const input = { announcement_id: ad.id, message_text: 'Hej' };
  await atOnce(1, 'marketplace.conversations.send', bo, input);
  const pairs = Array.from({ length: 25 }, () => [
    ...begin(1, 'marketplace.conversations.send', bo, input),
    ...begin(1, 'marketplace.conversations.open', anna, key),
  ]);
  await Promise.all(pairs.flat());
  const taken = await db().select().from(messages).orderBy(messages.created_at);
  const firsts = taken.filter((message, i) =>
    taken.slice(0, i).every(({ read_at }) => read_at !== null && read_at < message.created_at),
  );
  expect(taken).toHaveLength(26);
  expect(firsts.length).toBeGreaterThan(1);
  expect(await db().select().from(outbox)).toHaveLength(firsts.length);
});

describe('a call that waits for a deletion', () => {
  const A = 'marketplace.announcements';
  const C = 'marketplace.conversations';
  const create = { announcement_type: 'sale', distance: '10 km', price: 1 };
  const report = { reason: 'spam', description: 'x' };

  async function untilLockWait() {
    for (let i = 0; i < 500; i++) {
      const [row] = await app.sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      if (row) return;
      await Bun.sleep(10);
    }
    throw new Error('No statement waited for a lock.');
  }

  // Bo wrote to Anna about her ad. The event is another one.
  test.each([
    ['events', 'event', 'bo', `${A}.create`, 409, 'announcement.event_gone'],
    ['announcements', 'ad', 'anna', `${A}.update`, 404, 'announcement.not_found'],
    ['announcements', 'ad', 'anna', `${A}.complete`, 404, 'announcement.not_found'],
    ['announcements', 'ad', 'anna', `${A}.delete`, 404, 'announcement.not_found'],
    ['announcements', 'ad', 'bo', `${C}.send`, 404, 'announcement.not_found'],
    ['announcements', 'ad', 'anna', `${C}.reply`, 404, 'conversation.not_found'],
    ['announcements', 'ad', 'anna', `${C}.open`, 404, 'conversation.not_found'],
    ['announcements', 'ad', 'bo', 'marketplace.reports.create', 404, 'announcement.not_found'],
    ['marketplace_users', 'anna', 'bo', `${C}.send`, 404, 'announcement.not_found'],
    ['marketplace_users', 'bo', 'anna', `${C}.reply`, 404, 'conversation.not_found'],
    ['marketplace_users', 'anna', 'bo', 'marketplace.reports.create', 404, 'account.not_found'],
    ['marketplace_users', 'bo', 'bo', `${C}.send`, 401, 'request.unauthorized'],
    ['marketplace_users', 'anna', 'anna', `${C}.reply`, 401, 'request.unauthorized'],
    ['marketplace_users', 'bo', 'bo', `${A}.create`, 401, 'request.unauthorized'],
    ['marketplace_users', 'bo', 'bo', 'marketplace.reports.create', 401, 'request.unauthorized'],
  ] as const)('in %s (%s), by %s to %s, returns %p %s', async (table, gone, member, name, status, code) => {
    const [anna, bo] = [await makeMember(db()), await makeMember(db())];
    const ad = await makeAnnouncement(db(), { user_id: anna.id });
    const event = await makeEvent(db());
    await atOnce(1, `${C}.send`, bo, { announcement_id: ad.id, message_text: 'Hej' });
    const scene = { anna, bo, ad, event };
    const input: Record<string, object> = {
      [`${A}.create`]: { ...create, event_id: event.id },
      [`${A}.update`]: { id: ad.id, price: 1 },
      [`${A}.complete`]: { id: ad.id },
      [`${A}.delete`]: { id: ad.id },
      [`${C}.send`]: { announcement_id: ad.id, message_text: 'Hej' },
      [`${C}.reply`]: { announcement_id: ad.id, other_user_id: bo.id, message_text: 'Hej' },
      [`${C}.open`]: { announcement_id: ad.id, other_user_id: bo.id },
      'marketplace.reports.create': { ...report, reported_user_id: anna.id, related_announcement_id: ad.id },
    };
    const responses: Promise<Awaited<ReturnType<typeof atOnce>>>[] = [];
    await app.sql.begin(async (tx) => {
      await tx`delete from ${tx(table)} where id = ${scene[gone].id}`;
      const caller = { ...scene[member], headers: { ...scene[member].headers, ...newCaller() } };
      responses.push(atOnce(1, name, caller, { ...input[name] }));
      await untilLockWait();
    });
    const [response] = (await Promise.all(responses)).flat();
    expect([response?.status, response?.body.code]).toEqual([status, code]);
  });
});

describe('a deleted event', () => {
  test('leaves its ads inactive with its last name and date, also completed ones', async () => {
    const anna = await makeAccount(db());
    const event = await makeEvent(db(), { event_name: 'Först', event_date: '2027-05-01' });
    const [open, completed, other] = [
      await makeAnnouncement(db(), { user_id: anna.id, event_id: event.id }),
      await makeAnnouncement(db(), { user_id: anna.id, event_id: event.id, is_completed: true }),
      await makeAnnouncement(db(), { user_id: anna.id }),
    ];
    await db()
      .update(events)
      .set({ event_name: 'Sist', event_date: '2027-06-02' })
      .where(eq(events.id, event.id));
    await db().delete(events).where(eq(events.id, event.id));
    const lastKnown = { event_id: null, event_name: 'Sist', event_date: '2027-06-02', is_active: false };
    const rows = await db().select().from(announcements).orderBy(announcements.id);
    expect(rows).toEqual([{ ...open, ...lastKnown }, { ...completed, ...lastKnown }, other]);
  });

  test('has the same effect as one of twenty in one statement, and other ads stay listed', async () => {
    const anna = await makeAccount(db());
    const staying = await makeAnnouncement(db(), { user_id: anna.id });
    const gone = await Promise.all(Array.from({ length: 20 }, () => makeEvent(db())));
    for (const { id } of gone) await makeAnnouncement(db(), { user_id: anna.id, event_id: id });
    await db().execute(sql`delete from ${events} where id <> ${staying.event_id}`);
    const { body } = await call<PublicAnnouncement[]>(app, 'rest', 'public.announcements.list');
    expect(body.map(({ id }) => id)).toEqual([staying.id]);
    const rows = await db().select().from(announcements);
    expect(rows.filter(({ is_active }) => !is_active)).toHaveLength(20);
  });
});
