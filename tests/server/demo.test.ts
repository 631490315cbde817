import { describe, expect, test } from 'bun:test';
import { accounts, banners, contactInfo, events } from '#db/schema/index.ts';
import { demoEvents } from '#src/features/demo/data/events.ts';
import { loadDemo } from '#src/features/demo/service.ts';
import { isUpcoming, showsStamp } from '#src/features/events/rules.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { login } from '#tests/support/accounts.ts';
import { makeEvent } from '#tests/support/content.ts';
import { openDemoWorld } from '#tests/support/demo-world.ts';

const { app, now, setNow } = await openDemoWorld();

const loadEvents = () => app.db.select().from(events).orderBy(events.event_date);

describe('demonstration data', () => {
  test('has members who watch races and the market, and queues no news for them', async () => {
    await loadDemo(app.context);
    const kinds = await app.sql`select kind, count(*)::int as count from watches group by kind order by kind`;
    expect(kinds.map(({ kind, count }) => [kind, count])).toEqual([
      ['event', 2],
      ['market_sale', 3],
      ['market_wanted', 1],
      ['series', 1],
    ]);
    expect(await app.sql`select from watch_changes`).toHaveLength(0);
  });

  test('fills an empty calendar with 58 located events, banners, contact info and an info box', async () => {
    expect((await loadDemo(app.context)).events).toBe(58);
    const rows = await loadEvents();
    expect(rows).toHaveLength(58);
    expect(rows.filter((row) => row.latitude === null).map((row) => row.event_name)).toEqual([]);
    const publicBanners = await app.api<{ file_url: string }[]>('GET /banners');
    expect(publicBanners.body).toHaveLength(3);
    for (const { file_url } of publicBanners.body) {
      expect(await Bun.file(`client/public${file_url}`).exists()).toBe(true);
    }
    expect((await app.api<{ email: string }>('GET /contact/info')).body.email).toContain('@');
    expect((await app.api('GET /marketplace/settings')).body).toMatchObject({
      info_box_warning: expect.stringContaining('MrKoll'),
    });
  });

  test('changes nothing in a calendar with an event', async () => {
    await makeEvent(app.db);
    expect(await loadDemo(app.context)).toEqual({ events: 0 });
    expect(await loadEvents()).toHaveLength(1);
    expect((await app.api('GET /banners')).body).toEqual([]);
  });

  test('is skipped at once for a calendar with events, even while a transaction writes events', async () => {
    await makeEvent(app.db);
    const eventWritten = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const transaction = app.db.transaction(async (tx) => {
      await makeEvent(tx);
      eventWritten.resolve();
      await commit.promise;
    });
    await eventWritten.promise;
    expect(await Promise.race([loadDemo(app.context), Bun.sleep(3000).then(() => 'waits')])).toEqual({
      events: 0,
    });
    commit.resolve();
    await transaction;
  });

  test('keeps existing contact info and banners', async () => {
    const { db } = app;
    await db.insert(contactInfo).values({ company_name: 'Vi' });
    await db
      .insert(banners)
      .values({ title: 'Vår', file_type: 'image', file_url: '/x.webp', order_index: 0 });
    expect((await loadDemo(app.context)).events).toBe(58);
    expect((await app.api('GET /contact/info')).body).toMatchObject({ company_name: 'Vi', email: null });
    expect((await app.api('GET /banners')).body).toHaveLength(1);
  });

  test('is loaded once when several instances start together', async () => {
    const loaded = await Promise.all([loadDemo(app.context), loadDemo(app.context), loadDemo(app.context)]);
    expect(loaded.map((one) => one.events).sort()).toEqual([0, 0, 58]);
    expect(await loadEvents()).toHaveLength(58);
    const { members } = loaded.find((one) => one.members) ?? {};
    expect(await app.db.select().from(accounts)).toHaveLength(8);
    expect((await Bun.file(members?.file ?? '').text()).trim()).toBe(members?.password ?? '');
    expect((await login(app, 'anna.exempel', members?.password)).status).toBe(200);
  });

  for (const day of ['2025-02-01', '2026-11-21', '2027-04-17', '2027-10-01', '2031-06-30']) {
    test(`on ${day} is mostly upcoming, keeps its weekdays and shows a stamp of each colour`, () => {
      setNow(new Date(`${day}T12:00:00Z`));
      const shiftedEvents = demoEvents(now());
      expect(
        shiftedEvents.filter((event) => isUpcoming(event, dayInStockholm(now()))).length,
      ).toBeGreaterThanOrEqual(42);
      const vasaloppet = shiftedEvents.find((event) => event.event_name === 'Vasaloppet');
      expect(new Date(vasaloppet?.event_date ?? '').getUTCDay()).toBe(0);
      const stampedEvents = shiftedEvents.filter((event) => showsStamp(event, now()));
      expect(new Set(stampedEvents.map((event) => event.banner_color)).size).toBe(6);
    });
  }

  for (const day of ['2026-11-25', '2027-04-17', '2027-04-18', '2028-04-15', '2031-06-30']) {
    test(`on ${day} has a race with two past editions with results and an upcoming one`, async () => {
      setNow(new Date(`${day}T12:00:00Z`));
      await loadDemo(app.context);
      const [race] = (await loadEvents()).filter((event) => event.event_name === 'Dalsland XC');
      const editions = (await loadEvents()).filter((event) => event.series_id === race?.series_id);
      expect(
        editions.map((event) => [isUpcoming(event, day), event.result_link?.includes('/resultat/') ?? false]),
      ).toEqual([
        [false, true],
        [false, true],
        [true, false],
      ]);
      expect(new Set(editions.map(({ edition }) => edition)).size).toBe(3);
    });
  }

  test('has date ranges, and the year in a name follows the date', () => {
    const shiftedEvents = demoEvents(new Date('2027-12-01T12:00:00Z'));
    const findByName = (name: string) => shiftedEvents.find((event) => event.event_name === name);
    expect(findByName('Vansbrosimningen')).toMatchObject({
      event_date: '2028-07-07',
      event_end_date: '2028-07-09',
    });
    expect(findByName('Vätternrundan 2027')).toMatchObject({
      event_date: '2027-06-11',
      event_end_date: '2027-06-12',
    });
  });
});
