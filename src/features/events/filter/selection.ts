import type { PublicEvent } from '../contract';
import { isUpcoming } from '../rules';
import { type EventFilter, NO_FILTER } from './filter';
import { readFilter, writeFilter } from './url';

/** Search engines list the calendar by sport, by landskap and by both. Other filters are too many, and too alike. */
export const isListedSelection = (filter: EventFilter): boolean =>
  (!!filter.sport || !!filter.landskap) &&
  writeFilter(filter) === writeFilter({ ...NO_FILTER, sport: filter.sport, landskap: filter.landskap });

/** The queries of the listed selections that have an upcoming event. */
export function listedSelections(events: readonly PublicEvent[], today: string): string[] {
  const pairs = events
    .filter((event) => isUpcoming(event, today))
    .map(({ sport_type, landskap }) => JSON.stringify([sport_type, landskap ?? '']));
  const queries = [...new Set(pairs)].flatMap((pair) => {
    const [sport, landskap]: [string, string] = JSON.parse(pair);
    return [{ sport }, { landskap }, { sport, landskap }].map((selection) =>
      // Reading removes the sports and landskap of old data that are none of ours.
      writeFilter(readFilter(new URLSearchParams(selection as Record<string, string>))),
    );
  });
  return [...new Set(queries)].filter(Boolean).sort();
}
