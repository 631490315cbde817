import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { events, outbox } from '#db/schema/index.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { composers } from '#src/mails.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { makeAdmin, makeAnnouncement, makeMember } from '#tests/support/content.ts';
import { utf8 } from '#tests/support/event-files.ts';
import { UNKNOWN_TRANSFER } from '#tests/support/events.ts';
import { sendImport } from '#tests/support/imports.ts';
import { testMarket } from '#tests/support/market.ts';

const transport = 'trpc';

const { app, setClock, callOver } = await testMarket();
const RACE = {
  event_name: 'Loppet',
  event_date: '2027-06-12',
  sport_type: 'Löpning',
  distances: '10 km, 21,1 km',
};
const RULES = {
  transfer_policy: 'allowed',
  transfer_periods: [
    { from: null, to: '2027-06-05', distances: [], fee: 200, payer: 'seller', where: 'online' },
    {
      from: '2027-06-06',
      to: '2027-06-11',
      distances: ['21,1 km'],
      fee: null,
      payer: null,
      where: 'on_site',
    },
  ],
  transfer_initiator: 'seller',
  transfer_buyer_needs: ['födelsedatum', 'Användar-ID'],
  transfer_rules_url: 'https://loppet.example/namnbyte',
  transfer_checked_on: '2027-02-12',
  ordinary_prices: [
    { distance: '10 km', price: 595 },
    { distance: '21,1 km', price: 795 },
  ],
};
const KIND = 'announcement.transfer_forbidden';

describe('the transfer rules of an event', () => {
  const request = callOver(transport);
  const setUp = async (row = {}) => {
    const admin = await makeAdmin(app.db);
    const { body: event } = await request<AdminEvent>('admin.events.create', admin, { ...RACE, ...row });
    const update = (change: object) =>
      request<AdminEvent & { code: ErrorCode }>('admin.events.update', admin, {
        ...RACE,
        id: event.id,
        ...change,
      });
    return { admin, event, update };
  };
  const list = async () => (await request<PublicEvent[]>('public.events.list')).body;

  test('are unknown at first, are published, and kept by an update that does not name them', async () => {
    expect((await setUp()).event).toMatchObject(UNKNOWN_TRANSFER);
    await app.db.delete(events);
    const { event, update } = await setUp(RULES);
    expect(event).toMatchObject(RULES);
    expect(await list()).toMatchObject([RULES]);
    expect((await update({ organizer: 'IFK Mora' })).body).toMatchObject({
      ...RULES,
      organizer: 'IFK Mora',
    });
    expect((await update(UNKNOWN_TRANSFER)).body).toMatchObject(UNKNOWN_TRANSFER);
  });

  test('lose what is only for a distance that an update removes', async () => {
    const { update } = await setUp(RULES);
    const { status, body } = await update({ distances: '10 km' });
    expect([status, body.transfer_periods, body.ordinary_prices]).toEqual([
      200,
      RULES.transfer_periods.slice(0, 1) as never,
      RULES.ordinary_prices.slice(0, 1),
    ]);
  });

  test('can be saved as admins read them after an import has removed a distance', async () => {
    const { admin, event, update } = await setUp(RULES);
    await app.db.update(events).set({ distances: ['10 km'] });
    const [read] = (await request<AdminEvent[]>('admin.events.list', admin)).body;
    const known = {
      transfer_periods: RULES.transfer_periods.slice(0, 1),
      ordinary_prices: RULES.ordinary_prices.slice(0, 1),
    };
    expect(read).toMatchObject({ id: event.id, ...known } as never);
    expect((await update({ ...read, registration: undefined })).status).toBe(200);
  });

  test('are refused for a distance that the event does not have', async () => {
    const { update } = await setUp();
    const { status, body } = await update({ transfer_periods: [{ distances: ['5 km'] }] });
    expect([status, body.code]).toEqual([400, 'event.transfer_distance']);
  });

  test('are refused if they go on after the race, or were checked in the future', async () => {
    const { update, admin } = await setUp();
    const [today, tomorrow] = ['2027-03-01', '2027-03-02'];
    const create = (change: object) =>
      request<{ code: ErrorCode }>('admin.events.create', admin, { ...RACE, ...change });
    for (const send of [update, create]) {
      const answers = [
        await send({ transfer_periods: [{ to: '2027-06-13' }] }),
        await send({ transfer_checked_on: tomorrow }),
      ];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [400, 'event.transfer_after_race'],
        [400, 'event.checked_in_future'],
      ]);
      expect((await send({ transfer_checked_on: today })).status).toBe(200);
    }
  });

  test('are kept when the race moves to a day before their end, by a client that does not name them', async () => {
    const { update } = await setUp(RULES);
    const { status, body } = await update({ event_date: '2027-06-01' });
    expect([status, body.transfer_periods]).toEqual([200, RULES.transfer_periods as never]);
  });

  test('move along in a copy, which nobody has checked', async () => {
    const { admin, event } = await setUp(RULES);
    const input = { id: event.id, event_date: '2028-06-10' };
    const { body } = await request<AdminEvent>('admin.events.copy', admin, input);
    const [first, second] = RULES.transfer_periods;
    expect(body).toMatchObject({
      ...RULES,
      transfer_checked_on: null,
      transfer_periods: [
        { ...first, to: '2028-06-03' },
        { ...second, from: '2028-06-04', to: '2028-06-09' },
      ],
    });
  });

  describe('that become forbidden', () => {
    const mailed = async () =>
      (await app.db.select().from(outbox)).map(({ kind, about }) => [
        kind,
        (about as { user_id: string }).user_id,
      ]);

    test('are mailed once to the owners of open ads, and again after they were allowed', async () => {
      const { event, update } = await setUp(RULES);
      const [anna, bo, cilla, dan] = [
        await makeMember(app.db),
        await makeMember(app.db),
        await makeMember(app.db),
        await makeMember(app.db, { is_suspended: true }),
      ];
      const ad = await makeAnnouncement(app.db, { user_id: anna.id, event_id: event.id });
      await makeAnnouncement(app.db, { user_id: anna.id, event_id: event.id, announcement_type: 'wanted' });
      await makeAnnouncement(app.db, { user_id: bo.id, event_id: event.id, is_completed: true });
      await makeAnnouncement(app.db, { user_id: dan.id, event_id: event.id });
      const message = { announcement_id: ad.id, message_text: 'Hej' };
      expect((await request('marketplace.conversations.send', cilla, message)).status).toBe(200);
      await app.db.delete(outbox);
      await update({ transfer_policy: 'forbidden' });
      await update({ transfer_policy: 'forbidden', organizer: 'IFK Mora' });
      await update({ organizer: 'IFK' });
      expect(await mailed()).toEqual([[KIND, anna.id]]);
      await update({ transfer_policy: 'allowed' });
      await update({ transfer_policy: 'forbidden' });
      expect(await mailed()).toHaveLength(2);
    });

    test('are mailed with the ads and the rules of the organizer, unless they are allowed again or the race is over', async () => {
      const { event, update } = await setUp({ ...RULES, transfer_policy: 'forbidden' });
      const anna = await makeMember(app.db, { full_name: 'Anna Ek' });
      const ad = await makeAnnouncement(app.db, { user_id: anna.id, event_id: event.id });
      await makeAnnouncement(app.db, { user_id: anna.id, event_id: event.id, is_completed: true });
      await makeAnnouncement(app.db, { user_id: anna.id });
      const compose = () =>
        composers[KIND]?.(
          { ...app.context, siteUrl: 'https://lopp.example' },
          { event_id: event.id, user_id: anna.id },
          { attempts: 1 },
        );
      expect(await compose()).toMatchObject({
        to: anna.email,
        subject: 'Startplatsen får inte överlåtas: ”Loppet”',
        facts: [
          { label: 'Datum', value: '12 juni 2027' },
          { label: 'Annons', value: `${ad.order_number}, ${ad.distance}` },
          { label: 'Arrangörens regler', value: 'https://loppet.example/namnbyte' },
        ],
      });
      setClock(new Date('2027-06-12T22:00:00Z'));
      expect(await compose()).toBeUndefined();
      setClock(new Date('2027-06-12T21:59:59Z'));
      expect(await compose()).toBeDefined();
      await update({ transfer_policy: 'unknown' });
      expect(await compose()).toBeUndefined();
    });
  });
});

