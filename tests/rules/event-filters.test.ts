import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  countDistances,
  countLandskap,
  countLengths,
  countMonths,
  countSports,
} from '#client/features/events/filter/facets.ts';
import { changeToMonth, listMonths } from '#client/features/events/filter/months.ts';
import { sectionsOf } from '#client/features/events/filter/sections.ts';
import type { PublicEvent } from '#src/features/events/contract.ts';
import {
  ANY_LENGTH,
  choiceKey,
  distanceChoices,
  QUICK_LENGTHS,
} from '#src/features/events/filter/distance.ts';
import {
  createFilter,
  DATE_FILTERS,
  type EventFilter,
  NO_FILTER,
} from '#src/features/events/filter/filter.ts';
import {
  distancesFrom,
  formatKilometres,
  parseCoordinates,
  RADII_KM,
} from '#src/features/events/filter/place.ts';
import { sameEventKey } from '#src/features/events/rules.ts';
import { kilometresBetween } from '#src/shared/geo.ts';
import { SPORTS } from '#src/shared/sports.ts';
import {
  anyEvent,
  anyEvents,
  anyLengths,
  dayIn2027,
  event,
  keysOf,
  passes,
} from '#tests/support/filter-samples.ts';

describe('the event filters', () => {
  test('show upcoming events by default, or past or all events', () => {
    const past = event({ event_date: '2026-12-31' });
    expect(passes(past, {})).toBe(false);
    expect(passes(past, { date: 'past' })).toBe(true);
    expect(passes(past, { date: 'all' })).toBe(true);
    expect(passes(event({}), { date: 'past' })).toBe(false);
  });
  test('combine sport, landskap and distance', () => {
    const filter = { sport: 'Löpning', landskap: 'Västergötland', distance: ['20,1 - 43 km'] };
    expect(passes(event({}), filter)).toBe(true);
    expect(passes(event({}), { ...filter, sport: 'Löpning trail' })).toBe(false);
    expect(passes(event({}), { ...filter, landskap: 'Skåne' })).toBe(false);
    expect(passes(event({}), { ...filter, distance: ['43,1+ km'] })).toBe(false);
  });
});

describe('a period', () => {
  test('shows exactly the events with at least one day within the period', () => {
    const day = fc.option(dayIn2027, { nil: '' });
    fc.assert(
      fc.property(anyEvents, day, day, (events, a, b) => {
        const [from = '', to = ''] = a && b ? [a, b].sort() : [a, b];
        const naive = events.filter((one) => {
          const last = one.event_end_date ?? one.event_date;
          const days: string[] = [];
          for (let at = Date.parse(one.event_date); at <= Date.parse(last); at += 86_400_000)
            days.push(new Date(at).toISOString().slice(0, 10));
          return days.some((one) => (!from || one >= from) && (!to || one <= to));
        });
        const filter = createFilter(
          { ...NO_FILTER, date: 'all', period: { from, to } },
          { today: '2027-06-01' },
        );
        expect(keysOf(events.filter(filter))).toEqual(keysOf(naive));
      }),
    );
  });
});

