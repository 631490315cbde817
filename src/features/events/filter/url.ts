import { isDay } from '#src/shared/dates.ts';
import { DISTANCE_MAX } from '#src/shared/distances.ts';
import { landskapNamed } from '#src/shared/landskap.ts';
import { sportNamed } from '#src/shared/sports.ts';
import { SEARCH_MAX } from '../search/limits.ts';
import type { DateRange } from './date-range.ts';
import { type LengthRange, orderedRange, parseLength } from './distance.ts';
import { DATE_FILTERS, type EventFilter, NO_FILTER } from './filter.ts';
import { RADIUS_MAX_KM } from './place.ts';

const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}]/gu;
const PLACE_MAX_LENGTH = 100;
/** More than the calendar offers for any sport that has few lengths. Each one is compared with every event. */
const DISTANCES_MAX = 30;

const isDistance = (text: string) =>
  !!text.trim() && text.length <= DISTANCE_MAX && text.search(INVISIBLE_CHARACTERS) === -1;

const readText = (params: URLSearchParams, name: string, max: number) =>
  (params.get(name) ?? '').replace(INVISIBLE_CHARACTERS, '').slice(0, max);

/** Ends in the wrong order are swapped. */
function readPeriod(params: URLSearchParams): DateRange {
  const [from, to] = ['from', 'to'].map((name) => {
    const day = params.get(name) ?? '';
    return isDay(day) ? day : '';
  }) as [string, string];
  return from && to && from > to ? { from: to, to: from } : { from, to };
}

function readLengths(params: URLSearchParams): LengthRange {
  const [min, max] = ['distance_min', 'distance_max'].map(
    (name) => parseLength(params.get(name) ?? '') ?? null,
  ) as [number | null, number | null];
  return orderedRange({ min, max });
}

function readRadius(params: URLSearchParams): number {
  const km = Number(params.get('within'));
  return Number.isInteger(km) && km >= 1 && km <= RADIUS_MAX_KM ? km : NO_FILTER.within;
}

/** A period includes past days unless `date` says otherwise. */
const defaultDate = ({ from, to }: DateRange) => (from || to ? 'all' : NO_FILTER.date);

export function readFilter(params: URLSearchParams): EventFilter {
  const date = params.get('date');
  const period = readPeriod(params);
  const near = readText(params, 'near', PLACE_MAX_LENGTH).trim();
  return {
    q: readText(params, 'q', SEARCH_MAX),
    date: DATE_FILTERS.find((choice) => choice === date) ?? defaultDate(period),
    period,
    sport: sportNamed(params.get('sport') ?? '') ?? '',
    distance: [...new Set(params.getAll('distance').filter(isDistance))].slice(0, DISTANCES_MAX),
    lengths: readLengths(params),
    landskap: landskapNamed(params.get('landskap') ?? '') ?? '',
    registration: params.get('registration') === 'open' ? 'open' : '',
    near,
    within: near ? readRadius(params) : NO_FILTER.within,
    sort: near && params.get('sort') === 'nearest' ? 'nearest' : NO_FILTER.sort,
  };
}

export function writeFilter(filter: EventFilter): string {
  const { q, date, period, sport, distance, lengths, landskap, registration, near, within, sort } = filter;
  const params = new URLSearchParams();
  if (q.trim()) params.set('q', q);
  if (date !== defaultDate(period)) params.set('date', date);
  if (period.from) params.set('from', period.from);
  if (period.to) params.set('to', period.to);
  if (sport) params.set('sport', sport);
  for (const one of distance) params.append('distance', one);
  if (lengths.min !== null) params.set('distance_min', String(lengths.min));
  if (lengths.max !== null) params.set('distance_max', String(lengths.max));
  if (landskap) params.set('landskap', landskap);
  if (registration) params.set('registration', registration);
  if (near) {
    params.set('near', near);
    if (within !== NO_FILTER.within) params.set('within', String(within));
    if (sort !== NO_FILTER.sort) params.set('sort', sort);
  }
  return params.toString();
}