describe('an import with transfer rules', () => {
  const COLUMNS = ['event_date', 'event_name', 'distances', 'sport_type'];
  const CELLS = [RACE.event_date, RACE.event_name, RACE.distances, RACE.sport_type];
  const importRows = async (columns: string[], cells: string[], query = '') =>
    (await sendImport(app.url, await makeAdmin(app.db), utf8([columns, cells]), { query })).body;
  const stored = async () => (await app.db.select().from(events))[0];

  test('stores them, and an update keeps those that its file does not have', async () => {
    const columns = [
      ...COLUMNS,
      'transfer_policy',
      'transfer_initiator',
      'transfer_buyer_needs',
      'transfer_rules_url',
      'transfer_checked_on',
    ];
    const cells = [
      ...CELLS,
      'allowed',
      'seller',
      'födelsedatum; Användar-ID',
      'loppet.example',
      '2027-02-12',
    ];
    expect(await importRows(columns, cells)).toMatchObject({ imported_count: 1, errors: [] });
    const rules = {
      transfer_policy: 'allowed',
      transfer_initiator: 'seller',
      transfer_buyer_needs: ['födelsedatum', 'Användar-ID'],
      transfer_rules_url: 'https://loppet.example',
      transfer_checked_on: '2027-02-12',
    };
    expect(await stored()).toMatchObject({ ...rules, transfer_periods: [], ordinary_prices: [] });
    const periods = [{ from: null, to: '2027-06-05', distances: [], fee: 0, payer: null, where: null }];
    await app.db.update(events).set({ transfer_periods: periods });
    expect(await importRows([...COLUMNS, 'ort'], [...CELLS, ''], '?update=true')).toMatchObject({
      updated_count: 1,
    });
    expect(await stored()).toMatchObject({ ...rules, transfer_periods: periods });
    await importRows([...COLUMNS, 'transfer_policy', 'ort'], [...CELLS, '', ''], '?update=true');
    expect(await stored()).toMatchObject({ ...rules, transfer_policy: 'unknown', transfer_periods: periods });
  });

  test('mails the owners of open ads once if an update forbids transfers', async () => {
    await importRows(COLUMNS, CELLS);
    const event = await stored();
    const anna = await makeMember(app.db);
    await makeAnnouncement(app.db, { user_id: anna.id, event_id: event?.id ?? '' });
    await app.db.delete(outbox);
    for (let round = 0; round < 2; round++)
      await importRows([...COLUMNS, 'transfer_policy'], [...CELLS, 'forbidden'], '?update=true');
    expect(await app.db.select().from(outbox).where(eq(outbox.kind, KIND))).toHaveLength(1);
  });
});
