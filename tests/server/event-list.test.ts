// The lists in short, past years, and the race of a page say what the whole lists say.
import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { events, raceAddresses, series } from '#db/schema/index.ts';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { LocatedEvent, PublicEvent } from '#src/features/events/contract.ts';
import {
  type CalendarEvent,
  type EventPages,
  toListed,
  type UpcomingEvents,
} from '#src/features/events/list/contract.ts';
import { eventsOf } from '#src/features/events/list/rules.ts';
import type { RacePage } from '#src/features/events/race/contract.ts';
import { lastDay } from '#src/features/events/rules.ts';
import { makeAdmin, makeEvent } from '#tests/support/content.ts';
import { appOfFile } from '#tests/support/of-file.ts';
import { callOver, type Operation, TRANSPORTS, testApp } from '#tests/support/transports.ts';

const TODAY = '2027-05-01';
const app = await appOfFile({ now: () => new Date(`${TODAY}T10:00:00Z`) });
const TOKEN = 'a-token-of-the-operator-that-is-long-enough';
const cached = await testApp({
  caches: true,
  now: () => new Date(`${TODAY}T10:00:00Z`),
  environment: { METRICS_TOKEN: TOKEN },
});
afterAll(() => cached.stop());
afterEach(async () => {
  for (const { db } of [app, cached])
    for (const table of [events, raceAddresses, series]) await db.delete(table);
});

const operation = (trpc: string, rest: string): Operation => ({ type: 'query', trpc, rest: `GET ${rest}` });
const UPCOMING = operation('public.events.upcoming', '/events/upcoming');
const PAST = operation('public.events.past', '/events/past');
const RACE = operation('public.events.race', '/events/race');
const EVERYTHING = operation('public.events.list', '/events');
const LOCATED = operation('public.events.coordinates', '/events/coordinates');

const BASE = { event_date: '2027-06-05', sport_type: 'Löpning', distances: '10 km' };

async function createAll(rows: readonly object[], on = app): Promise<AdminEvent[]> {
  const admin = await makeAdmin(on.db);
  const created: AdminEvent[] = [];
  for (const row of rows)
    created.push(
      (await on.api<AdminEvent>('POST /admin/events', { ...admin, body: { ...BASE, ...row } })).body,
    );
  return created;
}

/** Names whose address cannot be told from them, or only by the rule of the usual slug. */
const NAMES = [
  'Åkerby ÄLVLOPP Övre',
  'Vasaloppet 2027',
  '2027 Vårruset 2027',
  'Lidingö-loppet',
  'Lopp – med streck & tecken / och (parentes)',
  'Café Élite',
  'İstanbul Løp ß æ',
  '  Två   mellanslag ',
  '10 000 steg',
  'Ω',
  'A',
  'O\'Brien’s "Run" \\ 100%',
  '日本 løp',
];

