import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { announcements, events, outbox } from '#db/schema/index.ts';
import type { OwnAnnouncement, PublicAnnouncement } from '#src/features/announcements/contract.ts';
import { remindOwners } from '#src/features/announcements/expiry/service.ts';
import { transferOf } from '#src/features/events/transfer/rules.ts';
import { composers } from '#src/mails.ts';
import { addDaysTo, startOfDay } from '#src/shared/dates.ts';
import { outcomeOf } from '#tests/support/call.ts';
import { makeAnnouncement, makeEvent, makeMember } from '#tests/support/content.ts';
import { ADS, testMarket } from '#tests/support/market.ts';

const transport = 'trpc';

const { app, setClock, callOver } = await testMarket();
const request = callOver('rest');
const RENEW = 'marketplace.announcements.renew';

/** The last moment of a day in Stockholm, and the first of the next one. */
const endOf = (day: string) => new Date(startOfDay(addDaysTo(day, 1)).getTime() - 1);

const listPublicIds = async () => (await request<PublicAnnouncement[]>(ADS.list)).body.map(({ id }) => id);
const ownAd = async (anna: { headers: Record<string, string> }) =>
  (await request<OwnAnnouncement[]>(ADS.mine, anna)).body[0] as OwnAnnouncement;

async function setUpAd(event: Parameters<typeof makeEvent>[1], madeOn: string, ad = {}) {
  const anna = await makeMember(app.db, { full_name: 'Anna Ek', created_at: '2026-03-01T08:00:00.000Z' });
  const { id: event_id } = await makeEvent(app.db, { distances: ['10 km', '21,1 km'], ...event });
  const at = new Date(startOfDay(madeOn).getTime() + 15 * 3_600_000).toISOString();
  const { id } = await makeAnnouncement(app.db, {
    user_id: anna.id,
    event_id,
    created_at: at,
    renewed_at: at,
    ...ad,
  });
  return { anna, event_id, id };
}

const PERIOD = { from: null, to: null, distances: [], fee: null, payer: null, where: null };

test.each([
  ['60 days without renewal', {}, '2027-02-01', '2027-04-01'],
  ['60 days over the start of summer time', {}, '2027-03-01', '2027-04-29'],
  ['60 days over its end', {}, '2027-10-01', '2027-11-29'],
  ['the day of the event', { event_date: '2027-03-14' }, '2027-03-01', '2027-03-14'],
  [
    'the last day of the event',
    { event_date: '2027-03-14', event_end_date: '2027-03-28' },
    '2027-03-01',
    '2027-03-28',
  ],
  [
    'the last transfer period of its distance',
    {
      transfer_policy: 'allowed' as const,
      transfer_periods: [
        { ...PERIOD, to: '2027-03-05' },
        { ...PERIOD, from: '2027-03-10', to: '2027-03-27', distances: ['10 km'] },
        { ...PERIOD, from: '2027-03-10', to: '2027-04-15', distances: ['21,1 km'] },
      ],
    },
    '2027-03-01',
    '2027-03-27',
  ],
])('an ad expires at midnight in Stockholm after %s', async (_, event, madeOn, lastDay) => {
  const { anna, id } = await setUpAd(event, madeOn);
  setClock(endOf(lastDay));
  expect(await listPublicIds()).toEqual([id]);
  const midnight = startOfDay(addDaysTo(lastDay, 1));
  expect(await ownAd(anna)).toMatchObject({
    is_active: true,
    is_expired: false,
    expires_at: midnight.toISOString(),
  });
  setClock(midnight);
  expect(await listPublicIds()).toEqual([]);
  expect(await ownAd(anna)).toMatchObject({ is_active: false, is_expired: true, is_completed: false });
});

