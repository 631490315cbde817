import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { announcements, auditLog, events } from '../../db/schema';
import type { AdminEvent, FoundSpot } from '../../src/features/events/admin/contract';
import type { PublicEvent } from '../../src/features/events/contract';
import { middleOf } from '../../src/features/events/places/gazetteer';
import { claimForGeocoding, storeGeocoded } from '../../src/features/events/places/store';
import { detailOf, type ErrorCode, statusOf } from '../../src/shared/errors';
import { kilometresBetween } from '../../src/shared/geo';
import { call, told } from '../support/call';
import { makeAdmin, makeAnnouncement, makeEvent, makeMember } from '../support/content';
import { DOORS, type TestApp, testApp } from '../support/doors';

const NOW = '2027-01-15T09:00:00.000Z';
const NOBODY = '01900000-0000-7000-8000-000000000000';
const MORA = { latitude: 61.007, longitude: 14.543 };
const BY_HAND = { latitude: 61.2, longitude: 14.1 };

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await testApp({ now: () => new Date(NOW) });
  admin = await makeAdmin(db(), { username: 'vera' });
});
afterAll(() => app.stop());
const db = () => app.context.database.db;
beforeEach(async () => {
  await Promise.all([db().delete(announcements), db().delete(events), db().delete(auditLog)]);
});

