import fc from 'fast-check';
import type { PublicEvent } from '#src/features/events/contract.ts';
import { createFilter, type EventFilter, NO_FILTER } from '#src/features/events/filter/filter.ts';
import { SPORTS } from '#src/shared/sports.ts';
import { eventOf } from './events.ts';

export const event = (part: Partial<PublicEvent>) =>
  eventOf({
    id: '01',
    event_name: 'Göteborgsvarvet',
    distances: '21,1 km',
    ort: 'Göteborg',
    landskap: 'Västergötland',
    ...part,
  });

export const passes = (one: PublicEvent, filter: Partial<EventFilter>, today = '2027-01-01') =>
  createFilter({ ...NO_FILTER, ...filter }, { today })(one);

/** A length in km, a time or a name. */
export type Meaning = { km: number } | { hours: number } | { name: string };
export const MEANINGS: Record<string, Meaning> = {
  '5 km': { km: 5 },
  '5000 m': { km: 5 },
  '10 km': { km: 10 },
  '10,05 km': { km: 10.05 },
  '2,01 mil': { km: 20.1 },
  '21,0975 km': { km: 21.0975 },
  '21,1 km': { km: 21.1 },
  '42,2 km': { km: 42.2 },
  '5 mil': { km: 50 },
  '800 m': { km: 0.8 },
  Sprint: { name: 'Sprint' },
  '6 timmar': { hours: 6 },
  '6 h': { hours: 6 },
  '24 h': { hours: 24 },
};
/** In km, for most sports. */
export const BARE_NUMBERS: Record<string, number> = {
  '24': 24,
  '5': 5,
  '70.3': 70.3,
  '140.6': 0.1406,
  '800': 0.8,
};
const DISTANCES = [...Object.keys(MEANINGS), ...Object.keys(BARE_NUMBERS)];

const PLACES = ['Dalarna', 'Skåne', null] as const;
export const dayIn2027 = fc
  .integer({ min: 0, max: 364 })
  .map((days) => new Date(Date.UTC(2027, 0, 1 + days)).toISOString().slice(0, 10));
export const anyEvent = fc
  .record({
    sport_type: fc.constantFrom(...SPORTS),
    distances: fc
      .uniqueArray(fc.constantFrom(...DISTANCES), { minLength: 1, maxLength: 4 })
      .map((list) => list.join(', ')),
    landskap: fc.constantFrom(...PLACES),
    event_date: dayIn2027,
    days: fc.integer({ min: 0, max: 40 }),
  })
  .map(({ days, ...part }) => {
    const last = new Date(`${part.event_date}T00:00:00Z`);
    last.setUTCDate(last.getUTCDate() + days);
    return event({ ...part, event_end_date: days === 0 ? null : last.toISOString().slice(0, 10) });
  });
export const anyEvents = fc.array(anyEvent, { maxLength: 12 });
const rangeEnd = fc.option(fc.constantFrom(0, 0.8, 5, 10, 10.05, 10.1, 20, 20.1, 21, 21.1, 42.2, 50));
export const anyLengths = fc
  .tuple(rangeEnd, rangeEnd)
  .map(([a, b]) =>
    a !== null && b !== null ? { min: Math.min(a, b), max: Math.max(a, b) } : { min: a, max: b },
  );
export const keysOf = (list: readonly PublicEvent[]) =>
  list.map((one) => one.event_date + one.distances + one.sport_type);
