import { afterAll, expect, test } from 'bun:test';
import jsonld from 'jsonld';
import { loadDemo } from '#src/features/demo/service.ts';
import type { LocatedEvent, PublicEvent, Registration } from '#src/features/events/contract.ts';
import { assignMissingSeries } from '#src/features/events/series/service.ts';
import { makeEvent } from '#tests/support/content.ts';
import { pagesApp } from '#tests/support/rendered-pages.ts';
import { structuredDataIn } from '#tests/support/structured-data.ts';

const SITE = 'https://lopp.example';

const pages = new Map<string, string>();

const app = await pagesApp({ environment: { PUBLIC_URL: SITE } });
await loadDemo(app.context);
// Known only to the middle of its landskap, and moved twice.
await makeEvent(app.db, {
  event_name: 'Fjälloppet',
  event_date: '2027-08-01',
  ort: 'Fjällbyn',
  landskap: 'Lappland',
  latitude: 66,
  longitude: 18,
  place_source: 'landskap',
  previous_dates: ['2027-07-04', '2027-07-18'],
});
await assignMissingSeries(app.context);
const races = (await app.api<PublicEvent[]>('GET /events')).body;
const located = (await app.api<LocatedEvent[]>('GET /events/coordinates')).body;
for (const [index, { id, url }] of races.entries()) {
  // At most 20 pages of races are rendered in a second.
  app.setNow(new Date(Date.parse('2027-01-15T10:00:00+01:00') + index * 100).toISOString());
  pages.set(id, await app.fetchHtml(url ?? ''));
}
afterAll(() => app.stop());

const dataOf = ({ id }: PublicEvent) => structuredDataIn(pages.get(id) ?? '');
const isMoved = ({ status, previous_dates }: PublicEvent) =>
  status === 'scheduled' && previous_dates.length > 0;
const hasOffer = ({ registration }: PublicEvent) => !['unknown', 'closed'].includes(registration);

type Rule = { level: 'required' | 'recommended'; when?: (race: PublicEvent) => boolean; never?: string };

/**
 * The properties that Google names for events:
 * https://developers.google.com/search/docs/appearance/structured-data/event
 * `when` says which races have the value; `never` why none has it.
 */
const GOOGLE: Record<string, Rule> = {
  location: { level: 'required' },
  'location.address': { level: 'required' },
  name: { level: 'required' },
  startDate: { level: 'required' },
  description: { level: 'recommended' },
  endDate: { level: 'recommended' },
  eventStatus: { level: 'recommended' },
  image: { level: 'recommended' },
  'location.name': { level: 'recommended' },
  offers: { level: 'recommended', when: hasOffer },
  'offers.availability': { level: 'recommended', when: hasOffer },
  'offers.price': { level: 'recommended', never: 'The calendar does not know prices.' },
  'offers.priceCurrency': { level: 'recommended', never: 'The calendar does not know prices.' },
  'offers.validFrom': {
    level: 'recommended',
    when: (race) => hasOffer(race) && !!race.registration_opens_on,
  },
  'offers.url': { level: 'recommended', when: hasOffer },
  organizer: { level: 'recommended', when: ({ organizer }) => !!organizer },
  'organizer.name': { level: 'recommended', when: ({ organizer }) => !!organizer },
  'organizer.url': { level: 'recommended', never: 'The link of a race is not always its organizer’s.' },
  performer: { level: 'recommended', never: 'A race has no performer.' },
  previousStartDate: { level: 'recommended', when: isMoved },
};

const valueAt = (data: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], data);

test('every race has the properties that Google requires, and those it recommends as far as they are known', () => {
  expect(races.length).toBeGreaterThan(50);
  for (const race of races) {
    const [data] = dataOf(race)['@graph'];
    for (const [path, { level, when = () => true, never }] of Object.entries(GOOGLE)) {
      const isGiven = !!valueAt(data, path);
      expect([race.event_name, path, isGiven]).toEqual([race.event_name, path, !never && when(race)]);
      if (level === 'required') expect(isGiven).toBe(true);
    }
  }
});

