import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import {
  accounts,
  announcements,
  conversations,
  events,
  messages,
  outbox,
  rateLimits,
} from '../../db/schema';
import type { PublicAnnouncement } from '../../src/features/announcements/contract';
import { call, told } from '../support/call';
import { makeAccount, makeAnnouncement, makeEvent, makeMember } from '../support/content';
import { DOORS, newCaller, type TestApp, testApp } from '../support/doors';

const MORNING = Date.parse('2027-03-01T08:00:00Z');

let app: TestApp;
/** A clock that never shows the same time twice: what came first can be told. */
let ticks = 0;
beforeAll(async () => {
  app = await testApp({ now: () => new Date(MORNING + ticks++) });
});
afterAll(() => app.stop());
beforeEach(async () => {
  for (const table of [outbox, accounts, events, rateLimits]) await app.context.database.db.delete(table);
});

const db = () => app.context.database.db;
type Who = { id: string; headers: Record<string, string> };

/** So many calls at once, through either door in turn. */
const begin = (count: number, name: string, who: Who, input: Record<string, unknown>) =>
  Array.from({ length: count }, (_, i) =>
    call<Record<string, unknown>>(app, DOORS[i % 2] ?? 'rest', name, who, input),
  );
const atOnce = (...calls: Parameters<typeof begin>) => Promise.all(begin(...calls));
const send = (who: Who, announcement_id: string, count: number) =>
  atOnce(count, 'marketplace.conversations.send', who, { announcement_id, message_text: 'Hej' });
const statusesOf = (answers: { status: number }[]) => new Set(answers.map(({ status }) => status));

test('of 20 parallel completes one wins, the others are told that it is completed', async () => {
  const anna = await makeMember(db());
  const ad = await makeAnnouncement(db(), { user_id: anna.id });
  const answers = await atOnce(20, 'marketplace.announcements.complete', anna, { id: ad.id });
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 200).map(told);
  expect(others).toEqual(Array(19).fill([409, 'announcement.completed', 'Annonsen är redan slutförd.']));
});

test('of 20 parallel deletions one wins, the others find nothing', async () => {
  const anna = await makeMember(db());
  const ad = await makeAnnouncement(db(), { user_id: anna.id });
  const answers = await atOnce(20, 'marketplace.announcements.delete', anna, { id: ad.id });
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(19);
});

test('20 ads made at once have 20 order numbers', async () => {
  const anna = await makeMember(db());
  const event = await makeEvent(db());
  const input = { announcement_type: 'sale', event_id: event.id, distance: '10 km', price: 1 };
  const answers = await atOnce(20, 'marketplace.announcements.create', anna, input);
  expect(statusesOf(answers)).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.order_number)).size).toBe(20);
});

test('an edit never lands on an ad that is completed at the same moment', async () => {
  const anna = await makeMember(db());
  for (let round = 0; round < 10; round++) {
    const ad = await makeAnnouncement(db(), { user_id: anna.id, price: 100 });
    const edit = { id: ad.id, price: 999, name_change_fee: 0, description: '' };
    const [[completed], edits] = await Promise.all([
      atOnce(1, 'marketplace.announcements.complete', anna, { id: ad.id }),
      atOnce(4, 'marketplace.announcements.update', anna, edit),
    ]);
    expect(completed?.status).toBe(200);
    const [row] = await db().select().from(announcements).where(eq(announcements.id, ad.id));
    const landed = edits.filter(({ status }) => status === 200);
    for (const { body } of landed) expect(body.is_completed).toBe(false);
    expect(row).toMatchObject({ is_completed: true, price: landed.length > 0 ? 999 : 100 });
    expect(edits.length - landed.length).toBe(edits.filter(({ status }) => status === 409).length);
  }
});

