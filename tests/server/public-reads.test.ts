import { afterEach, describe, expect, spyOn, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { accounts, banners, events, marketplaceSettings } from '#db/schema/index.ts';
import { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { makeAccount, makeAnnouncement, makeEvent } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { callOver, type Operation, TRANSPORTS, testApp } from '#tests/support/transports.ts';

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

/** Late on 30 April in UTC, but already 1 May in Stockholm. */
const NOW = new Date('2027-04-30T22:30:00Z');
const app = await appOfFile({ now: () => NOW });
afterEach(async () => {
  const { db } = app;
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
      await app.db
        .insert(banners)
        .values([banner('third', 2), banner('hidden', 1, false), banner('first', 0)]);
      const publicBanners = await read<Record<string, unknown>[]>(BANNERS);
      expect(publicBanners.map(({ title }) => title)).toEqual(['first', 'third']);
      expect(Object.keys(publicBanners[0] ?? {}).sort()).toEqual([
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
      const defaults = await read<{
        info_box_title: string;
        info_box_steps: string[];
        info_box_warning: string;
      }>(SETTINGS);
      expect(defaults.info_box_title).toBe('Så fungerar Startplatsmarknaden');
      expect(defaults.info_box_steps.length).toBeGreaterThan(1);
      expect(defaults.info_box_warning).toContain('MrKoll');
      const settings = {
        info_box_title: 'Regler',
        info_box_steps: ['Ett'],
        info_box_warning: '<b>Se upp</b>',
        disabled_advice: ['link'],
      };
      await app.db.insert(marketplaceSettings).values(settings);
      expect(await read<unknown>(SETTINGS)).toEqual(settings);
    });
  });

  describe(`ads over ${transport}`, () => {
    const listIds = async () => (await read<PublicAnnouncement[]>(ADS)).map(({ id }) => id);

    test('have their own fields and the name of their owner, but no contact data', async () => {
      const { db } = app;
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
      const wantedAd = await makeAnnouncement(db, { announcement_type: 'wanted', event_id: event.id });
      const list = await read<PublicAnnouncement[]>(ADS);
      expect(list.map(({ id }) => id)).toEqual([wantedAd.id, ad.id]);
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

    test('show the current name, date, state, sport and place of their event', async () => {
      const { db } = app;
      const shown = { event_name: 'Nytt namn', event_date: '2027-06-01', sport_type: 'Simning' };
      const event = await makeEvent(db, { ...shown, ort: 'Vansbro', landskap: 'Dalarna' });
      await makeAnnouncement(db, { event_id: event.id });
      const [ad] = await read<PublicAnnouncement[]>(ADS);
      expect(ad).toMatchObject({ ...shown, ort: 'Vansbro', landskap: 'Dalarna' });
      const event_state = {
        previous_dates: ['2027-05-08'],
        event_end_date: '2027-06-02',
        registration_closes_on: '2027-03-03',
        sold_out: true,
      };
      const change = { ort: 'Mora', landskap: null };
      await db
        .update(events)
        .set({ ...change, ...event_state })
        .where(eq(events.id, event.id));
      expect((await read<PublicAnnouncement[]>(ADS))[0]).toMatchObject({ ...change, event_state });
    });

    test('are left out when they are inactive, completed, of a suspended owner, or of a deleted event', async () => {
      const { db } = app;
      await makeAnnouncement(db, { is_active: false });
      await makeAnnouncement(db, { is_completed: true });
      await makeAnnouncement(db, { user_id: (await makeAccount(db, { is_suspended: true })).id });
      const deletedEvent = await makeEvent(db);
      await makeAnnouncement(db, { event_id: deletedEvent.id });
      await db.delete(events).where(eq(events.id, deletedEvent.id));
      const openAd = await makeAnnouncement(db);
      expect(await listIds()).toEqual([openAd.id]);
    });

    test("are left out once the event's last day has passed in Stockholm", async () => {
      const { db } = app;
      const makeAdFor = async (event_date: string, event_end_date: string | null = null) =>
        (await makeAnnouncement(db, { event_id: (await makeEvent(db, { event_date, event_end_date })).id }))
          .id;
      await makeAdFor('2027-04-30');
      await makeAdFor('2027-04-28', '2027-04-30');
      const adToday = await makeAdFor('2027-05-01');
      const adUnderWay = await makeAdFor('2027-04-30', '2027-05-01');
      expect((await listIds()).sort()).toEqual([adToday, adUnderWay].sort());
    });
  });
}

test('both paths of the ad list return the same', async () => {
  await makeAnnouncement(app.db);
  const [response, aliasResponse] = [
    await app.api(ADS.rest),
    await app.api('GET /marketplace/announcements-list'),
  ];
  expect(response.body).toHaveLength(1);
  expect(aliasResponse.body).toEqual(response.body);
});

describe('concurrent readers', () => {
  test('share reads of the database, but never get data that was read before their request', async () => {
    const otherApp = await testApp();
    const { database } = otherApp.context;
    try {
      const queries = spyOn(database.db, 'select');
      const responses: Promise<{ body: unknown[] }>[] = [];
      for (let eventCount = 0; eventCount < 20; eventCount++) {
        for (const transport of TRANSPORTS) responses.push(callOver<unknown[]>(otherApp, transport, EVENTS));
        await makeEvent(database.db);
        const { body } = await callOver<unknown[]>(otherApp, 'rest', EVENTS);
        expect(body).toHaveLength(eventCount + 1);
      }
      await Promise.all(responses);
      queries.mockClear();
      const manyResponses = await Promise.all(
        Array.from({ length: 100 }, () => callOver<unknown[]>(otherApp, 'rest', EVENTS)),
      );
      for (const { body } of manyResponses) expect(body).toHaveLength(20);
      expect(queries.mock.calls.length).toBeLessThan(10);
    } finally {
      await otherApp.stop();
    }
  });
});

describe('while the database is unavailable', () => {
  test('public reads except the ads are served from memory, with x-served-from: snapshot', async () => {
    const otherApp = await testApp();
    const { database } = otherApp.context;
    const read = (transport: (typeof TRANSPORTS)[number], operation = EVENTS) =>
      callOver<unknown>(otherApp, transport, operation);
    try {
      await makeEvent(database.db);
      const firstRead = await read('rest');
      expect([firstRead.status, firstRead.headers.get('x-served-from')]).toEqual([200, null]);
      await makeEvent(database.db);
      const secondRead = await read('trpc');
      expect(secondRead.body).toHaveLength(2);
      otherApp.context.notifications.close();
      await database.close();
      for (const transport of TRANSPORTS) {
        const { status, headers, body } = await read(transport);
        expect([status, headers.get('x-served-from')]).toEqual([200, 'snapshot']);
        expect(Number(headers.get('age'))).toBeGreaterThanOrEqual(0);
        expect(body).toEqual(secondRead.body);
      }
      // The owners of the ads may have been deleted or suspended on another instance.
      for (const transport of TRANSPORTS) expect((await read(transport, ADS)).status).toBe(503);
    } finally {
      await otherApp.stop();
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
    const otherApp = await testApp();
    await otherApp.context.database.close();
    try {
      for (const operation of [BANNERS, SETTINGS, ADS, INFO, CONTACT, SUBMIT]) {
        for (const transport of TRANSPORTS) {
          const call = operation.type === 'mutation' ? { body: {} } : {};
          const { status, headers, body } = await callOver(otherApp, transport, operation, call);
          expect([operation.rest, transport, status]).toEqual([operation.rest, transport, 503]);
          expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
          expect(body).toMatchObject({ code: 'server.unavailable' });
        }
      }
    } finally {
      await otherApp.stop();
    }
  });
});