test('dates, state, place, position and registration are those of the race', () => {
  const availabilities = new Set<Registration>();
  for (const race of races) {
    const [data] = dataOf(race)['@graph'];
    const spot = located.find(({ id, is_approximate }) => id === race.id && !is_approximate);
    const status = isMoved(race) ? 'Rescheduled' : race.status.replace(/^./, (first) => first.toUpperCase());
    const availability = {
      open: 'InStock',
      sold_out: 'SoldOut',
      not_open: 'PreOrder',
      unknown: '',
      closed: '',
    }[race.registration];
    availabilities.add(race.registration);
    expect(data).toEqual({
      '@type': 'SportsEvent',
      name: race.event_name,
      description: expect.stringContaining(race.event_name),
      url: `${SITE}${race.url}`,
      image: expect.stringMatching(/^https:\/\/lopp\.example\/share\/[a-z-]+\.png$/),
      sport: race.sport_type,
      startDate: race.event_date,
      endDate: race.event_end_date ?? race.event_date,
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      eventStatus: `https://schema.org/Event${status}`,
      ...(isMoved(race) && { previousStartDate: race.previous_dates }),
      location: {
        '@type': 'Place',
        name: `${race.ort}, ${race.landskap}`,
        address: {
          '@type': 'PostalAddress',
          ...(race.address && { streetAddress: race.address }),
          addressLocality: race.ort,
          addressRegion: race.landskap,
          addressCountry: 'SE',
        },
        ...(spot && {
          geo: { '@type': 'GeoCoordinates', latitude: spot.latitude, longitude: spot.longitude },
        }),
      },
      ...(race.organizer && { organizer: { '@type': 'Organization', name: race.organizer } }),
      ...(availability && {
        offers: {
          '@type': 'Offer',
          url: race.registration_url ?? race.race_link ?? `${SITE}${race.url}`,
          availability: `https://schema.org/${availability}`,
          ...(race.registration_opens_on && { validFrom: race.registration_opens_on }),
          ...(race.registration_closes_on && { availabilityEnds: race.registration_closes_on }),
        },
      }),
    });
  }
  expect(availabilities).toEqual(
    new Set<Registration>(['unknown', 'closed', 'open', 'not_open', 'sold_out']),
  );
  expect(new Set(races.map(({ status }) => status)).size).toBe(3);
  expect(races.some(isMoved)).toBe(true);
});

/** Ours: every name is one of schema.org. The real context, which also gives types to values, is not on npm. */
const CONTEXT = { '@vocab': 'https://schema.org/' };
const documentLoader = async (url: string) => {
  if (url !== 'https://schema.org') throw new Error(`${url} was not to be loaded.`);
  return { contextUrl: undefined, documentUrl: url, document: { '@context': CONTEXT } };
};

const TYPES = [
  'BreadcrumbList',
  'GeoCoordinates',
  'ListItem',
  'Offer',
  'Organization',
  'Place',
  'PostalAddress',
  'SportsEvent',
].map((type) => `https://schema.org/${type}`);

/** The number of properties at any depth, without keywords of JSON-LD. */
function countProperties(data: unknown): number {
  if (typeof data !== 'object' || data === null) return 0;
  return Object.entries(data).reduce(
    (count, [name, value]) =>
      count + countProperties(value) + (Array.isArray(data) || name.startsWith('@') ? 0 : 1),
    0,
  );
}

function typesIn(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  const own = (data as { '@type'?: string[] })['@type'] ?? [];
  return [...own, ...Object.values(data).flatMap(typesIn)].filter((type) => type.startsWith('https:'));
}

test('a JSON-LD processor understands every property and type', async () => {
  const types = new Set<string>();
  for (const race of races) {
    const data = dataOf(race);
    const expanded = await jsonld.expand(data as object, { documentLoader });
    expect(countProperties(expanded)).toBe(countProperties(data));
    for (const type of typesIn(expanded)) types.add(type);
  }
  expect([...types].sort()).toEqual(TYPES);
});
