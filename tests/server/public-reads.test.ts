import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { accounts, banners, events, marketplaceSettings } from '../../db/schema';
import { PublicAnnouncement } from '../../src/features/announcements/contract';
import { makeAccount, makeAnnouncement, makeEvent } from '../support/content';
import { callOver, type Operation, type TestApp, TRANSPORTS, testApp } from '../support/transports';

const BANNERS: Operation = { rest: 'GET /banners', type: 'query', trpc: 'public.banners.list' };
const SETTINGS: Operation = {
  rest: 'GET /marketplace/settings',
  type: 'query',
  trpc: 'public.marketplaceSettings.get',
};
const EVENTS: Operation = { rest: 'GET /events', type: 'query', trpc: 'public.events.list' };
const ADS: Operation = {
  rest: 'GET /marketplace/announcements',
  type: 'query',
  trpc: 'public.announcements.list',
};

let app: TestApp;
/** Late on 30 April in UTC, but already 1 May in Stockholm. */
const NOW = new Date('2027-04-30T22:30:00Z');
beforeAll(async () => {
  app = await testApp({ now: () => NOW });
});
afterAll(() => app.stop());
afterEach(async () => {
  const { db } = app.context.database;
  for (const table of [accounts, events, banners, marketplaceSettings]) await db.delete(table);
});

for (const transport of TRANSPORTS) {
  const read = async <Body>(operation: Operation) => {
    const { status, body } = await callOver<Body>(app, transport, operation);
    expect(status).toBe(200);
    return body;
  };

  describe(`banners over ${transport}`, () => {
    test('are the active ones, by order_index', async () => {
      expect(await read<unknown[]>(BANNERS)).toEqual([]);
      const banner = (title: string, order_index: number, is_active = true) => ({
        title,
        order_index,
        is_active,
        file_type: 'image' as const,
        file_url: '/uploads/a.webp',
      });
      await app.context.database.db
        .insert(banners)
        .values([banner('third', 2), banner('hidden', 1, false), banner('first', 0)]);
      const listed = await read<Record<string, unknown>[]>(BANNERS);
      expect(listed.map(({ title }) => title)).toEqual(['first', 'third']);
      expect(Object.keys(listed[0] ?? {}).sort()).toEqual([
        'created_at',
        'description',
        'external_url',
        'file_type',
        'file_url',
        'id',
        'is_active',
        'link_url',
        'order_index',
        'title',
      ]);
    });
  });

  describe(`marketplace settings over ${transport}`, () => {
    test('have Swedish defaults until they are set', async () => {
      const unset = await read<{
        info_box_title: string;
        info_box_steps: string[];
        info_box_warning: string;
      }>(SETTINGS);
      expect(unset.info_box_title).toBe('Så fungerar Startplatsmarknaden');
      expect(unset.info_box_steps.length).toBeGreaterThan(1);
      expect(unset.info_box_warning).toContain('MrKoll');
      const set = { info_box_title: 'Regler', info_box_steps: ['Ett'], info_box_warning: '<b>Se upp</b>' };
      await app.context.database.db.insert(marketplaceSettings).values(set);
      expect(await read<unknown>(SETTINGS)).toEqual(set);
    });
  });

  describe(`ads over ${transport}`, () => {
    const listed = async () => (await read<PublicAnnouncement[]>(ADS)).map(({ id }) => id);

    test('have their own fields and the name of their owner, but no contact data', async () => {
      const { db } = app.context.database;
      const owner = await makeAccount(db, {
        full_name: 'Bo Ek',
        email: 'bo@hemlig.se',
        phone_number: '073-9999999',
      });
      const event = await makeEvent(db, { event_name: 'Nytt namn', event_date: '2027-06-01' });
      const ad = await makeAnnouncement(db, {
        user_id: owner.id,
        event_id: event.id,
        price: 1295,
        name_change_fee: 200,
      });
      const free = await makeAnnouncement(db, { announcement_type: 'wanted', event_id: event.id });
      const list = await read<PublicAnnouncement[]>(ADS);
      expect(list.map(({ id }) => id)).toEqual([free.id, ad.id]);
      expect(v.parse(v.array(v.strictObject(PublicAnnouncement.entries)), list)).toEqual(list);
      expect(list[1]).toMatchObject({
        user_id: owner.id,
        user_name: 'Bo Ek',
        price: 1295,
        has_name_change_fee: true,
        name_change_fee: 200,
      });
      expect(list[0]).toMatchObject({ has_name_change_fee: false, name_change_fee: null, description: null });
      expect(JSON.stringify(list)).not.toMatch(/hemlig|073-|@|phone|email/);
    });

    test('show the current name and date of their event', async () => {
      const { db } = app.context.database;
      const event = await makeEvent(db, { event_name: 'Nytt namn', event_date: '2027-06-01' });
      await makeAnnouncement(db, { event_id: event.id });
      const [ad] = await read<PublicAnnouncement[]>(ADS);
      expect(ad).toMatchObject({ event_name: 'Nytt namn', event_date: '2027-06-01' });
    });

    test('are left out when they are inactive, completed, of a suspended owner, or of a deleted event', async () => {
      const { db } = app.context.database;
      await makeAnnouncement(db, { is_active: false });
      await makeAnnouncement(db, { is_completed: true });
      await makeAnnouncement(db, { user_id: (await makeAccount(db, { is_suspended: true })).id });
      const deleted = await makeEvent(db);
      await makeAnnouncement(db, { event_id: deleted.id });
      await db.delete(events).where(eq(events.id, deleted.id));
      const open = await makeAnnouncement(db);
      expect(await listed()).toEqual([open.id]);
    });

    test("are left out once the event's last day has passed in Stockholm", async () => {
      const { db } = app.context.database;
      const adFor = async (event_date: string, event_end_date: string | null = null) =>
        (await makeAnnouncement(db, { event_id: (await makeEvent(db, { event_date, event_end_date })).id }))
          .id;
      await adFor('2027-04-30');
      await adFor('2027-04-28', '2027-04-30');
      const today = await adFor('2027-05-01');
      const underWay = await adFor('2027-04-30', '2027-05-01');
      expect((await listed()).sort()).toEqual([today, underWay].sort());
    });
  });
}