describe('a place', () => {
  const MORA = { latitude: 61.007, longitude: 14.543 };
  const position = fc.record({
    latitude: fc.double({ min: 55, max: 69, noNaN: true }),
    longitude: fc.double({ min: 11, max: 24, noNaN: true }),
  });

  test('shows exactly the events within the radius, and none without a position', () => {
    const located = fc.array(fc.option(position), { maxLength: 20 });
    fc.assert(
      fc.property(located, fc.constantFrom(...RADII_KM), (positions, within) => {
        const events = positions.map((_, index) => event({ id: String(index) }));
        const known = positions.flatMap((at, index) => (at ? [{ ...at, id: String(index) }] : []));
        const kilometres = distancesFrom(MORA, known);
        const filter = createFilter(
          { ...NO_FILTER, near: 'Mora', within },
          { today: '2027-01-01', kilometres },
        );
        const naive = known.filter((at) => kilometresBetween(MORA, at) <= within).map(({ id }) => id);
        expect(events.filter(filter).map(({ id }) => id)).toEqual(naive);
      }),
    );
  });

  test('groups the events into rings by their distance, nearest first', () => {
    const events = [event({ id: 'far' }), event({ id: 'next' }), event({ id: 'here' })];
    const kilometres = new Map([
      ['far', 80],
      ['next', 12],
      ['here', 0.4],
    ]);
    const sections = sectionsOf(events, {
      filter: { sort: 'nearest', date: 'upcoming' },
      found: undefined,
      kilometres,
    });
    expect(sections.map(({ title, events }) => [title, events.map(({ id }) => id)])).toEqual([
      ['Inom 10 km', ['here']],
      ['Inom 30 km', ['next']],
      ['Inom 100 km', ['far']],
    ]);
  });

  test.each([
    ['59.33,18.07', { latitude: 59.33, longitude: 18.07 }],
    ['59.33, 18.07', { latitude: 59.33, longitude: 18.07 }],
    ['91,18', undefined],
    ['Mora', undefined],
    ['Mora, Dalarna', undefined],
  ])('%p is read as %j', (text, at) => expect(parseCoordinates(text)).toEqual(at as never));

  test('is shown with its distance in whole kilometres, or as under 1 km', () =>
    expect([0.4, 1.4, 1234].map((km) => formatKilometres(km))).toEqual([
      'under 1 km',
      '1 km',
      '1\u00a0234 km',
    ]));

  test('is shown with an approximate distance if only the landskap is known', () =>
    expect([0.4, 34.6].map((km) => formatKilometres(km, true))).toEqual(['ca 1 km', 'ca 35 km']));
});

describe('the number beside a choice', () => {
  const context = { today: '2027-06-15' };
  const dayThisMonth = fc.integer({ min: 10, max: 30 }).map((dayOfMonth) => `2027-06-${dayOfMonth}`);
  const eventThisMonth = fc
    .tuple(anyEvent, dayThisMonth)
    .map(([one, event_date]) => ({ ...one, event_date, event_end_date: null }));
  const eventsNearToday = fc.array(fc.oneof(anyEvent, eventThisMonth), { maxLength: 12 });
  const anyFilter = fc
    .record({
      sport: fc.constantFrom('', 'Löpning', 'Simning'),
      landskap: fc.constantFrom('', 'Dalarna'),
      lengths: anyLengths,
      date: fc.constantFrom(...DATE_FILTERS),
    })
    .map((part): EventFilter => ({ ...NO_FILTER, ...part }));
  const shownWith = (events: readonly PublicEvent[], filter: EventFilter, part: Partial<EventFilter>) =>
    events.filter(createFilter({ ...filter, ...part }, context)).length;

  test('is the number of events shown once the choice is made', () => {
    fc.assert(
      fc.property(eventsNearToday, anyFilter, (events, filter) => {
        const counted = { events, filter, context };
        for (const sport of ['', ...SPORTS])
          expect(countSports(counted).get(sport) ?? 0).toBe(shownWith(events, filter, { sport }));
        for (const landskap of ['', 'Dalarna', 'Skåne'])
          expect(countLandskap(counted).get(landskap) ?? 0).toBe(shownWith(events, filter, { landskap }));
        const months = countMonths(counted);
        for (const month of [...listMonths(months, filter, context.today), context.today.slice(0, 7)])
          expect(months.get(month) ?? 0).toBe(
            shownWith(events, filter, changeToMonth(filter, month, context.today)),
          );
        const ranges = QUICK_LENGTHS.map(({ range }) => range);
        for (const [index, count] of countLengths(counted, ranges).entries())
          expect(count).toBe(shownWith(events, filter, { lengths: ranges[index] ?? ANY_LENGTH }));
        const distances = countDistances(counted);
        const choices = distanceChoices(events, filter.sport);
        for (const choice of [...choices.lengths, ...choices.named])
          expect(distances.get(choiceKey(choice)) ?? 0).toBe(
            shownWith(events, filter, { lengths: ANY_LENGTH, distance: [choice] }),
          );
      }),
    );
  });
});

test('sameEventKey is equal for the same day, folded name and folded ort', () => {
  const key = sameEventKey(event({}));
  expect(sameEventKey(event({ event_name: ' GÖTEBORGSVARVET ', ort: 'göteborg' }))).toBe(key);
  expect(sameEventKey(event({ ort: null }))).not.toBe(key);
  expect(sameEventKey(event({ event_date: '2027-05-23' }))).not.toBe(key);
});