describe('renewing', () => {
  const renew = (caller: { headers: Record<string, string> }, id: string) =>
    callOver(transport)(RENEW, caller, { id });

  test('shows an expired ad for 60 days more, but not a completed one', async () => {
    const { anna, id } = await setUpAd({}, '2027-01-01');
    setClock(new Date('2027-03-05T12:00:00Z'));
    const { status, body } = await renew(anna, id);
    expect([status, body]).toMatchObject([
      200,
      { is_active: true, is_expired: false, expires_at: '2027-05-03T22:00:00.000Z' },
    ]);
    expect(await listPublicIds()).toEqual([id]);
    await app.db.update(announcements).set({ is_completed: true });
    expect(outcomeOf(await renew(anna, id)).slice(0, 2)).toEqual([409, 'announcement.completed']);
  });

  test('does not show an ad again that an admin has hidden', async () => {
    const { anna, id } = await setUpAd({}, '2027-01-01', { is_active: false });
    expect(outcomeOf(await renew(anna, id)).slice(0, 2)).toEqual([409, 'announcement.inactive']);
  });

  test.each([
    ['announcement.transfer_forbidden', { transfer_policy: 'forbidden' as const }],
    [
      'announcement.transfer_closed',
      { transfer_policy: 'allowed' as const, transfer_periods: [{ ...PERIOD, to: '2027-02-28' }] },
    ],
    ['announcement.event_passed', { event_date: '2027-02-28' }],
  ])('is refused with %s, like a new ad', async (code, event) => {
    const { anna, event_id, id } = await setUpAd(event, '2027-01-01');
    expect(outcomeOf(await renew(anna, id)).slice(0, 2)).toEqual([409, code]);
    for (const announcement_type of ['sale', 'wanted']) {
      const input = { announcement_type, event_id, distance: '10 km', price: 500 };
      expect(outcomeOf(await callOver(transport)(ADS.create, anna, input)).slice(0, 2)).toEqual([409, code]);
    }
  });

  test('is refused if the owner has 50 open ads', async () => {
    const { anna, id, event_id } = await setUpAd({}, '2026-12-01');
    for (let count = 0; count < 50; count++)
      await makeAnnouncement(app.db, { user_id: anna.id, event_id, created_at: '2026-01-01T00:00:00.000Z' });
    expect(outcomeOf(await renew(anna, id)).slice(0, 2)).toEqual([409, 'announcement.too_many']);
  });
});

test('an ad of a race that forbids transfers is inactive until the organizer allows them', async () => {
  const { anna, event_id, id } = await setUpAd({ transfer_policy: 'forbidden' }, '2027-03-01');
  expect(await listPublicIds()).toEqual([]);
  expect(await ownAd(anna)).toMatchObject({ is_active: false, transfer: { state: 'forbidden' } });
  await app.db.update(events).set({ transfer_policy: 'unknown' }).where(eq(events.id, event_id));
  expect(await listPublicIds()).toEqual([id]);
});

test('an ad expires with the period of its distance, however that is spelled', async () => {
  const period = { ...PERIOD, to: '2027-03-05', distances: ['Halv maraton'] };
  const { anna } = await setUpAd(
    { transfer_policy: 'allowed', transfer_periods: [period], distances: ['Halv maraton'] },
    '2027-03-01',
    { distance: 'halvmaraton' },
  );
  setClock(startOfDay('2027-03-06'));
  expect(await ownAd(anna)).toMatchObject({ is_active: false, transfer: { state: 'closed' } });
});

test('an ad is shown as long as the rules of the race do not close or forbid its transfer', async () => {
  const today = '2027-03-08';
  const day = fc.option(fc.constantFrom('2027-03-06', '2027-03-07', today, '2027-03-09', '2027-03-10'));
  const distances = ['10 km', 'Halv maraton', '90km'];
  const period = fc
    .record({ from: day, to: day, distances: fc.subarray(distances) })
    .filter(({ from, to }) => !from || !to || from <= to)
    .map((drawn) => ({ ...PERIOD, ...drawn }));
  const rules = fc.record({
    transfer_policy: fc.constantFrom('allowed' as const, 'forbidden' as const, 'unknown' as const),
    transfer_periods: fc.array(period, { maxLength: 3 }),
    transfer_rules_url: fc.constant(null),
    transfer_checked_on: fc.constant(null),
  });
  const expected = [];
  for (const drawn of fc.sample(rules, { seed: 9, numRuns: 150 })) {
    const { id: event_id } = await makeEvent(app.db, { distances, ...drawn });
    for (const distance of ['10km', 'halvmaraton', '90 km']) {
      const { id } = await makeAnnouncement(app.db, { event_id, distance });
      const { state } = transferOf(drawn, distance, today);
      if (state !== 'closed' && state !== 'forbidden') expected.push(id);
    }
  }
  setClock(startOfDay(today));
  expect((await listPublicIds()).toSorted()).toEqual(expected.toSorted());
  expect(expected.length).toBeGreaterThan(100);
});

test('the public list tells what holds for the distance of each ad', async () => {
  const rules = {
    transfer_policy: 'allowed' as const,
    transfer_periods: [
      { ...PERIOD, from: '2027-02-01', to: '2027-03-05', fee: 200, payer: 'seller' as const },
      { ...PERIOD, from: '2027-02-01', to: '2027-03-11', distances: ['21,1 km'], where: 'on_site' as const },
    ],
    transfer_rules_url: 'https://lopp.example/namnbyte',
    transfer_checked_on: '2027-01-12',
  };
  const prices = [{ distance: '10 km', price: 1295 }];
  const { event_id, id } = await setUpAd({ ...rules, ordinary_prices: prices }, '2027-03-01');
  const longAd = await makeAnnouncement(app.db, { event_id, distance: '21,1 km' });
  const ads = (await request<PublicAnnouncement[]>(ADS.list)).body;
  const factsOf = (adId: string) => ads.find((ad) => ad.id === adId);
  expect(factsOf(id)).toMatchObject({
    transfer: transferOf(rules, '10 km', '2027-03-01'),
    ordinary_price: 1295,
  });
  expect(factsOf(longAd.id)).toMatchObject({
    transfer: { state: 'open', closes_on: '2027-03-11', fee: null, where: 'on_site' },
    ordinary_price: null,
  });
});

