import { beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { auditLog, events, raceAddresses, series } from '#db/schema/index.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import { call, error, outcomeOf } from '#tests/support/call.ts';
import { makeAdmin, makeEvent } from '#tests/support/content.ts';
import { UNCHANGED_STATE } from '#tests/support/events.ts';
import { appOfFile } from '#tests/support/of-file.ts';

const transport = 'trpc';

const NOW = '2027-01-15T09:00:00.000Z';
const UNKNOWN_ID = '01900000-0000-7000-8000-000000000000';
const RACE = {
  event_name: 'Vasaloppet 2027',
  event_date: '2027-03-06',
  event_end_date: '2027-03-07',
  sport_type: 'Längdskidor',
  distances: '90 km, 45 km',
  ort: 'Mora',
  landskap: 'Dalarna',
  address: 'Vasagatan 1',
  race_link: 'https://vasaloppet.example/',
  organizer: 'IFK Mora',
  additional_fields: [{ label: 'Avgift', value: '1 295 kr' }],
};
const OF_THE_EDITION = {
  result_link: 'https://resultat.example/',
  banner_text: 'Fullbokat',
  banner_start_date: '2027-01-10T08:00',
  banner_end_date: '2027-07-10T08:00',
  banner_color: 'blue',
  status: 'cancelled',
  status_note: 'Ingen snö',
  previous_dates: ['2027-02-01'],
  registration_opens_on: '2026-11-01',
  registration_closes_on: '2027-03-01',
  registration_url: 'https://anmalan.example/',
  registration_kind: 'lottery',
  sold_out: true,
};

const app = await appOfFile({ now: () => new Date(NOW) });
const admin = await makeAdmin(app.db, { username: 'vera' });
beforeEach(async () => {
  for (const table of [events, raceAddresses, series, auditLog]) await app.db.delete(table);
});

const placeOf = async (id: string) => {
  const [row] = await app.db.select().from(events).where(eq(events.id, id));
  return [row?.latitude, row?.longitude, row?.place_source, row?.geocode_due];
};

const operation =
  <Body>(verb: string) =>
  (input: Record<string, unknown>) =>
    call<Body>(app, transport, `admin.events.${verb}`, admin, input);
const copy = operation<AdminEvent>('copy');
const create = async (input: Record<string, unknown>) =>
  (await operation<AdminEvent>('create')({ ...RACE, ...input })).body;

describe('copies of events', () => {
  test('are on the same weekday of the next year, and have nothing that belongs to the edition', async () => {
    const original = await create(OF_THE_EDITION);
    const { status, body } = await copy({ id: original.id });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...original,
      ...UNCHANGED_STATE,
      id: expect.any(String),
      event_name: 'Vasaloppet 2028',
      event_date: '2028-03-04',
      event_end_date: '2028-03-05',
      result_link: null,
      banner_text: null,
      banner_start_date: null,
      banner_end_date: null,
      banner_color: 'red',
      updated_at: expect.any(String),
      url: '/lopp/vasaloppet/2028',
    });
    expect(body.id).not.toBe(original.id);
    expect((await app.api<AdminEvent[]>('GET /admin/events', admin)).body).toEqual([original, body]);
    expect(
      (await app.db.select().from(auditLog).orderBy(auditLog.created_at)).map(({ action, record_id }) => [
        action,
        record_id,
      ]),
    ).toEqual([
      ['event.create', original.id],
      ['event.create', body.id],
    ]);
  });

  test('are on the given day and keep their length, also when it is in the same year', async () => {
    const original = await create({});
    expect((await copy({ id: original.id, event_date: '2027-12-31' })).body).toMatchObject({
      event_name: 'Vasaloppet 2027',
      event_date: '2027-12-31',
      event_end_date: '2028-01-01',
      url: '/lopp/vasaloppet/2027-2',
    });
  });

  test('of an old event are not in the past', async () => {
    const original = await create({ event_date: '2020-01-11', event_end_date: null });
    // The day in 2027 would be 16 January, tomorrow.
    expect((await copy({ id: original.id })).body.event_date).toBe('2027-01-16');
    const earlier = await create({ event_date: '2020-01-04', event_end_date: null });
    expect((await copy({ id: earlier.id })).body.event_date).toBe('2028-01-08');
  });

  test('stay in the series of the original, although the name of the series is another one', async () => {
    const first = await create({});
    const renamed = await create({ event_name: 'Nya loppet', series_id: first.series_id });
    expect([renamed.series_id, renamed.url]).toEqual([first.series_id, '/lopp/vasaloppet/2027-2']);
    const { body } = await copy({ id: renamed.id });
    expect([body.series_id, body.url]).toEqual([first.series_id, '/lopp/vasaloppet/2028']);
  });

  test('keep the position of the original, also one set by an admin, and are not geocoded again', async () => {
    const manual = await create({ latitude: 61.2, longitude: 14.1 });
    const geocoded = await makeEvent(app.db, {
      event_date: '2027-05-01',
      ort: 'Mora',
      latitude: 61.0123,
      longitude: 14.5123,
      place_source: 'geocoder',
      geocode_due: null,
    });
    expect((await copy({ id: manual.id })).body).toMatchObject({ latitude: 61.2, is_manual: true });
    for (const { id } of [manual, geocoded]) {
      const { body } = await copy({ id });
      expect(await placeOf(body.id)).toEqual(await placeOf(id));
    }
  });

  test('an unknown event, an invalid date, and a date after the year 9999 are refused', async () => {
    const { id } = await create({});
    const last = await create({ event_date: '9999-12-30', event_end_date: '9999-12-31' });
    for (const [input, code] of [
      [{ id: UNKNOWN_ID }, 'event.not_found'],
      [{ id, event_date: '2027-02-30' }, 'event.date'],
      [{ id: last.id, event_date: '9999-12-31' }, 'event.date'],
    ] as const)
      expect(outcomeOf(await copy(input))).toEqual(error(code));
    expect((await copy({ id: last.id })).body.event_date).toBe('9999-12-30');
  });

  test('an event cannot be created in an unknown series', async () => {
    const input = { ...RACE, series_id: UNKNOWN_ID };
    expect(outcomeOf(await operation('create')(input))).toEqual(error('series.not_found'));
    expect((await app.api<AdminEvent[]>('GET /admin/events', admin)).body).toEqual([]);
  });
});

test('copies of events without a series do not deadlock with calls that give these a series', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await makeEvent(app.db, { event_date: '2027-05-01' });
    const responses = await Promise.all([
      app.api(`POST /admin/events/${id}/copy`, { ...admin, body: {} }),
      app.api('POST /admin/events', { ...admin, body: { ...RACE, event_name: `Lopp ${round}` } }),
      app.api(`POST /admin/events/${id}/copy`, { ...admin, body: {} }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
});