for (const transport of TRANSPORTS) {
  const call = <Body>(of: Operation, input?: Record<string, string>) => {
    const rest = input ? `${of.rest}?${new URLSearchParams(input)}` : of.rest;
    return callOver<Body>(app, transport, { ...of, rest }, transport === 'trpc' ? { body: input } : {});
  };
  const read = async <Body>(of: Operation, input?: Record<string, string>) =>
    (await call<Body>(of, input)).body;

  describe(`over ${transport}`, () => {
    test('events have the same values as in the whole list, in the same order', async () => {
      await createAll([
        ...NAMES.map((event_name) => ({ event_name })),
        ...NAMES.map((event_name) => ({ event_name, event_date: '2026-06-06' })),
        { event_name: 'A', event_date: '2027-07-01', ort: 'Mora', landskap: 'Dalarna' },
        { event_name: 'B', landskap: 'Dalarna', organizer: 'IFK', race_link: 'a.example/x' },
        { event_name: 'C', latitude: 59.123456, longitude: 18.5, ort: 'Storstaden' },
        { event_name: 'D', event_date: '2027-04-29', event_end_date: TODAY },
        { event_name: 'E', event_date: '2026-12-31', event_end_date: '2027-01-02' },
        { event_name: 'F', event_date: '2027-04-30' },
        { event_name: 'G', status: 'cancelled', status_note: 'Snö', previous_dates: ['2027-05-30'] },
        {
          event_name: 'H',
          registration_opens_on: '2027-06-01',
          sold_out: true,
          registration_kind: 'lottery',
        },
        { event_name: 'I', registration_closes_on: '2027-06-01' },
        { event_name: 'J', registration_url: 'https://a.example/anmalan' },
        { event_name: 'K', additional_fields: [{ label: 'Start', value: 'kl. 10\n"11"' }] },
        {
          event_name: 'L',
          banner_text: 'Nytt',
          banner_color: 'green',
          banner_start_date: '2027-04-01T06:00:00.000Z',
          banner_end_date: '2027-06-01T06:00:00.000Z',
        },
        { event_name: 'M', event_date: '2024-02-29', result_link: 'https://a.example/resultat' },
      ]);
      await makeEvent(app.db, { event_name: 'Utan serie', event_date: '2027-08-01' });

      const located = new Map((await read<LocatedEvent[]>(LOCATED)).map((event) => [event.id, event]));
      const whole = (await read<PublicEvent[]>(EVERYTHING)).map((event): CalendarEvent => {
        const { latitude = null, longitude = null, is_approximate = false } = located.get(event.id) ?? {};
        return { ...toListed(event), latitude, longitude, is_approximate };
      });
      const upcoming = await read<UpcomingEvents>(UPCOMING);
      expect(eventsOf(upcoming)).toEqual(whole.filter((event) => lastDay(event) >= TODAY));

      const past = whole.filter((event) => lastDay(event) < TODAY);
      const years = Map.groupBy(past, (event) => lastDay(event).slice(0, 4));
      expect(upcoming.past).toEqual(
        [...years].map(([year, { length }]) => ({ year, count: length })).sort((a, b) => +a.year - +b.year),
      );
      for (const [year, list] of years)
        expect(eventsOf(await read<EventPages>(PAST, { year }))).toEqual(list);
    });

    test('an empty calendar, and a year without events, have no pages', async () => {
      expect(await read<unknown>(UPCOMING)).toEqual({ past: [], places: {}, pages: [] });
      expect(await read<unknown>(PAST, { year: '1901' })).toEqual({ places: {}, pages: [] });
    });

    test.each<Record<string, string>>([
      {},
      { year: '27' },
      { year: '2027 ' },
      { year: '0000' },
      { year: "2027' or true" },
    ])('a year must be one from 1900 on: %p', async (input) => {
      const { status, body } = await call<{ code: string }>(PAST, input);
      expect([status, body.code]).toEqual([400, 'request.invalid']);
    });

    test('a race is found by its path, with its other editions and the races nearby', async () => {
      const mora = { ort: 'Mora', landskap: 'Dalarna' };
      const [first, second, next] = await createAll([
        { event_name: 'Vasaloppet', event_date: '2026-03-01', ...mora },
        { event_name: 'Vasaloppet', event_date: '2027-06-05', ...mora },
        { event_name: 'Vasaloppet', event_date: '2028-03-05', ...mora },
        { event_name: 'Nära', event_date: '2027-07-01', ort: 'Orsa', landskap: 'Dalarna' },
        { event_name: 'Över', event_date: '2027-04-01', ort: 'Orsa', landskap: 'Dalarna' },
        { event_name: 'Inställt', status: 'cancelled', ort: 'Orsa', landskap: 'Dalarna' },
        { event_name: 'Annan sport', sport_type: 'Simning', ort: 'Orsa', landskap: 'Dalarna' },
        { event_name: 'Längre bort', ort: 'Falun', landskap: 'Dalarna' },
      ]);
      const race = await read<RacePage>(RACE, { path: second?.url ?? '' });
      expect(race.event.id).toBe(second?.id ?? '');
      expect(race.event).toEqual(
        (await read<PublicEvent[]>(EVERYTHING)).find(({ id }) => id === second?.id) as PublicEvent,
      );
      expect(race.editions.map(({ id }) => id)).toEqual([next?.id ?? '', first?.id ?? '']);
      expect(race.located).toMatchObject({ is_approximate: false });
      expect(race.near.map(({ event, kilometres }) => [event.event_name, kilometres > 5])).toEqual([
        ['Nära', true],
      ]);

      const idAt = async (path: string) => (await read<RacePage>(RACE, { path })).event.id;
      expect(await idAt('/lopp/vasaloppet')).toBe(second?.id ?? '');
      expect(await idAt('/lopp/vasaloppet/2028')).toBe(next?.id ?? '');
      for (const path of ['/lopp/vasaloppet/2029', '/lopp/annat', '/lopp/', '/', '/lopp/vasaloppet/2028/x']) {
        const { status, body } = await call<{ code: string }>(RACE, { path });
        expect([path, status, body.code]).toEqual([path, 404, 'event.not_found']);
      }
    });
  });
}

test('a write is seen at once, and makes the whole lists again only when somebody asks for them', async () => {
  const refreshesOf = async (name: string) => {
    const text = await (
      await fetch(`${cached.url}/api/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    ).text();
    return Number(new RegExp(`refreshes_total{cache="${name}",result="ok"} (\\d+)`).exec(text)?.[1] ?? 0);
  };
  const namesOf = async (path: string, events: (body: never) => readonly { event_name: string }[]) =>
    events((await (await fetch(`${cached.url}${path}`)).json()) as never).map(({ event_name }) => event_name);
  await createAll([{ event_name: 'Ett' }, { event_name: 'Gammalt', event_date: '2025-05-01' }], cached);
  for (const path of ['/api/events', '/api/events/coordinates', '/api/events/past?year=2025'])
    await fetch(`${cached.url}${path}`);
  const whole = await refreshesOf('public.events.list');
  await createAll([{ event_name: 'Två' }, { event_name: 'Äldre', event_date: '2025-04-01' }], cached);
  expect(await namesOf('/api/events/upcoming', eventsOf)).toEqual(['Ett', 'Två']);
  expect(await namesOf('/api/events/past?year=2025', eventsOf)).toEqual(['Äldre', 'Gammalt']);
  expect(await refreshesOf('public.events.list')).toBe(whole);
  expect(await namesOf('/api/events', (list) => list)).toEqual(['Äldre', 'Gammalt', 'Ett', 'Två']);
  expect(await refreshesOf('public.events.list')).toBe(whole + 1);
});