test('both paths of the ad list return the same', async () => {
  await makeAnnouncement(app.context.database.db);
  const [one, other] = [await app.api(ADS.rest), await app.api('GET /marketplace/announcements-list')];
  expect(one.body).toHaveLength(1);
  expect(other.body).toEqual(one.body);
});

describe('concurrent readers', () => {
  test('share reads of the database, but never get data that was read before their request', async () => {
    const other = await testApp();
    const { database } = other.context;
    try {
      const queries = spyOn(database.db, 'select');
      const lists: Promise<{ body: unknown[] }>[] = [];
      for (let made = 0; made < 20; made++) {
        for (const transport of TRANSPORTS) lists.push(callOver<unknown[]>(other, transport, EVENTS));
        await makeEvent(database.db);
        const { body } = await callOver<unknown[]>(other, 'rest', EVENTS);
        expect(body).toHaveLength(made + 1);
      }
      await Promise.all(lists);
      queries.mockClear();
      const many = await Promise.all(
        Array.from({ length: 100 }, () => callOver<unknown[]>(other, 'rest', EVENTS)),
      );
      for (const { body } of many) expect(body).toHaveLength(20);
      expect(queries.mock.calls.length).toBeLessThan(10);
    } finally {
      await other.stop();
    }
  });
});

describe('while the database is unavailable', () => {
  test('public reads are served from memory, with a header that says so, except the ads', async () => {
    const other = await testApp();
    const { database } = other.context;
    const read = (transport: (typeof TRANSPORTS)[number], what = EVENTS) =>
      callOver<unknown>(other, transport, what);
    try {
      await makeEvent(database.db);
      const before = await read('rest');
      expect([before.status, before.headers.get('x-served-from')]).toEqual([200, null]);
      await makeEvent(database.db);
      const after = await read('trpc');
      expect(after.body).toHaveLength(2);
      other.context.notifications.close();
      await database.close();
      for (const transport of TRANSPORTS) {
        const { status, headers, body } = await read(transport);
        expect([status, headers.get('x-served-from')]).toEqual([200, 'snapshot']);
        expect(Number(headers.get('age'))).toBeGreaterThanOrEqual(0);
        expect(body).toEqual(after.body);
      }
      // The owners of the ads may have been deleted or suspended on another instance.
      for (const transport of TRANSPORTS) expect((await read(transport, ADS)).status).toBe(503);
    } finally {
      await other.stop();
    }
  });

  const CONTACT: Operation = {
    rest: 'POST /contact/message',
    type: 'mutation',
    trpc: 'public.contact.sendMessage',
  };
  const SUBMIT: Operation = {
    rest: 'POST /events/submit',
    type: 'mutation',
    trpc: 'public.submissions.submit',
  };
  const INFO: Operation = { rest: 'GET /contact/info', type: 'query', trpc: 'public.contact.info' };

  test('every operation of a visitor returns 503 with Retry-After, over both transports', async () => {
    const other = await testApp();
    await other.context.database.close();
    try {
      for (const operation of [BANNERS, SETTINGS, ADS, INFO, CONTACT, SUBMIT]) {
        for (const transport of TRANSPORTS) {
          const call = operation.type === 'mutation' ? { body: {} } : {};
          const { status, headers, body } = await callOver(other, transport, operation, call);
          expect([operation.rest, transport, status]).toEqual([operation.rest, transport, 503]);
          expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
          expect(body).toMatchObject({ code: 'server.unavailable' });
        }
      }
    } finally {
      await other.stop();
    }
  });
});