/** All that an admin can write, as the form sends it. */
const FULL = {
  event_name: ' Vasaloppet ',
  event_date: '2027-03-07',
  event_end_date: '2027-03-08',
  sport_type: 'längdskidor',
  distances: '90 km,45 km, 42,2 km',
  ort: 'Mora',
  landskap: 'dalarna',
  address: 'Vasagatan 1',
  race_link: 'https://vasaloppet.se',
  result_link: 'https://resultat.example',
  organizer: 'IFK Mora',
  additional_fields: [{ label: 'Startavgift', value: '1 295 SEK' }],
  banner_text: 'Fullbokat',
  banner_start_date: '2027-01-10T08:00',
  banner_end_date: '2027-07-10T08:00',
  banner_color: 'blue',
};
const STORED = {
  ...FULL,
  event_name: 'Vasaloppet',
  sport_type: 'Längdskidor',
  distances: '90 km, 45 km, 42,2 km',
  landskap: 'Dalarna',
  // D18: without a zone it is Stockholm time, an hour ahead in winter and two in summer.
  banner_start_date: '2027-01-10T07:00:00.000Z',
  banner_end_date: '2027-07-10T06:00:00.000Z',
};
const LEAST = { event_name: 'Loppet', event_date: '2027-05-22', sport_type: 'Löpning', distances: '10 km' };
const EMPTIED = {
  ...LEAST,
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

const error = (code: ErrorCode) => [statusOf(code), code, detailOf(code)];
const acts = async () =>
  (await db().select().from(auditLog).orderBy(auditLog.id)).map(
    ({ admin, action, record_id, record_name, created_at }) => [
      admin,
      action,
      record_id,
      record_name,
      created_at,
    ],
  );
const act = (action: string, { id, event_name }: { id: string; event_name: string }) => [
  'vera',
  action,
  id,
  event_name,
  NOW,
];
const rowOf = async (id: string) => (await db().select().from(events).where(eq(events.id, id)))[0];

for (const door of DOORS) {
  describe(`events for admins through ${door}`, () => {
    const ask =
      <Body>(verb: string) =>
      (input?: Record<string, unknown>) =>
        call<Body>(app, door, `admin.events.${verb}`, admin, input);
    const list = ask<AdminEvent[]>('list');
    const create = ask<AdminEvent>('create');
    const update = ask<AdminEvent>('update');
    const remove = ask('delete');
    const reset = ask<AdminEvent>('resetCoordinates');
    const findPlace = (where: Record<string, string>) =>
      door === 'trpc'
        ? ask<FoundSpot | null>('findPlace')(where)
        : app.api<FoundSpot | null>(`GET /admin/events/place?${new URLSearchParams(where)}`, admin);

    test('no token, a dead one and a member are refused, and nothing is written', async () => {
      const member = await makeMember(db());
      const event = await makeEvent(db());
      for (const who of [{}, { headers: { authorization: 'Bearer dead' } }, member]) {
        for (const [verb, input] of [
          ['list', undefined],
          ['create', LEAST],
          ['update', { ...LEAST, id: event.id }],
          ['delete', { id: event.id }],
          ['resetCoordinates', { id: event.id }],
        ] as const)
          expect(told(await call(app, door, `admin.events.${verb}`, who, input))).toEqual(
            error('request.unauthorized'),
          );
      }
      expect((await list()).body.map(({ event_name }) => event_name)).toEqual([event.event_name]);
      expect(await acts()).toEqual([]);
    });

    test('created with every field: answered as stored, public at once, told in the log', async () => {
      const { status, body } = await create(FULL);
      expect(status).toBe(200);
      const { id, version, latitude, longitude, ...rest } = body;
      expect(rest).toEqual({
        ...STORED,
        is_approximate: false,
        is_manual: false,
        announcement_count: 0,
      } as never);
      expect(version).toBe(1);
      expect(kilometresBetween({ latitude: latitude ?? 0, longitude: longitude ?? 0 }, MORA)).toBeLessThan(
        25,
      );
      expect((await app.api<PublicEvent[]>('GET /events')).body).toEqual([{ id, ...STORED } as PublicEvent]);
      expect((await list()).body).toEqual([body]);
      expect(await acts()).toEqual([act('event.create', body)]);
      expect((await rowOf(id))?.created_at).toBe(NOW);
    });

    test('created with what is required alone: the rest is empty, and it has no place', async () => {
      const { body } = await create(LEAST);
      expect(body).toMatchObject({ ...EMPTIED, latitude: null, longitude: null, is_approximate: false });
      expect((await app.api('GET /events/coordinates')).body).toEqual([]);
    });

    test.each([
      ...Object.keys(LEAST).flatMap((name) => [
        [`without ${name}`, { [name]: undefined }, 'event.required'] as const,
        [`with an empty ${name}`, { [name]: '  ' }, 'event.required'] as const,
      ]),
      ['a day that is none', { event_date: '2027-02-30' }, 'event.date'],
      ['an end before the start', { event_end_date: '2027-05-21' }, 'event.end_before_start'],
      ['an unknown sport', { sport_type: 'Curling' }, 'event.sport'],
      ['an unknown landskap', { landskap: 'Skaraborg' }, 'event.landskap'],
      ['a distance that is none', { distances: '10 km, lång' }, 'event.distance'],
      ['a time for another sport', { distances: '6 timmar' }, 'event.distance'],
      [
        '31 distances',
        { distances: Array.from({ length: 31 }, (_, km) => `${km + 1} km`).join() },
        'event.too_many_distances',
      ],
      [
        'a field without its value',
        { additional_fields: [{ label: 'Avgift', value: ' ' }] },
        'event.field_incomplete',
      ],
      ['a field without its label', { additional_fields: [{ value: '5' }] }, 'event.field_incomplete'],
      [
        '21 fields',
        { additional_fields: Array(21).fill({ label: 'a', value: 'b' }) },
        'event.too_many_fields',
      ],
      ['a link that is none', { race_link: 'javascript:alert(1)' }, 'request.url'],
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
      ['a moment that is none', { banner_start_date: '2027-02-01T25:00' }, 'event.date'],
      ['a colour that is none', { banner_color: 'pink' }, 'request.invalid'],
      ['half a spot', { latitude: 60 }, 'event.place'],
      ['the other half', { longitude: 15 }, 'event.place'],
      ['the halves of a spot in each other’s place', { latitude: 15, longitude: 60 }, 'event.place'],
      ['a spot that is not on Earth', { latitude: 91, longitude: 15 }, 'event.place'],
      ['a spot in words', { latitude: '60', longitude: '15' }, 'event.place'],
    ] as const)('%s is refused, by create and by update, and nothing is written', async (_, part, code) => {
      const event = await makeEvent(db());
      const before = (await list()).body;
      const input = { ...LEAST, ...part };
      expect(told(await create(input))).toEqual(error(code as ErrorCode));
      expect(told(await update({ ...input, id: event.id }))).toEqual(error(code as ErrorCode));
      expect((await list()).body).toEqual(before);
      expect(await acts()).toEqual([]);
    });

    test('a time race takes times, Triathlon any text (D16), and the same event twice is not refused', async () => {
      const timed = await create({ ...LEAST, sport_type: 'Löpning - tidslopp', distances: '6 timmar, 24 h' });
      expect(timed.body.distances).toBe('6 timmar, 24 h');
      const triathlon = { ...LEAST, sport_type: 'Triathlon', distances: 'Sprint, Olympic' };
      expect((await create(triathlon)).body.distances).toBe('Sprint, Olympic');
      expect((await create(triathlon)).status).toBe(200);
      expect((await list()).body).toHaveLength(3);
    });

    test('an update writes over all of it: what is left out is emptied', async () => {
      const before = (await create(FULL)).body;
      const { status, body } = await update({ ...LEAST, id: before.id });
      expect(status).toBe(200);
      expect(body).toMatchObject({ ...EMPTIED, id: before.id, latitude: null, longitude: null });
      expect(body.version).not.toBe(before.version);
      expect((await app.api<PublicEvent[]>('GET /events')).body).toMatchObject([
        { ...EMPTIED, id: before.id },
      ]);
      expect(await acts()).toEqual([act('event.create', before), act('event.update', body)]);
    });

    test('a spot set by hand is on the map, stays through any edit, and is found anew when it is reset (D29)', async () => {
      const created = (await create({ ...FULL, ...BY_HAND })).body;
      expect(created).toMatchObject({ ...BY_HAND, is_manual: true });
      const elsewhere = { ...FULL, id: created.id, ort: 'Kiruna', landskap: 'Lappland', address: '' };
      expect((await update(elsewhere)).body).toMatchObject({ ...BY_HAND, is_manual: true, ort: 'Kiruna' });
      expect((await app.api('GET /events/coordinates')).body).toMatchObject([
        { ...BY_HAND, is_approximate: false },
      ]);
      await app.sql`update events set geocode_due = null`;

      const { status, body } = await reset({ id: created.id });
      expect(status).toBe(200);
      expect(body).toMatchObject({ is_manual: false, is_approximate: false });
      expect(body.latitude).toBeWithin(67, 69);
      // A geocoder is asked anew, at once by the database's clock.
      const [due] = await app.sql`select geocode_due <= now() as is_due from events`;
      expect(due?.is_due).toBe(true);
      expect(await acts()).toEqual([
        act('event.create', created),
        act('event.update', created),
        act('event.reset_coordinates', created),
      ]);
      // Nothing is set by hand any more: nothing is done, nothing is told.
      expect((await reset({ id: created.id })).body).toEqual(body);
      expect(await acts()).toHaveLength(3);
    });

    test('an event whose spot was found can be set by hand, and then moved', async () => {
      const { id } = (await create(FULL)).body;
      expect((await update({ ...FULL, id, ...BY_HAND })).body).toMatchObject({ ...BY_HAND, is_manual: true });
      const moved = { latitude: 60.5, longitude: 13.5 };
      expect((await update({ ...FULL, id, ...moved })).body).toMatchObject({ ...moved, is_manual: true });
    });

    test('another ort, landskap or address is found anew and asked of a geocoder; the rest leaves the spot', async () => {
      const { id } = (await create(FULL)).body;
      const answered = { latitude: 61.01, longitude: 14.55 };
      const geocoded = () =>
        db()
          .update(events)
          .set({ ...answered, place_source: 'geocoder', geocode_due: null })
          .where(eq(events.id, id));
      const isDue = async () => (await rowOf(id))?.geocode_due !== null;
      await geocoded();
      expect((await update({ ...FULL, id, event_name: 'Vasaloppet 2027' })).body).toMatchObject(answered);
      expect(await isDue()).toBe(false);
      for (const part of [{ ort: 'Orsa' }, { landskap: 'Västerbotten' }, { address: 'Hamngatan 2' }]) {
        await update({ ...FULL, id });
        await geocoded();
        const { body } = await update({ ...FULL, id, ...part });
        expect([body.latitude, body.longitude]).not.toEqual([answered.latitude, answered.longitude]);
        expect(await isDue()).toBe(true);
      }
      const nowhere = await update({ ...FULL, id, ort: '', landskap: '', address: '' });
      expect(nowhere.body).toMatchObject({ latitude: null, longitude: null, is_manual: false });
      const somewhere = await update({ ...FULL, id, ort: 'Okändeby', address: '' });
      expect(somewhere.body).toMatchObject({ ...middleOf('Dalarna'), is_approximate: true });
    });

    test('what another admin has changed meanwhile is not written over unseen; without a version the last wins', async () => {
      const seen = (await create(FULL)).body;
      const input = { ...FULL, id: seen.id };
      const first = await update({ ...input, ort: 'Orsa', version: seen.version });
      expect(first.status).toBe(200);
      expect(told(await update({ ...input, organizer: 'Andra', version: seen.version }))).toEqual(
        error('event.changed'),
      );
      expect((await list()).body).toEqual([first.body]);
      expect(await acts()).toHaveLength(2);
      const again = await update({ ...input, organizer: 'Andra', version: first.body.version });
      expect(again.body).toMatchObject({ organizer: 'Andra', ort: 'Mora' });
      expect((await update({ ...input, organizer: 'Tredje' })).body.organizer).toBe('Tredje');
    });

    test('each edit makes another version; a geocoder and an ad do not', async () => {
      const { id, version } = (await create(FULL)).body;
      const edited = (await update({ ...FULL, id, ...BY_HAND })).body;
      expect(edited.version).toBeGreaterThan(version);
      const again = (await reset({ id })).body;
      expect(again.version).toBeGreaterThan(edited.version);
      const [asked] = await claimForGeocoding(db(), 60);
      if (!asked) throw new Error('Nothing to ask a geocoder.');
      await storeGeocoded(db(), asked, { latitude: 60, longitude: 15 });
      await makeAnnouncement(db(), { event_id: id });
      expect((await list()).body).toMatchObject([
        { version: again.version, latitude: 60, announcement_count: 1 },
      ]);
    });

    test('of two who save the same at once one is told; both acts of a race are one', async () => {
      const { id, version } = (await create(FULL)).body;
      const saves = await Promise.all(
        ['A', 'B', 'C', 'D'].map((organizer) => update({ ...FULL, id, organizer, version })),
      );
      expect(saves.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      expect((await list()).body).toEqual([saves.find(({ status }) => status === 200)?.body as AdminEvent]);
      expect(await acts()).toHaveLength(2);
    });

    test('deleted: gone everywhere, its ads inactive with the name as it last stood (D12)', async () => {
      const { id } = (await create(FULL)).body;
      const ad = await makeAnnouncement(db(), { event_id: id });
      await makeAnnouncement(db(), { event_id: id, is_completed: true });
      await makeAnnouncement(db(), { event_id: id, is_active: false });
      const renamed = (await update({ ...FULL, id, event_name: 'Vasaloppet 2027' })).body;
      expect(renamed.announcement_count).toBe(1);
      expect(await remove({ id })).toMatchObject({
        status: 200,
        body: { message: 'Evenemanget är borttaget' },
      });
      expect((await list()).body).toEqual([]);
      expect((await app.api('GET /events')).body).toEqual([]);
      expect((await app.api('GET /events/coordinates')).body).toEqual([]);
      expect((await app.api('GET /marketplace/announcements')).body).toEqual([]);
      const [left] = await db().select().from(announcements).where(eq(announcements.id, ad.id));
      expect(left).toMatchObject({ is_active: false, event_id: null, event_name: 'Vasaloppet 2027' });
      expect((await acts()).at(-1)).toEqual(act('event.delete', renamed));
    });

    test.each([NOBODY, 'ingen', '..%2Fsubmissions'])('an event that is not there is 404: %s', async (id) => {
      const path = encodeURIComponent(id);
      for (const answer of [
        await update({ ...LEAST, id }),
        await update({ ...LEAST, id, version: 1 }),
        await remove({ id }),
        await reset({ id }),
        ...(door === 'rest' ? [await app.api(`DELETE /admin/events/${path}`, admin)] : []),
      ])
        expect(told(answer).slice(0, 2)).toEqual([
          ...error('event.not_found').slice(0, 1),
          'event.not_found',
        ]);
      expect(await acts()).toEqual([]);
    });

    test('an edit that meets a deletion is 404, and stores nothing', async () => {
      for (let round = 0; round < 5; round++) {
        const { id } = (await create(LEAST)).body;
        const [edit, deletion] = await Promise.all([update({ ...FULL, id }), remove({ id })]);
        expect(deletion.status).toBe(200);
        if (edit.status !== 200) expect(told(edit)).toEqual(error('event.not_found'));
        expect((await list()).body).toEqual([]);
      }
    });

    test('the list is by date, then by name as Swedish sorts it, past ones too', async () => {
      for (const [event_name, event_date] of [
        ['Öloppet', '2027-05-01'],
        ['Åloppet', '2027-05-01'],
        ['Zloppet', '2027-05-01'],
        ['Senast', '2028-01-01'],
        ['Först', '2020-01-01'],
      ])
        await makeEvent(db(), { event_name, event_date });
      expect((await list()).body.map(({ event_name }) => event_name)).toEqual([
        'Först',
        'Zloppet',
        'Åloppet',
        'Öloppet',
        'Senast',
      ]);
    });

    test('findPlace says where an event would be put, or that nobody knows', async () => {
      const mora = (await findPlace({ ort: 'Mora', landskap: 'Dalarna', address: '' })).body;
      expect(mora?.is_approximate).toBe(false);
      expect(kilometresBetween(mora as FoundSpot, MORA)).toBeLessThan(25);
      expect((await findPlace({ ort: 'Okändeby', landskap: 'Dalarna' })).body).toEqual({
        ...middleOf('Dalarna'),
        is_approximate: true,
      });
      expect(await findPlace({ ort: 'Okändeby' })).toMatchObject({ status: 200, body: null });
      expect(told(await findPlace({ ort: 'å'.repeat(201) }))).toEqual(error('request.too_long'));
    });
  });
}
