import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { banners, contactInfo, events, marketplaceSettings } from '../../db/schema';
import { demoEvents } from '../../src/features/demo/data/events';
import { loadDemo } from '../../src/features/demo/service';
import { isUpcoming, showsStamp } from '../../src/features/events/rules';
import { dayInStockholm } from '../../src/shared/dates';
import { type TestApp, testApp } from '../support/app';
import { makeEvent } from '../support/content';

let app: TestApp;
let now = new Date('2026-11-21T12:00:00Z');
beforeAll(async () => {
  app = await testApp({ now: () => now });
});
afterAll(() => app.stop());
beforeEach(async () => {
  for (const table of [events, banners, contactInfo, marketplaceSettings]) {
    await app.context.database.db.delete(table);
  }
});

const loadEvents = () => app.context.database.db.select().from(events).orderBy(events.event_date);

describe('demonstration data', () => {
  test('fills an empty calendar with 56 events that have a location, with banners, contact info and info box', async () => {
    expect(await loadDemo(app.context)).toBe(56);
    const rows = await loadEvents();
    expect(rows).toHaveLength(56);
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

  test('changes nothing in a calendar that has an event', async () => {
    await makeEvent(app.context.database.db);
    expect(await loadDemo(app.context)).toBe(0);
    expect(await loadEvents()).toHaveLength(1);
    expect((await app.api('GET /banners')).body).toEqual([]);
  });

  test('is skipped for a calendar with events without waiting for a transaction that writes events', async () => {
    await makeEvent(app.context.database.db);
    const eventWritten = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const transaction = app.context.database.db.transaction(async (tx) => {
      await makeEvent(tx);
      eventWritten.resolve();
      await commit.promise;
    });
    await eventWritten.promise;
    expect(await Promise.race([loadDemo(app.context), Bun.sleep(3000).then(() => 'waits')])).toBe(0);
    commit.resolve();
    await transaction;
  });

  test('keeps existing contact info and banners', async () => {
    const { db } = app.context.database;
    await db.insert(contactInfo).values({ company_name: 'Vi' });
    await db
      .insert(banners)
      .values({ title: 'Vår', file_type: 'image', file_url: '/x.webp', order_index: 0 });
    expect(await loadDemo(app.context)).toBe(56);
    expect((await app.api('GET /contact/info')).body).toMatchObject({ company_name: 'Vi', email: null });
    expect((await app.api('GET /banners')).body).toHaveLength(1);
  });

  test('is loaded once when several instances start together', async () => {
    const counts = await Promise.all([loadDemo(app.context), loadDemo(app.context), loadDemo(app.context)]);
    expect(counts.sort()).toEqual([0, 0, 56]);
    expect(await loadEvents()).toHaveLength(56);
  });

  for (const day of ['2025-02-01', '2026-11-21', '2027-04-17', '2027-10-01', '2031-06-30']) {
    test(`on ${day} is mostly upcoming, keeps its weekdays and shows a stamp of each colour`, () => {
      now = new Date(`${day}T12:00:00Z`);
      const shiftedEvents = demoEvents(now);
      expect(
        shiftedEvents.filter((event) => isUpcoming(event, dayInStockholm(now))).length,
      ).toBeGreaterThanOrEqual(42);
      const vasaloppet = shiftedEvents.find((event) => event.event_name === 'Vasaloppet');
      expect(new Date(vasaloppet?.event_date ?? '').getUTCDay()).toBe(0);
      const stampedEvents = shiftedEvents.filter((event) => showsStamp(event, now));
      expect(new Set(stampedEvents.map((event) => event.banner_color)).size).toBe(6);
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
