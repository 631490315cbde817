import { expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { announcements, events } from '#db/schema/index.ts';
import type { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { findPublicAnnouncements } from '#src/features/announcements/store.ts';
import { detailOf } from '#src/shared/errors.ts';
import { outcomeOf } from '#tests/support/call.ts';
import { makeAccount, makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { ADS, testMarket } from '#tests/support/market.ts';
import { TRANSPORTS } from '#tests/support/transports.ts';

const transport = 'rest';

const { app, callOver } = await testMarket();
const request = callOver('rest');

const TOO_MANY_OPEN = [409, 'announcement.too_many', detailOf('announcement.too_many')];
const TOO_MANY_KEPT = [409, 'announcement.too_many_kept', detailOf('announcement.too_many_kept')];

async function setUp(adCount: number, { is_completed = false } = {}) {
  const [anna, event] = [await makeMember(app.db), await makeEvent(app.db)];
  const row = {
    announcement_type: 'sale' as const,
    event_id: event.id,
    event_name: event.event_name,
    event_date: event.event_date,
    distance: '10 km',
    price: 1,
    user_id: anna.id,
    renewed_at: '2099-01-01T00:00:00.000Z',
    is_completed,
  };
  await app.db.insert(announcements).values(Array.from({ length: adCount }, () => row));
  const input = { announcement_type: 'sale', event_id: event.id, distance: '10 km', price: 1 };
  return { anna, event, input };
}

const listOwnAds = async (caller: { headers: Record<string, string> }) =>
  (await request<PublicAnnouncement[]>(ADS.mine, caller)).body;

test('the 201st ad of a member, closed ads included, is rejected until one is deleted', async () => {
  const { anna, input } = await setUp(199, { is_completed: true });
  const create = () => callOver(transport)(ADS.create, anna, input);
  expect((await create()).status).toBe(200);
  expect(outcomeOf(await create())).toEqual(TOO_MANY_KEPT);
  const [, closedAd] = await listOwnAds(anna);
  expect((await callOver(transport)(ADS.delete, anna, { id: closedAd?.id })).status).toBe(200);
  expect((await create()).status).toBe(200);
});

test('a member with more than 200 ads can read and delete them', async () => {
  const { anna, input } = await setUp(203, { is_completed: true });
  for (const { id } of (await listOwnAds(anna)).slice(0, 3)) {
    expect(outcomeOf(await request(ADS.create, anna, input))).toEqual(TOO_MANY_KEPT);
    expect((await request(ADS.delete, anna, { id })).status).toBe(200);
  }
  expect(await listOwnAds(anna)).toHaveLength(200);
});

test.each([
  ['open', 49, false, TOO_MANY_OPEN],
  ['kept', 199, true, TOO_MANY_KEPT],
] as const)(
  'one of three concurrent ads is created when the limit of %s ads leaves room for one',
  async (_, count, is_completed, expectedError) => {
    const { anna, event, input } = await setUp(count, { is_completed });
    const responses: Promise<Awaited<ReturnType<typeof request>>>[] = [];
    await app.sql.begin(async (tx) => {
      // Each creation counts the ads before it locks the event.
      await tx`select from events where id = ${event.id} for update`;
      for (const index of [0, 1, 2])
        responses.push(callOver(TRANSPORTS[index % 2] ?? 'rest')(ADS.create, anna, input));
      await waitForLockWaits(3);
    });
    const results = (await Promise.all(responses)).map((response) =>
      response.status === 200 ? 200 : outcomeOf(response),
    );
    expect(results.filter((result) => result !== 200)).toEqual([expectedError, expectedError]);
    expect(await listOwnAds(anna)).toHaveLength(count + 1);
  },
);

async function waitForLockWaits(count: number) {
  for (let i = 0; i < 500; i++) {
    const rows = await app.sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    if (rows.length >= count) return;
    await Bun.sleep(10);
  }
  throw new Error(`Fewer than ${count} statements waited.`);
}

test('the public list takes the newest ads of each owner first, and on a tie those of older accounts', async () => {
  const event_id = (await makeEvent(app.db)).id;
  const makeOwner = (day: string) => makeAccount(app.db, { created_at: `2027-01-${day}T00:00:00Z` });
  const [oldOwner, floodOwner, youngOwner] = [
    await makeOwner('01'),
    await makeOwner('02'),
    await makeOwner('03'),
  ];
  const makeAd = (name: string, { id: user_id }: { id: string }, minute: number, length = 0) =>
    makeAnnouncement(app.db, {
      event_id,
      user_id,
      description: name.padEnd(length, '.'),
      created_at: new Date(Date.UTC(2027, 1, 1, 0, minute)).toISOString(),
    });
  await makeAd('old 1', oldOwner, 1);
  await makeAd('old 2', oldOwner, 2);
  await makeAd('young', youngOwner, 3);
  for (const index of [1, 2, 3]) await makeAd(`flood ${index}`, floodOwner, 3 + index, 900);
  const listPublicAds = async (maxBytes?: number) =>
    JSON.parse(`[${(await findPublicAnnouncements(app.db, '2027-03-01', maxBytes)).pages}]`).map(
      ({ description }: PublicAnnouncement) => description?.replace(/\.+$/, ''),
    );
  expect(await listPublicAds()).toEqual(['flood 3', 'flood 2', 'flood 1', 'young', 'old 2', 'old 1']);
  // An ad counts 2000 bytes plus the bytes of its description: the flood ads count 2900 each.
  expect(await listPublicAds(2005 + 2005 + 2900 + 2005)).toEqual(['flood 3', 'young', 'old 2', 'old 1']);
  expect(await listPublicAds(2005 + 2005 + 2900)).toEqual(['flood 3', 'young', 'old 2']);
  expect(await listPublicAds(2005)).toEqual(['old 2']);
  expect(await listPublicAds(2004)).toEqual([]);
});

test('the public list stays under 4 MB during a flood of ads, and still has the ads of others', async () => {
  const { anna, event } = await setUp(3);
  await app.db.update(events).set({ registration_url: `https://lopp.example/${'a'.repeat(1900)}` });
  await app.db.execute(sql`
    with owners as (
      insert into marketplace_users (id, email, username, password_hash, full_name, is_verified)
      select gen_random_uuid(), 'flood' || n || '@example.se', 'flood' || n, 'none', 'Flood', true from generate_series(1, 40) n returning id
    )
    insert into announcements (id, announcement_type, event_id, event_name, event_date, distance, price, description, renewed_at, user_id)
    select gen_random_uuid(), 'sale', ${event.id}, 'Lopp', '2099-05-01', '10 km', 1, repeat('€', 5000), '2099-01-01', id from owners, generate_series(1, 50)`);
  const { body } = await request<PublicAnnouncement[]>(ADS.list);
  expect(new TextEncoder().encode(JSON.stringify(body)).byteLength).toBeWithin(3_500_000, 4_000_000);
  expect(body.filter(({ user_id }) => user_id === anna.id)).toHaveLength(3);
});
