import { type DateFilter, type EventFilter, NO_FILTER } from '../../../src/features/events/rules';
import { DISTANCE_MAX } from '../../../src/shared/distances';
import { landskapNamed } from '../../../src/shared/landskap';
import { sportNamed } from '../../../src/shared/sports';

const DATES: readonly DateFilter[] = ['all', 'upcoming', 'past'];

const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
const SEARCH_MAX = 200;

const isDistance = (text: string) =>
  !!text.trim() && text.length <= DISTANCE_MAX && text.search(INVISIBLE) === -1;

export function readFilter(params: URLSearchParams): EventFilter {
  const date = params.get('date');
  return {
    q: (params.get('q') ?? '').replace(INVISIBLE, '').slice(0, SEARCH_MAX),
    date: DATES.find((choice) => choice === date) ?? NO_FILTER.date,
    sport: sportNamed(params.get('sport') ?? '') ?? '',
    distance: [...new Set(params.getAll('distance').filter(isDistance))],
    landskap: landskapNamed(params.get('landskap') ?? '') ?? '',
  };
}

export function writeFilter(filter: EventFilter): string {
  const params = new URLSearchParams();
  if (filter.q.trim()) params.set('q', filter.q);
  if (filter.date !== NO_FILTER.date) params.set('date', filter.date);
  if (filter.sport) params.set('sport', filter.sport);
  for (const distance of filter.distance) params.append('distance', distance);
  if (filter.landskap) params.set('landskap', filter.landskap);
  return params.toString();
}
