import { expect, test } from 'bun:test';
import type { announcements } from '#db/schema/index.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { makeAccount, makeAnnouncement, makeEvent, makeSeries } from '#tests/support/content.ts';
import { ADS, testMarket } from '#tests/support/market.ts';

const { app, callOver } = await testMarket();

async function medianPrice(): Promise<number | null | undefined> {
  const { body } = await callOver('rest')<PublicAnnouncement[]>(ADS.list);
  return body[0]?.median_price;
}

async function setUp() {
  const { id: series_id } = await makeSeries(app.db);
  const [lastYear, thisYear] = [
    await makeEvent(app.db, { series_id, edition: '2026', event_date: '2026-05-01' }),
    await makeEvent(app.db, { series_id, edition: '2027', event_date: '2027-05-01' }),
  ];
  await makeAnnouncement(app.db, { event_id: thisYear.id });
  const sell = async (final_price: number, row: Partial<typeof announcements.$inferInsert> = {}) =>
    makeAnnouncement(app.db, {
      event_id: lastYear.id,
      is_completed: true,
      completed_at: '2026-04-01T12:00:00.000Z',
      final_price,
      ...row,
    });
  return { sell };
}

test('the usual price is the median of five deals of different sellers', async () => {
  const { sell } = await setUp();
  for (const price of [1000, 1300, 900, 1200]) await sell(price);
  expect(await medianPrice()).toBeNull();
  await sell(1100);
  expect(await medianPrice()).toBe(1100);
});

test('only the latest deal of each seller counts, of sale ads for the same distance in 24 months', async () => {
  const { sell } = await setUp();
  const seller = await makeAccount(app.db);
  await sell(5000, { user_id: seller.id, completed_at: '2026-03-01T12:00:00.000Z' });
  await sell(1000, { user_id: seller.id });
  for (const price of [1000, 1000, 1000]) await sell(price);
  await sell(9000, { announcement_type: 'wanted' });
  await sell(9000, { distance: '21,1 km' });
  await sell(9000, { completed_at: '2025-02-28T12:00:00.000Z' });
  await sell(9000, { user_id: (await makeAccount(app.db, { is_suspended: true })).id });
  expect(await medianPrice()).toBeNull();
  await sell(3000, { completed_at: '2025-03-02T12:00:00.000Z' });
  expect(await medianPrice()).toBe(1000);
});