test('the public list has facts about owners, and advice about a cheap place of a new one', async () => {
  const prices = [{ distance: '10 km', price: 1000 }];
  const { id, event_id } = await setUpAd({ ordinary_prices: prices }, '2027-03-01', { price: 400 });
  const newOwner = await makeMember(app.db, { created_at: '2027-02-27T08:00:00.000Z' });
  const cheapAd = await makeAnnouncement(app.db, { user_id: newOwner.id, event_id, price: 499 });
  const fairAd = await makeAnnouncement(app.db, { user_id: newOwner.id, event_id, price: 500 });
  const ads = (await request<PublicAnnouncement[]>(ADS.list)).body;
  const adviceOn = (adId: string) => ads.find((ad) => ad.id === adId)?.advice;
  expect([id, cheapAd.id, fairAd.id].map(adviceOn)).toEqual([[], ['low_price'], []]);
  expect(ads.find((ad) => ad.id === cheapAd.id)?.owner_facts).toEqual({
    member_since: '2027-02',
    completed_deals: 0,
    replies: null,
  });
});

describe('the reminder', () => {
  const remind = () => remindOwners(app.context);
  const queuedMails = () => app.db.select().from(outbox).where(eq(outbox.kind, 'announcement.reminder'));

  test('is queued once, seven days before the ad expires, also by two instances', async () => {
    await app.db.delete(outbox);
    const { anna, id } = await setUpAd({}, '2027-02-01');
    setClock(endOf('2027-03-25'));
    await remind();
    expect(await queuedMails()).toEqual([]);
    // Day 53.
    setClock(startOfDay('2027-03-26'));
    await Promise.all([remind(), remind(), remind()]);
    await remind();
    expect(await queuedMails()).toMatchObject([{ about: { announcement_id: id, user_id: anna.id } }]);
    setClock(startOfDay('2027-04-02'));
    await remind();
    expect(await queuedMails()).toHaveLength(1);
  });

  test('is queued again when the organizer has moved the end of the transfers', async () => {
    await app.db.delete(outbox);
    const periods = (to: string) => ({
      transfer_policy: 'allowed' as const,
      transfer_periods: [{ ...PERIOD, to }],
    });
    const { event_id } = await setUpAd(periods('2027-03-05'), '2027-02-10');
    await remind();
    await app.db.update(events).set(periods('2027-03-20')).where(eq(events.id, event_id));
    setClock(endOf('2027-03-13'));
    await remind();
    expect(await queuedMails()).toHaveLength(1);
    setClock(startOfDay('2027-03-14'));
    await remind();
    await remind();
    expect(await queuedMails()).toHaveLength(2);
  });

  test('is not queued for ads made within the week, nor for completed, paused, hidden and suspended ones', async () => {
    await app.db.delete(outbox);
    await setUpAd({ event_date: '2027-03-05' }, '2027-03-01');
    for (const state of [{ is_completed: true }, { is_paused: true }, { is_active: false }])
      await setUpAd({ event_date: '2027-03-05' }, '2027-02-01', state);
    const ofSuspended = await makeMember(app.db, { is_suspended: true });
    await setUpAd({ event_date: '2027-03-05' }, '2027-02-01', { user_id: ofSuspended.id });
    await remind();
    expect(await queuedMails()).toEqual([]);
  });

  test('is queued again for a renewed ad, and tells its last day with both answers', async () => {
    await app.db.delete(outbox);
    const { anna, id } = await setUpAd({ event_name: 'Vasaloppet' }, '2027-01-04');
    await remind();
    await request(RENEW, anna, { id });
    setClock(startOfDay('2027-04-23'));
    await remind();
    expect(await queuedMails()).toHaveLength(2);
    const mailContext = { ...app.context, siteUrl: 'https://lopp.example' };
    const compose = () =>
      composers['announcement.reminder']?.(mailContext, { announcement_id: id }, { attempts: 1 });
    const { order_number } = await ownAd(anna);
    expect(await compose()).toMatchObject({
      to: anna.email,
      name: 'Anna Ek',
      subject: 'Är din annons fortfarande aktuell? ”Vasaloppet”',
      button: { label: 'Ja, förnya', url: `https://lopp.example/marketplace/annons/${order_number}/aktuell` },
      secondaryLink: {
        label: 'Den är såld',
        url: `https://lopp.example/marketplace/annons/${order_number}/aktuell?svar=klar`,
      },
    });
    await request(RENEW, anna, { id });
    expect(await compose()).toBeUndefined();
  });
});
