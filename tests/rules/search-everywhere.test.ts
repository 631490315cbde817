import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createFilter, type EventFilter, NO_FILTER } from '#src/features/events/filter/filter.ts';
import { contextOf, selectEvents } from '#src/features/events/filter/select.ts';
import { writeFilter } from '#src/features/events/filter/url.ts';
import { isUpcoming } from '#src/features/events/rules.ts';
import { SIMILAR } from '#src/features/events/search/ranks.ts';
import { mayNamePlace, understand } from '#src/features/events/search/understand.ts';
import { understandSearch } from '#src/features/events/search/with-places.ts';
import {
  keysOf,
  matchesQuery,
  searchIndexOf,
  type WatchedEvent,
} from '#src/features/watches/matching/rules.ts';
import { searchCalendar, searchCases, TODAY } from '#tests/support/search-cases.ts';

const calendar = await searchCalendar();
const queries = (await searchCases()).map(({ query }) => query);
const positions = new Map(calendar.located.map((event) => [event.id, event]));
const watchedEvents = calendar.events.map((event): WatchedEvent => {
  const { latitude = null, longitude = null } = positions.get(event.id) ?? {};
  return { ...event, registration_kind: 'open', latitude, longitude, series_id: null };
});

/** The queries of the trial, and mixtures of their words. */
const words = [...new Set(queries.flatMap((query) => query.split(' ')))];
const query = fc.oneof(
  fc.constantFrom(...queries),
  fc
    .array(fc.constantFrom(...words, 'nära', 'within', '50', '50k', 'km', 'kilometer'), {
      minLength: 1,
      maxLength: 4,
    })
    .map((some) => some.join(' ')),
);

test('a watch matches the races that the calendar finds, but those that are only spelled alike', () => {
  fc.assert(
    fc.property(query, (q) => {
      const filter: EventFilter = { ...NO_FILTER, q };
      const { found } = contextOf(filter, calendar);
      const shown = selectEvents(filter, calendar)
        .filter((event) => isUpcoming(event, TODAY) && (found?.scores.get(event) ?? 0) < SIMILAR)
        .map(({ id }) => id);
      const watched = watchedEvents.filter((event) => matchesQuery(event, writeFilter(filter), TODAY));
      expect(watched.map(({ id }) => id)).toEqual(shown);
      const { key, area } = searchIndexOf(writeFilter(filter));
      for (const event of watched) {
        if (key !== null) expect(keysOf(event)).toContain(key);
        else {
          expect(event.latitude).toBeWithin(area?.south ?? 90, (area?.north ?? -90) + 1e-9);
          expect(event.longitude).toBeWithin(area?.west ?? 180, (area?.east ?? -180) + 1e-9);
        }
      }
    }),
  );
});

test('a browser reads a query that names no place as the server does', () => {
  fc.assert(
    fc.property(query, (q) => {
      if (!mayNamePlace(q)) expect(understand(q, TODAY)).toEqual(understandSearch(q, TODAY));
    }),
  );
});

test('a period in the search finds past races, as a chosen one does', () => {
  const filter: EventFilter = { ...NO_FILTER, q: 'göteborgsvarvet 2026' };
  expect(selectEvents(filter, calendar).map(({ event_date }) => event_date.slice(0, 4))).toEqual(['2026']);
  const past = calendar.events.filter(createFilter({ ...filter, date: 'past' }, contextOf(filter, calendar)));
  expect(past).toHaveLength(1);
});