describe('messages at once', () => {
  const setUp = async () => {
    const [anna, bo] = [await makeMember(db()), await makeMember(db())];
    return { anna, bo, ad: await makeAnnouncement(db(), { user_id: anna.id }) };
  };

  test('20 first messages make one conversation with 20 messages, and one mail', async () => {
    const { anna, bo, ad } = await setUp();
    expect(statusesOf(await send(bo, ad.id, 20))).toEqual(new Set([200]));
    expect(await db().select().from(conversations)).toHaveLength(1);
    expect(await db().select().from(messages)).toHaveLength(20);
    expect((await db().select().from(outbox)).map(({ about }) => about.receiver_id)).toEqual([anna.id]);
  });

  test('they stand in the order in which they were taken in', async () => {
    const { bo, ad } = await setUp();
    await send(bo, ad.id, 20);
    const byTime = await db().select({ id: messages.id }).from(messages).orderBy(messages.created_at);
    const byId = await db().select({ id: messages.id }).from(messages).orderBy(messages.id);
    expect(byTime).toEqual(byId);
  });

  test('while the receiver looks and looks again: one mail for each first message after a look', async () => {
    const { anna, bo, ad } = await setUp();
    await send(bo, ad.id, 1);
    const key = { announcement_id: ad.id, other_user_id: bo.id };
    const input = { announcement_id: ad.id, message_text: 'Hej' };
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
});

describe('deleted in the middle', () => {
  /**
   * The statuses of eight rounds. In each, what the calls are about is removed as soon as the first of them is answered,
   * with the others under way.
   */
  const rounds = async (
    round: () => Promise<{ calls: Promise<{ status: number }>[]; remove: () => PromiseLike<unknown> }>,
  ) => {
    const seen = new Set<number>();
    for (let i = 0; i < 8; i++) {
      const { calls, remove } = await round();
      await Promise.race(calls).then(remove);
      for (const { status } of await Promise.all(calls)) seen.add(status);
      await db().delete(rateLimits);
    }
    return [...seen].sort();
  };
  const send = (who: Who, announcement_id: string, count: number) =>
    begin(count, 'marketplace.conversations.send', who, { announcement_id, message_text: 'Hej' });
  const elsewhere = (who: Who) => ({ ...who, headers: { ...who.headers, ...newCaller() } });

  test('an ad, by its owner, while it is written about: sent or 404, nothing is left', async () => {
    const [anna, bo, cia] = [await makeMember(db()), await makeMember(db()), await makeMember(db())];
    const removed: number[] = [];
    const seen = await rounds(async () => {
      const ad = await makeAnnouncement(db(), { user_id: anna.id });
      const key = { announcement_id: ad.id, other_user_id: bo.id };
      return {
        calls: [
          ...send(bo, ad.id, 8),
          ...send(cia, ad.id, 8),
          ...begin(8, 'marketplace.conversations.reply', anna, { ...key, message_text: 'Svar' }),
          ...begin(4, 'marketplace.conversations.open', anna, key),
          ...begin(2, 'marketplace.conversations.list', bo, {}),
        ],
        remove: async () => {
          const answer = await call(app, 'rest', 'marketplace.announcements.delete', anna, { id: ad.id });
          removed.push(answer.status);
        },
      };
    });
    expect(removed).toEqual(Array(8).fill(200));
    expect(seen).toEqual([200, 404]);
    expect([await db().select().from(conversations), await db().select().from(messages)]).toEqual([[], []]);
  });

  test('an account, while it writes and is written to: sent, 401 or 404, nothing is left', async () => {
    const anna = await makeMember(db());
    const seen = await rounds(async () => {
      const bo = await makeMember(db());
      const ad = await makeAnnouncement(db(), { user_id: anna.id });
      const ofBo = await makeAnnouncement(db(), { user_id: bo.id });
      const event = await makeEvent(db());
      const key = { announcement_id: ad.id, other_user_id: bo.id };
      const report = { reason: 'spam', description: 'x' };
      return {
        calls: [
          ...send(bo, ad.id, 8),
          ...send(anna, ofBo.id, 8),
          ...begin(8, 'marketplace.conversations.reply', anna, { ...key, message_text: 'Svar' }),
          ...begin(4, 'marketplace.announcements.create', bo, {
            announcement_type: 'sale',
            event_id: event.id,
            distance: '10 km',
            price: 1,
          }),
          ...begin(3, 'marketplace.reports.create', elsewhere(anna), { ...report, reported_user_id: bo.id }),
          ...begin(3, 'marketplace.reports.create', elsewhere(bo), { ...report, reported_user_id: anna.id }),
        ],
        // On a connection of its own: in the pool it would come last.
        remove: () => app.sql`delete from marketplace_users where id = ${bo.id}`,
      };
    });
    expect([200, 401, 404]).toEqual(expect.arrayContaining(seen));
    expect(seen).toContain(200);
    expect([await db().select().from(conversations), await db().select().from(messages)]).toEqual([[], []]);
    expect((await db().select().from(announcements)).every(({ user_id }) => user_id === anna.id)).toBe(true);
  });

  test('an event, while ads for it are made: made and then inactive, or 409', async () => {
    const anna = await makeMember(db());
    const seen = await rounds(async () => {
      const event = await makeEvent(db(), { event_name: 'Kortlivat' });
      return {
        calls: begin(30, 'marketplace.announcements.create', anna, {
          announcement_type: 'sale',
          event_id: event.id,
          distance: '10 km',
          price: 1,
        }),
        remove: () => app.sql`delete from events where id = ${event.id}`,
      };
    });
    expect([200, 409]).toEqual(expect.arrayContaining(seen));
    expect(seen).toContain(200);
    for (const row of await db().select().from(announcements)) {
      expect(row).toMatchObject({
        event_id: null,
        is_active: false,
        event_name: 'Kortlivat',
        event_date: '2099-05-01',
      });
    }
  });
});

describe('what is being deleted as it is asked for: the caller waits, and is told that it is gone', () => {
  const A = 'marketplace.announcements';
  const C = 'marketplace.conversations';
  const create = { announcement_type: 'sale', distance: '10 km', price: 1 };
  const report = { reason: 'spam', description: 'x' };

  /** Resolves when a statement of this database waits for a lock. */
  async function untilSomebodyWaits() {
    for (let i = 0; i < 500; i++) {
      const [row] = await app.sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      if (row) return;
      await Bun.sleep(10);
    }
    throw new Error('Nobody waited.');
  }

  // Anna has an ad about which Bo wrote to her; the event is another one.
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
  ] as const)('%s (%s), asked for by %s: %s is %p %s', async (table, gone, who, name, status, code) => {
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
    const answers: Promise<Awaited<ReturnType<typeof atOnce>>>[] = [];
    await app.sql.begin(async (tx) => {
      await tx`delete from ${tx(table)} where id = ${scene[gone].id}`;
      const caller = { ...scene[who], headers: { ...scene[who].headers, ...newCaller() } };
      answers.push(atOnce(1, name, caller, { ...input[name] }));
      await untilSomebodyWaits();
    });
    const [answer] = (await Promise.all(answers)).flat();
    expect([answer?.status, answer?.body.code]).toEqual([status, code]);
  });
});

describe('an event that is deleted (D12)', () => {
  test('leaves its ads inactive, with its name and date as they last stood, completed ones too', async () => {
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
    const stands = { event_id: null, event_name: 'Sist', event_date: '2027-06-02', is_active: false };
    const rows = await db().select().from(announcements).orderBy(announcements.id);
    expect(rows).toEqual([{ ...open, ...stands }, { ...completed, ...stands }, other]);
  });

  test('so do twenty events in one statement, and the list has what is left', async () => {
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
