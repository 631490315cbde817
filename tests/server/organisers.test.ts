import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { announcements, eventRevisions, events, pageViews } from '#db/schema/index.ts';
import type { OrganiserEvent } from '#src/features/organisers/contract.ts';
import { storePageViews } from '#src/features/organisers/views/service.ts';
import { addViews } from '#src/features/organisers/views/store.ts';
import { call } from '#tests/support/call.ts';
import { makeAnnouncement } from '#tests/support/content.ts';
import { openOrganiserWorld, transport } from '#tests/support/organiser-world.ts';
import { newCaller, TRANSPORTS } from '#tests/support/transports.ts';
import { makeWatch } from '#tests/support/watches.ts';

const { app, create, now, proposals, raceWithOrganiser, review, setNow, storedOf, update, view } =
  await openOrganiserWorld();

describe('an organiser', () => {
  test('changes direct fields at once', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const { status, body } = await call<OrganiserEvent>(
      app,
      transport,
      'organiser.events.update',
      organiser,
      {
        id: event.id,
        version: event.version,
        status: 'cancelled',
        status_note: 'Kommunen drog in tillståndet.',
        registration_url: 'loppet.example/anmalan',
        ordinary_prices: [{ distance: '10', price: 400 }],
      },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'cancelled',
      organizer_confirmed_on: '2027-01-15',
      ordinary_prices: [{ distance: '10 km', price: 400 }],
      proposal: null,
    });
    const [revision] = await app.db
      .select()
      .from(eventRevisions)
      .where(eq(eventRevisions.actor_kind, 'organiser'));
    expect(revision).toMatchObject({ actor: organiser.email, before: { status: 'scheduled' } });
  });

  test('pauses the ads of a race by cancelling it', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const ad = await makeAnnouncement(app.db, { event_id: event.id });
    await update(organiser, { id: event.id, status: 'cancelled' });
    const [stored] = await app.db.select().from(announcements).where(eq(announcements.id, ad.id));
    expect(stored?.is_paused).toBe(true);
  });

  test('proposes reviewed fields, which change nothing before the review', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const { body } = await update(organiser, {
      id: event.id,
      event_date: '2027-05-29',
      distances: '10 km, 42,2 km',
    });
    expect(body).toMatchObject({ event_date: '2027-05-22', organizer_confirmed_on: null });
    expect(body.proposal).toMatchObject({
      before: { event_date: '2027-05-22', distances: ['10 km', '21,1 km'] },
      after: { event_date: '2027-05-29', distances: ['10 km', '42,2 km'] },
    });
    expect(await proposals()).toMatchObject([{ event_id: event.id, status: 'pending', conflicts: [] }]);
  });

  test('replaces the own proposal by a later one, and removes it without a difference', async () => {
    const { event, organiser } = await raceWithOrganiser();
    await update(organiser, { id: event.id, event_name: 'Nya loppet' });
    await update(organiser, { id: event.id, ort: 'Orsa' });
    expect((await proposals()).map(({ after }) => after)).toEqual([{ ort: 'Orsa' }]);
    await update(organiser, { id: event.id, sold_out: true });
    expect(await proposals()).toHaveLength(1);
    await update(organiser, { id: event.id, ort: 'Mora' });
    expect(await proposals()).toEqual([]);
  });

  test('has one proposal after 12 at once', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => update(organiser, { id: event.id, ort: `Ort ${index}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(await proposals()).toHaveLength(1);
  });

  test('cannot smuggle other fields', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const other = await create({ event_name: 'Ett annat lopp' });
    const before = await storedOf(event.id);
    const smuggled = {
      series_id: other.series_id,
      edition: '2031',
      latitude: 59,
      longitude: 18,
      place_source: 'admin',
      banner_text: 'Köp här',
      banner_start_date: '2027-01-01',
      banner_end_date: '2027-12-31',
      organizer_confirmed_on: '2030-01-01',
      organizer: 'Någon annan',
      additional_fields: [{ label: 'Länk', value: 'https://annan.example' }],
      previous_dates: ['2020-01-01'],
      sequence: 99,
      created_at: '2001-01-01T00:00:00Z',
    };
    for (const one of [smuggled, { ...smuggled, before: {}, after: smuggled }]) {
      const { status, body } = await update(organiser, { id: event.id, ...one });
      expect([status, body.proposal]).toEqual([200, null]);
    }
    expect(await storedOf(event.id)).toEqual(before);
    await update(organiser, { id: event.id, ort: 'Orsa', ...smuggled });
    const [proposal] = await proposals();
    expect(proposal?.after).toEqual({ ort: 'Orsa' });
    await review({ id: proposal?.id, status: 'approved' });
    expect(await storedOf(event.id)).toMatchObject({
      series_id: before?.series_id,
      banner_text: null,
      organizer: null,
      previous_dates: [],
    });
  });

  test.each(['update', 'confirm', 'copy'])('does not find the events of another series: %s', async (act) => {
    const { organiser } = await raceWithOrganiser();
    const other = await create({ event_name: 'Ett annat lopp' });
    for (const transport of TRANSPORTS) {
      const input = { id: other.id, sold_out: true };
      const answer = await call(app, transport, `organiser.events.${act}`, organiser, input);
      expect([answer.status, answer.body]).toMatchObject([404, { code: 'event.not_found' }]);
    }
    expect(await storedOf(other.id)).toMatchObject({ sold_out: false, organizer_confirmed_on: null });
  });

  test.each([
    [
      { registration_opens_on: '2027-03-01', registration_closes_on: '2027-02-01' },
      'event.registration_order',
    ],
    [{ ordinary_prices: [{ distance: '42,2 km', price: 100 }] }, 'event.transfer_distance'],
    [{ event_end_date: '2027-05-21' }, 'event.end_before_start'],
    [{ transfer_periods: [{ to: '2027-05-23' }] }, 'event.transfer_after_race'],
    [{ transfer_checked_on: '2027-01-16' }, 'event.checked_in_future'],
    [{ sport_type: 'Simning', distances: '!' }, 'event.distance'],
    [{ status: 'gone' }, 'event.choice'],
  ])('gets the error of an admin for %p', async (change, code) => {
    const { event, organiser } = await raceWithOrganiser();
    expect((await update(organiser, { id: event.id, ...change })).body).toMatchObject({ code });
    expect((await storedOf(event.id))?.version).toBe(event.version);
  });

  test('compares a date with the stored one', async () => {
    const { event, organiser } = await raceWithOrganiser({ registration_opens_on: '2027-02-01' });
    const { body } = await update(organiser, { id: event.id, registration_closes_on: '2027-01-01' });
    expect(body.code).toBe('event.registration_order');
  });

  test('can cancel a race whose stored transfer rules are invalid', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const late = { from: null, to: '2027-06-30', distances: [], fee: null, payer: null, where: null };
    await app.db
      .update(events)
      .set({ transfer_periods: [late] })
      .where(eq(events.id, event.id));
    expect((await update(organiser, { id: event.id, status: 'cancelled' })).status).toBe(200);
  });

  test('changes nothing by sending the rules and prices that are stored', async () => {
    const { event, organiser } = await raceWithOrganiser({
      transfer_policy: 'allowed',
      transfer_periods: [
        { from: '2027-02-01', to: '2027-05-01', distances: [], fee: 100, payer: 'seller', where: null },
      ],
      ordinary_prices: [{ distance: '10 km', price: 400 }],
    });
    const { transfer_policy, transfer_periods, ordinary_prices } = event;
    const same = { transfer_policy, transfer_periods, ordinary_prices };
    expect((await update(organiser, { id: event.id, ...same })).body).toMatchObject({
      ...same,
      version: event.version,
      organizer_confirmed_on: null,
    });
  });

  test('gets a conflict if the event has another version', async () => {
    const { event, organiser } = await raceWithOrganiser();
    await update(organiser, { id: event.id, sold_out: true, version: event.version });
    const { status, body } = await update(organiser, {
      id: event.id,
      sold_out: false,
      version: event.version,
    });
    expect([status, body.code]).toEqual([409, 'event.changed']);
  });

  test('confirms that everything is right', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const before = await storedOf(event.id);
    await call(app, 'rest', 'organiser.events.confirm', organiser, { id: event.id });
    const { version: _, updated_at: __, ...same } = before ?? {};
    expect(await storedOf(event.id)).toMatchObject({ ...same, organizer_confirmed_on: '2027-01-15' });
    const { body } = await app.api<{ organizer_confirmed_on: string }>(`GET /events/${event.id}`);
    expect(body.organizer_confirmed_on).toBe('2027-01-15');
  });

  test('copies a race to the next year, once', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const copy = (event_date?: string) =>
      call<OrganiserEvent & { code?: string }>(app, 'rest', 'organiser.events.copy', organiser, {
        id: event.id,
        ...(event_date && { event_date }),
      });
    const answers = await Promise.all(Array.from({ length: 4 }, () => copy()));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const made = answers.find(({ status }) => status === 200)?.body;
    expect(made).toMatchObject({
      event_date: '2028-05-20',
      series_id: event.series_id,
      organizer_confirmed_on: null,
    });
    expect((await copy('2028-05-27')).body).toMatchObject({ organizer_confirmed_on: '2027-01-15' });
    for (const day of ['2027-05-22', '2027-01-14', '2029-01-16'])
      expect((await copy(day)).body.code).toBe('organiser.copy_date');
  });
});

describe('page views', () => {
  const BROWSER = 'Mozilla/5.0 (X11; Linux x64) Chrome/120.0 Safari/537.36';
  const look = (id: string, headers: Record<string, string> = newCaller()) =>
    app.api<{ counted: boolean }>(`POST /events/${id}/view`, {
      headers: { 'user-agent': BROWSER, ...headers },
      body: {},
    });

  test('are counted by day, once for an address, and shown to the organiser', async () => {
    const { event, organiser } = await raceWithOrganiser();
    const somebody = newCaller();
    expect((await look(event.id, somebody)).body).toEqual({ counted: true });
    expect((await look(event.id, somebody)).body).toEqual({ counted: false });
    expect((await look(event.id, { ...newCaller(), 'user-agent': 'Googlebot/2.1' })).body.counted).toBe(
      false,
    );
    await look(event.id);
    expect((await view(organiser)).body.events[0]?.views).toEqual([]);
    await storePageViews(app.context);
    await look(event.id);
    await storePageViews(app.context);
    setNow(new Date('2027-01-16T09:00:00.000Z'));
    await look(event.id, somebody);
    await storePageViews(app.context);
    expect((await view(organiser)).body.events[0]?.views).toEqual([
      { day: '2027-01-15', views: 3 },
      { day: '2027-01-16', views: 1 },
    ]);
  });

  test('of unknown events are not stored, and do not fail the others', async () => {
    const event = await create();
    expect((await look(Bun.randomUUIDv7())).body).toEqual({ counted: false });
    await look(event.id);
    await storePageViews(app.context);
    expect(await app.db.select().from(pageViews)).toEqual([
      { event_id: event.id, day: '2027-01-15', views: 1 },
    ]);
  });

  test('of two instances add up', async () => {
    const event = await create();
    const rows = [{ event_id: event.id, day: '2027-01-15', views: 2 }];
    await Promise.all(Array.from({ length: 10 }, () => app.db.transaction((tx) => addViews(tx, rows))));
    expect((await app.db.select().from(pageViews))[0]?.views).toBe(20);
  });
});

test('an organiser sees who watches, sells and seeks, as numbers', async () => {
  const { event, organiser } = await raceWithOrganiser();
  for (const announcement_type of ['sale', 'sale', 'wanted'] as const)
    await makeAnnouncement(app.db, {
      event_id: event.id,
      announcement_type,
      created_at: now().toISOString(),
      renewed_at: now().toISOString(),
    });
  await makeWatch(app, { event_id: event.id });
  await makeWatch(app, { series_id: event.series_id });
  expect((await view(organiser)).body.events[0]).toMatchObject({ watchers: 2, selling: 2, seeking: 1 });
});
