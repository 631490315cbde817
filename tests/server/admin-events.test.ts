import { describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { announcements } from '#db/schema/index.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import type { ErrorCode } from '#src/shared/errors.ts';
import { kilometresBetween } from '#src/shared/geo.ts';
import {
  auditEntry,
  FULL_INPUT,
  MINIMAL_INPUT,
  MORA,
  NOW,
  openAdminEventWorld,
} from '#tests/support/admin-event-world.ts';
import { error, outcomeOf } from '#tests/support/call.ts';
import { makeAnnouncement, makeEvent } from '#tests/support/content.ts';
import { UNCHANGED_STATE, UNKNOWN_TRANSFER } from '#tests/support/events.ts';

const { admin, app, create, list, loadAuditEntries, loadEvent, remove, reset, update } =
  await openAdminEventWorld();

const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
const STATE = {
  ...UNCHANGED_STATE,
  ...UNKNOWN_TRANSFER,
  updated_at: expect.any(String),
  organizer_confirmed_on: null,
  series_id: expect.any(String),
  url: expect.stringMatching(/^\/lopp\//),
};
const STORED_FULL_EVENT = {
  ...FULL_INPUT,
  ...STATE,
  event_name: 'Vasaloppet',
  sport_type: 'Längdskidor',
  distances: '90 km, 45 km, 42,2 km',
  landskap: 'Dalarna',
  // Without a zone it is Stockholm time: one hour ahead of UTC in winter and two in summer.
  banner_start_date: '2027-01-10T07:00:00.000Z',
  banner_end_date: '2027-07-10T06:00:00.000Z',
};
const STORED_MINIMAL_EVENT = {
  ...MINIMAL_INPUT,
  ...STATE,
  event_end_date: null,
  ort: null,
  landskap: null,
  address: null,
  race_link: null,
  result_link: null,
  organizer: null,
  additional_fields: [],
  banner_text: null,
  banner_start_date: null,
  banner_end_date: null,
  banner_color: 'red',
};

describe('events for admins', () => {
  test('are created with every field, returned as stored, public at once, and logged', async () => {
    const { status, body } = await create(FULL_INPUT);
    expect(status).toBe(200);
    const { id, version, latitude, longitude, ...storedFields } = body;
    expect(storedFields).toEqual({
      ...STORED_FULL_EVENT,
      is_approximate: false,
      is_manual: false,
      announcement_count: 0,
    } as never);
    expect(version).toBe(1);
    expect(kilometresBetween({ latitude: latitude ?? 0, longitude: longitude ?? 0 }, MORA)).toBeLessThan(25);
    expect((await app.api<PublicEvent[]>('GET /events')).body).toEqual([
      { id, ...STORED_FULL_EVENT } as PublicEvent,
    ]);
    expect((await list()).body).toEqual([body]);
    expect(await loadAuditEntries()).toEqual([auditEntry('event.create', body)]);
    expect((await loadEvent(id))?.created_at).toBe(NOW);
  });

  test('are created with only the required fields, and then have no location', async () => {
    const { body } = await create(MINIMAL_INPUT);
    expect(body).toMatchObject({
      ...STORED_MINIMAL_EVENT,
      latitude: null,
      longitude: null,
      is_approximate: false,
    });
    expect((await app.api('GET /events/coordinates')).body).toEqual([]);
  });

  test.each([
    ...Object.keys(MINIMAL_INPUT).flatMap((name) => [
      [`a missing ${name}`, { [name]: undefined }, 'event.required'] as const,
      [`an empty ${name}`, { [name]: '  ' }, 'event.required'] as const,
    ]),
    ['a day that does not exist', { event_date: '2027-02-30' }, 'event.date'],
    ['an end before the start', { event_end_date: '2027-05-21' }, 'event.end_before_start'],
    ['an unknown sport', { sport_type: 'Curling' }, 'event.sport'],
    ['an unknown landskap', { landskap: 'Skaraborg' }, 'event.landskap'],
    ['an invalid distance', { distances: '10 km, lång' }, 'event.distance'],
    ['a time for another sport', { distances: '6 timmar' }, 'event.distance'],
    [
      '31 distances',
      { distances: Array.from({ length: 31 }, (_, km) => `${km + 1} km`).join() },
      'event.too_many_distances',
    ],
    [
      'an additional field without its value',
      { additional_fields: [{ label: 'Avgift', value: ' ' }] },
      'event.field_incomplete',
    ],
    [
      'an additional field without its label',
      { additional_fields: [{ value: '5' }] },
      'event.field_incomplete',
    ],
    [
      '21 additional fields',
      { additional_fields: Array(21).fill({ label: 'a', value: 'b' }) },
      'event.too_many_fields',
    ],
    ['an invalid link', { race_link: 'javascript:alert(1)' }, 'request.url'],
    ['a name that is too long', { event_name: 'å'.repeat(201) }, 'request.too_long'],
    [
      'a stamp without its start',
      { banner_text: 'Nu', banner_end_date: '2027-02-01T08:00' },
      'event.required',
    ],
    [
      'a stamp without its end',
      { banner_text: 'Nu', banner_start_date: '2027-02-01T08:00' },
      'event.required',
    ],
    [
      'a stamp that ends before it starts',
      { banner_text: 'Nu', banner_start_date: '2027-02-02T08:00', banner_end_date: '2027-02-01T08:00' },
      'event.banner_order',
    ],
    ['an invalid date-time', { banner_start_date: '2027-02-01T25:00' }, 'event.date'],
    ['an unknown colour', { banner_color: 'pink' }, 'request.invalid'],
    ['a latitude alone', { latitude: 60 }, 'event.place'],
    ['a longitude alone', { longitude: 15 }, 'event.place'],
    ['swapped coordinates', { latitude: 15, longitude: 60 }, 'event.place'],
    ['a latitude over 90', { latitude: 91, longitude: 15 }, 'event.place'],
    ['coordinates as strings', { latitude: '60', longitude: '15' }, 'event.place'],
  ] as const)('reject %s on create and on update, and write nothing', async (_, change, code) => {
    const event = await makeEvent(app.db);
    const eventsBefore = (await list()).body;
    const input = { ...MINIMAL_INPUT, ...change };
    expect(outcomeOf(await create(input))).toEqual(error(code as ErrorCode));
    expect(outcomeOf(await update({ ...input, id: event.id }))).toEqual(error(code as ErrorCode));
    expect((await list()).body).toEqual(eventsBefore);
    expect(await loadAuditEntries()).toEqual([]);
  });

  test('accept times for a time race, any text for Triathlon, and the same event twice', async () => {
    const timeRace = await create({
      ...MINIMAL_INPUT,
      sport_type: 'Löpning - tidslopp',
      distances: '6 timmar, 24 h',
    });
    expect(timeRace.body.distances).toBe('6 timmar, 24 h');
    const triathlon = { ...MINIMAL_INPUT, sport_type: 'Triathlon', distances: 'Sprint, Olympic' };
    expect((await create(triathlon)).body.distances).toBe('Sprint, Olympic');
    expect((await create(triathlon)).status).toBe(200);
    expect((await list()).body).toHaveLength(3);
  });

  test('are overwritten by an update, and omitted fields are cleared', async () => {
    const createdEvent = (await create(FULL_INPUT)).body;
    const { status, body } = await update({ ...MINIMAL_INPUT, id: createdEvent.id });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...STORED_MINIMAL_EVENT,
      id: createdEvent.id,
      sequence: 1,
      latitude: null,
      longitude: null,
    });
    expect(body.version).not.toBe(createdEvent.version);
    expect((await app.api<PublicEvent[]>('GET /events')).body).toMatchObject([
      { ...STORED_MINIMAL_EVENT, id: createdEvent.id, sequence: 1 },
    ]);
    expect(await loadAuditEntries()).toEqual([
      auditEntry('event.create', createdEvent),
      auditEntry('event.update', body),
    ]);
  });

  test('disappear when deleted; their ads become inactive and keep the last name of the event', async () => {
    const { id } = (await create(FULL_INPUT)).body;
    const ad = await makeAnnouncement(app.db, { event_id: id });
    await makeAnnouncement(app.db, { event_id: id, is_completed: true });
    await makeAnnouncement(app.db, { event_id: id, is_active: false });
    const renamedEvent = (await update({ ...FULL_INPUT, id, event_name: 'Vasaloppet 2027' })).body;
    expect(renamedEvent.announcement_count).toBe(1);
    expect(await remove({ id })).toMatchObject({
      status: 200,
      body: { message: 'Evenemanget är borttaget' },
    });
    expect((await list()).body).toEqual([]);
    expect((await app.api('GET /events')).body).toEqual([]);
    expect((await app.api('GET /events/coordinates')).body).toEqual([]);
    expect((await app.api('GET /marketplace/announcements')).body).toEqual([]);
    const [closedAd] = await app.db.select().from(announcements).where(eq(announcements.id, ad.id));
    expect(closedAd).toMatchObject({ is_active: false, event_id: null, event_name: 'Vasaloppet 2027' });
    expect((await loadAuditEntries()).at(-1)).toEqual(auditEntry('event.delete', renamedEvent));
  });

  test.each([UNKNOWN_ID, 'ingen', '..%2Fsubmissions'])('return 404 for the unknown id %s', async (id) => {
    const path = encodeURIComponent(id);
    for (const response of [
      await update({ ...MINIMAL_INPUT, id }),
      await update({ ...MINIMAL_INPUT, id, version: 1 }),
      await remove({ id }),
      await reset({ id }),
      await app.api(`DELETE /admin/events/${path}`, admin),
    ])
      expect(outcomeOf(response).slice(0, 2)).toEqual(error('event.not_found').slice(0, 2));
    expect(await loadAuditEntries()).toEqual([]);
  });

  test('are listed by date, then by name in Swedish order, including past ones', async () => {
    for (const [event_name, event_date] of [
      ['Öloppet', '2027-05-01'],
      ['Åloppet', '2027-05-01'],
      ['Zloppet', '2027-05-01'],
      ['Senast', '2028-01-01'],
      ['Först', '2020-01-01'],
    ])
      await makeEvent(app.db, { event_name, event_date });
    expect((await list()).body.map(({ event_name }) => event_name)).toEqual([
      'Först',
      'Zloppet',
      'Åloppet',
      'Öloppet',
      'Senast',
    ]);
  });
});
