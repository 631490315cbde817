import { describe, expect, test } from 'bun:test';
import { eq, sql } from 'drizzle-orm';
import { announcements } from '#db/schema/index.ts';
import { PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { NOT_RESERVED } from '#src/features/announcements/rules.ts';
import { assignSeries } from '#src/features/events/series/service.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { detailOf } from '#src/shared/errors.ts';
import { pick } from '#src/shared/pick.ts';
import { outcomeOf } from '#tests/support/call.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { PLANNED, UNKNOWN_RULES } from '#tests/support/events.ts';
import { ADS, testMarket, UNKNOWN } from '#tests/support/market.ts';
import { TRANSPORTS } from '#tests/support/transports.ts';

const transport = 'trpc';

const { app, setUpSale: setUp, setClock, callOver } = await testMarket();
const loadAd = async (id: string) =>
  (await app.db.select().from(announcements).where(eq(announcements.id, id)))[0];

describe('a new ad', () => {
  type Ad = PublicAnnouncement;
  const request = callOver(transport);

  test('is returned as it is stored, in the public list and in the list of its owner', async () => {
    const { event, anna, input } = await setUp();
    await app.db.transaction(assignSeries);
    const { status, body } = await request(ADS.create, anna, {
      ...input,
      has_name_change_fee: true,
      name_change_fee: 200,
      description: '  Startgrupp 4 ',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      announcement_type: 'sale',
      event_id: event.id,
      event_name: 'Vasaloppet',
      event_date: '2028-03-05',
      event_state: PLANNED,
      event_url: '/lopp/vasaloppet/2028',
      sport_type: 'Löpning',
      ort: null,
      landskap: null,
      distance: '90 km',
      price: 1295,
      has_name_change_fee: true,
      name_change_fee: 200,
      description: 'Startgrupp 4',
      order_number: expect.stringMatching(/^SP-\d{4,}$/),
      user_id: anna.id,
      user_name: 'Anna Ek',
      is_active: true,
      is_completed: false,
      ...UNKNOWN_RULES,
      owner_facts: {
        member_since: dayInStockholm(new Date(anna.created_at)).slice(0, 7),
        completed_deals: 0,
        replies: null,
      },
      reserved: false,
      url: `/marketplace/annons/${body.order_number}`,
      created_at: '2027-03-01T08:00:00.000Z',
      expires_at: '2027-04-29T22:00:00.000Z',
      is_paused: false,
      ...NOT_RESERVED,
      is_expired: false,
      final_price: null,
      version: 1,
    });
    expect((await request<Ad[]>(ADS.mine, anna)).body).toEqual([body]);
    const [publicAd = {}] = (await request<object[]>(ADS.list)).body;
    expect(publicAd).toEqual(pick(body, Object.keys(PublicAnnouncement.entries) as (keyof Ad)[]));
    expect(await loadAd(body.id)).toMatchObject({ event_name: 'Vasaloppet', event_date: '2028-03-05' });
  });

  test('may be of the type wanted, without a fee or a description', async () => {
    const { anna, input } = await setUp();
    const { body } = await request(ADS.create, anna, { ...input, announcement_type: 'wanted' });
    expect(body).toMatchObject({
      announcement_type: 'wanted',
      has_name_change_fee: false,
      name_change_fee: null,
      description: null,
    });
  });

  test('has a fee only if has_name_change_fee is true', async () => {
    const { anna, input } = await setUp();
    for (const feeFlag of [{ has_name_change_fee: false }, { has_name_change_fee: null }, {}]) {
      for (const name_change_fee of [200, 0, -5, 1.5, 1_000_001, '', 'x']) {
        const { status, body } = await request(ADS.create, anna, { ...input, ...feeFlag, name_change_fee });
        expect([status, body]).toMatchObject([200, { has_name_change_fee: false, name_change_fee: null }]);
      }
    }
  });

  test('stores the distance as the event spells it', async () => {
    const { anna, input } = await setUp();
    for (const [typedDistance, storedDistance] of [
      ['90KM', '90 km'],
      [' 42,1  km', '42,1 km'],
    ] as const) {
      expect((await request(ADS.create, anna, { ...input, distance: typedDistance })).body.distance).toBe(
        storedDistance,
      );
    }
  });

  test('ignores fields that the caller may not set', async () => {
    const { anna, input } = await setUp();
    const bo = await makeMember(app.db);
    const { body } = await request(ADS.create, anna, {
      ...input,
      id: UNKNOWN,
      user_id: bo.id,
      order_number: 'SP-0000',
      is_completed: true,
      event_name: 'Annat lopp',
    });
    expect(body).toMatchObject({ user_id: anna.id, is_completed: false, event_name: 'Vasaloppet' });
    expect([body.id, body.order_number]).not.toContainAnyValues([UNKNOWN, 'SP-0000']);
  });

  test('reports one error at a time, in the order event, distance, price, fee', async () => {
    const { anna, input } = await setUp();
    const createWith = async (change: object) => {
      const response = await request(ADS.create, anna, { ...input, ...change });
      return outcomeOf(response);
    };
    const fee = { has_name_change_fee: true };
    const emptyInput = { event_id: '', distance: '', price: null, ...fee, announcement_type: 'gift' };
    expect(await createWith(emptyInput)).toEqual([400, 'announcement.event', 'Välj ett evenemang']);
    expect(await createWith({ ...emptyInput, event_id: input.event_id })).toEqual([
      400,
      'announcement.distance',
      'Välj distans',
    ]);
    for (const price of [null, 0, -1, 1.5, 1_000_001, '500', undefined]) {
      expect(await createWith({ ...fee, price })).toEqual([
        400,
        'announcement.price',
        'Ange ett giltigt pris',
      ]);
    }
    for (const name_change_fee of [undefined, null, 0, -1, 1.5, 1_000_001, '200']) {
      expect(await createWith({ ...fee, name_change_fee })).toEqual([
        400,
        'announcement.name_change_fee',
        'Ange kostnad för namnbyte',
      ]);
    }
    expect(await createWith({ announcement_type: 'gift' })).toEqual([
      400,
      'announcement.type',
      'Välj om du säljer eller söker en startplats.',
    ]);
    expect(await createWith({ description: 'x'.repeat(5001) })).toEqual([
      400,
      'request.too_long',
      'En text är för lång.',
    ]);
    expect(await createWith({ description: 'a\0b' })).toEqual([
      400,
      'request.malformed',
      'Det gick inte att läsa det du skickade.',
    ]);
    expect(await app.db.select().from(announcements)).toEqual([]);
  });

  test('rejects a distance that the event does not have', async () => {
    const { anna, input } = await setUp();
    expect(outcomeOf(await request(ADS.create, anna, { ...input, distance: '10 km' }))).toEqual([
      400,
      'announcement.distance',
      'Välj distans',
    ]);
  });

  test('returns 409 for an event that is deleted or has passed', async () => {
    const { anna, input } = await setUp();
    expect(outcomeOf(await request(ADS.create, anna, { ...input, event_id: UNKNOWN }))).toEqual([
      409,
      'announcement.event_gone',
      'Evenemanget finns inte längre.',
    ]);
    const pastEvent = await makeEvent(app.db, { event_date: '2027-02-26', event_end_date: '2027-02-28' });
    const inputForPastEvent = { ...input, event_id: pastEvent.id, distance: '10 km' };
    expect(outcomeOf(await request(ADS.create, anna, inputForPastEvent))).toEqual([
      409,
      'announcement.event_passed',
      'Evenemanget har redan varit.',
    ]);
    setClock(new Date('2027-02-28T22:59:59Z')); // The last second of its last day in Stockholm.
    expect((await request(ADS.create, anna, inputForPastEvent)).status).toBe(200);
  });

  test('gets the next order number, and a number is not reused after a deletion', async () => {
    const { anna, input } = await setUp();
    const createAd = async () => (await request(ADS.create, anna, input)).body;
    const numberOf = ({ order_number }: Ad) => Number(order_number.slice(3));
    const firstAd = await createAd();
    const secondAd = await createAd();
    expect(numberOf(secondAd)).toBe(numberOf(firstAd) + 1);
    await request(ADS.delete, anna, { id: secondAd.id });
    expect(numberOf(await createAd())).toBe(numberOf(secondAd) + 1);
  });
});

test('an order number has at least four digits, and more when needed', async () => {
  const anna = await makeMember(app.db);
  const event = await makeEvent(app.db);
  const input = { announcement_type: 'sale', event_id: event.id, distance: '10 km', price: 1 };
  const createOrderNumber = async () => (await callOver('rest')(ADS.create, anna, input)).body.order_number;
  await app.db.execute(sql`select setval('announcement_numbers', 41)`);
  expect(await createOrderNumber()).toBe('SP-0042');
  await app.db.execute(sql`select setval('announcement_numbers', 9998)`);
  expect([await createOrderNumber(), await createOrderNumber()]).toEqual(['SP-9999', 'SP-10000']);
});

test('a member has at most fifty open ads, and completing one makes room', async () => {
  const [anna, bo] = [await makeMember(app.db), await makeMember(app.db)];
  const event = await makeEvent(app.db);
  const ads = await Promise.all(
    Array.from({ length: 50 }, () => makeAnnouncement(app.db, { user_id: anna.id, event_id: event.id })),
  );
  const create = (caller: typeof anna) =>
    callOver('rest')(ADS.create, caller, {
      announcement_type: 'sale',
      event_id: event.id,
      distance: '10 km',
      price: 1,
    });
  expect(outcomeOf(await create(anna))).toEqual([
    409,
    'announcement.too_many',
    detailOf('announcement.too_many'),
  ]);
  expect((await create(bo)).status).toBe(200);
  const completion = await callOver('rest')(ADS.complete, anna, { id: ads[0]?.id });
  expect(completion.status).toBe(200);
  expect((await create(anna)).status).toBe(200);
});

test('a member can create a hundred ads an hour over both transports, failed attempts included, without limiting others', async () => {
  const [anna, bo] = [await makeMember(app.db), await makeMember(app.db)];
  const event = await makeEvent(app.db);
  const input = { announcement_type: 'sale', event_id: event.id, distance: '10 km', price: 1 };
  const create = (caller: typeof anna, index: number, price: number) =>
    callOver(TRANSPORTS[index % 2] ?? 'rest')(ADS.create, caller, { ...input, price });
  const statuses: number[] = [];
  for (let index = 0; index < 100; index++)
    statuses.push((await create(anna, index, index % 4 < 2 ? 1 : 0)).status);
  expect(statuses).toEqual(Array.from({ length: 100 }, (_, index) => (index % 4 < 2 ? 200 : 400)));
  for (const index of [0, 1]) {
    const response = await create(anna, index, 1);
    expect(outcomeOf(response)).toEqual([
      429,
      'request.too_many',
      'Du har gjort det här för många gånger. Vänta en stund och försök igen.',
    ]);
    expect(Number(response.headers.get('retry-after'))).toBeWithin(3500, 3601);
  }
  expect(await app.db.select().from(announcements)).toHaveLength(50);
  expect((await create(bo, 0, 1)).status).toBe(200);
});
