import { beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { accounts, announcements, events, messages, outbox, rateLimits } from '#db/schema/index.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { call } from '#tests/support/call.ts';
import { makeAccount, makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { newCaller, TRANSPORTS } from '#tests/support/transports.ts';

const MORNING = Date.parse('2027-03-01T08:00:00Z');

/** The clock never shows the same time twice, so that messages can be ordered. */
let ticks = 0;
const app = await appOfFile({ now: () => new Date(MORNING + ticks++) });
beforeEach(async () => {
  for (const table of [outbox, accounts, events, rateLimits]) await app.db.delete(table);
});

type Member = { id: string; headers: Record<string, string> };

const startCalls = (count: number, name: string, member: Member, input: Record<string, unknown>) =>
  Array.from({ length: count }, (_, i) =>
    call<Record<string, unknown>>(app, TRANSPORTS[i % 2] ?? 'rest', name, member, input),
  );
const callConcurrently = (...calls: Parameters<typeof startCalls>) => Promise.all(startCalls(...calls));

test('a message queues a mail only if it is the first since the recipient read the conversation, even when both happen at once', async () => {
  const [anna, bo] = [await makeMember(app.db), await makeMember(app.db)];
  const ad = await makeAnnouncement(app.db, { user_id: anna.id });
  const conversationKey = { announcement_id: ad.id, other_user_id: bo.id };
  const input = { announcement_id: ad.id, message_text: 'Hej' };
  await callConcurrently(1, 'marketplace.conversations.send', bo, input);
  const pairs = Array.from({ length: 25 }, () => [
    ...startCalls(1, 'marketplace.conversations.send', bo, input),
    ...startCalls(1, 'marketplace.conversations.open', anna, conversationKey),
  ]);
  await Promise.all(pairs.flat());
  const storedMessages = await app.db.select().from(messages).orderBy(messages.created_at);
  const firstMessages = storedMessages.filter((message, i) =>
    storedMessages.slice(0, i).every(({ read_at }) => read_at !== null && read_at < message.created_at),
  );
  expect(storedMessages).toHaveLength(26);
  expect(firstMessages.length).toBeGreaterThan(1);
  expect(await app.db.select().from(outbox)).toHaveLength(firstMessages.length);
});

describe('a call that waits for a deletion', () => {
  const ANNOUNCEMENTS = 'marketplace.announcements';
  const CONVERSATIONS = 'marketplace.conversations';
  const create = { announcement_type: 'sale', distance: '10 km', price: 1 };
  const report = { reason: 'spam', description: 'x' };

  async function waitForLock() {
    for (let i = 0; i < 500; i++) {
      const [row] = await app.sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      if (row) return;
      await Bun.sleep(10);
    }
    throw new Error('No statement waited for a lock.');
  }

  // Bo has written to Anna about her ad. The event is not that of the ad.
  test.each([
    ['events', 'event', 'bo', `${ANNOUNCEMENTS}.create`, 409, 'announcement.event_gone'],
    ['announcements', 'ad', 'anna', `${ANNOUNCEMENTS}.update`, 404, 'announcement.not_found'],
    ['announcements', 'ad', 'anna', `${ANNOUNCEMENTS}.complete`, 404, 'announcement.not_found'],
    ['announcements', 'ad', 'anna', `${ANNOUNCEMENTS}.delete`, 404, 'announcement.not_found'],
    ['announcements', 'ad', 'bo', `${CONVERSATIONS}.send`, 404, 'announcement.not_found'],
    ['announcements', 'ad', 'anna', `${CONVERSATIONS}.reply`, 404, 'conversation.not_found'],
    ['announcements', 'ad', 'anna', `${CONVERSATIONS}.open`, 404, 'conversation.not_found'],
    ['announcements', 'ad', 'bo', 'marketplace.reports.create', 404, 'announcement.not_found'],
    ['marketplace_users', 'anna', 'bo', `${CONVERSATIONS}.send`, 404, 'announcement.not_found'],
    ['marketplace_users', 'bo', 'anna', `${CONVERSATIONS}.reply`, 404, 'conversation.not_found'],
    ['marketplace_users', 'anna', 'bo', 'marketplace.reports.create', 404, 'account.not_found'],
    ['marketplace_users', 'bo', 'bo', `${CONVERSATIONS}.send`, 401, 'request.unauthorized'],
    ['marketplace_users', 'anna', 'anna', `${CONVERSATIONS}.reply`, 401, 'request.unauthorized'],
    ['marketplace_users', 'bo', 'bo', `${ANNOUNCEMENTS}.create`, 401, 'request.unauthorized'],
    ['marketplace_users', 'bo', 'bo', 'marketplace.reports.create', 401, 'request.unauthorized'],
  ] as const)(
    'from %s (%s): %s calls %s and gets %p %s',
    async (table, deletedKey, member, name, status, code) => {
      const [anna, bo] = [await makeMember(app.db), await makeMember(app.db)];
      const ad = await makeAnnouncement(app.db, { user_id: anna.id });
      const event = await makeEvent(app.db);
      await callConcurrently(1, `${CONVERSATIONS}.send`, bo, { announcement_id: ad.id, message_text: 'Hej' });
      const scene = { anna, bo, ad, event };
      const input: Record<string, object> = {
        [`${ANNOUNCEMENTS}.create`]: { ...create, event_id: event.id },
        [`${ANNOUNCEMENTS}.update`]: { id: ad.id, price: 1 },
        [`${ANNOUNCEMENTS}.complete`]: { id: ad.id },
        [`${ANNOUNCEMENTS}.delete`]: { id: ad.id },
        [`${CONVERSATIONS}.send`]: { announcement_id: ad.id, message_text: 'Hej' },
        [`${CONVERSATIONS}.reply`]: { announcement_id: ad.id, other_user_id: bo.id, message_text: 'Hej' },
        [`${CONVERSATIONS}.open`]: { announcement_id: ad.id, other_user_id: bo.id },
        'marketplace.reports.create': {
          ...report,
          reported_user_id: anna.id,
          related_announcement_id: ad.id,
        },
      };
      const responses: Promise<Awaited<ReturnType<typeof callConcurrently>>>[] = [];
      await app.sql.begin(async (tx) => {
        await tx`delete from ${tx(table)} where id = ${scene[deletedKey].id}`;
        const caller = { ...scene[member], headers: { ...scene[member].headers, ...newCaller() } };
        responses.push(callConcurrently(1, name, caller, { ...input[name] }));
        await waitForLock();
      });
      const [response] = (await Promise.all(responses)).flat();
      expect([response?.status, response?.body.code]).toEqual([status, code]);
    },
  );
});

describe('a deleted event', () => {
  test('makes all its ads inactive, also completed ones, and they keep its last name and date', async () => {
    const anna = await makeAccount(app.db);
    const event = await makeEvent(app.db, { event_name: 'Först', event_date: '2027-05-01' });
    const [openAd, completedAd, otherAd] = [
      await makeAnnouncement(app.db, { user_id: anna.id, event_id: event.id }),
      await makeAnnouncement(app.db, { user_id: anna.id, event_id: event.id, is_completed: true }),
      await makeAnnouncement(app.db, { user_id: anna.id }),
    ];
    await app.db
      .update(events)
      .set({ event_name: 'Sist', event_date: '2027-06-02' })
      .where(eq(events.id, event.id));
    await app.db.delete(events).where(eq(events.id, event.id));
    const lastKnownEvent = { event_id: null, event_name: 'Sist', event_date: '2027-06-02', is_active: false };
    const rows = await app.db.select().from(announcements).orderBy(announcements.id);
    expect(rows).toEqual([{ ...openAd, ...lastKnownEvent }, { ...completedAd, ...lastKnownEvent }, otherAd]);
  });

  test('makes its ads inactive too if one statement deletes twenty events, and the ads of others stay listed', async () => {
    const anna = await makeAccount(app.db);
    const remainingAd = await makeAnnouncement(app.db, { user_id: anna.id });
    const deletedEvents = await Promise.all(Array.from({ length: 20 }, () => makeEvent(app.db)));
    for (const { id } of deletedEvents) await makeAnnouncement(app.db, { user_id: anna.id, event_id: id });
    await app.db.execute(sql`delete from ${events} where id <> ${remainingAd.event_id}`);
    const { body } = await call<PublicAnnouncement[]>(app, 'rest', 'public.announcements.list');
    expect(body.map(({ id }) => id)).toEqual([remainingAd.id]);
    const rows = await app.db.select().from(announcements);
    expect(rows.filter(({ is_active }) => !is_active)).toHaveLength(20);
  });
});
