import { landskapNamed } from '#src/shared/landskap.ts';
import { sportNamed } from '#src/shared/sports.ts';
import type { ListedEvent } from '../list/contract.ts';
import { isUpcoming } from '../rules.ts';
import { type EventFilter, NO_FILTER } from './filter.ts';
import { writeFilter } from './url.ts';

/** Search engines list the calendar by sport, by landskap and by both. Other filters are too many, and too alike. */
export const isListedSelection = (filter: EventFilter): boolean =>
  (!!filter.sport || !!filter.landskap) &&
  writeFilter(filter) === writeFilter({ ...NO_FILTER, sport: filter.sport, landskap: filter.landskap });

/** The queries of the listed selections that have an upcoming event. */
export function listedSelections(
  events: readonly Pick<ListedEvent, 'event_date' | 'event_end_date' | 'sport_type' | 'landskap'>[],
  today: string,
): string[] {
  const upcoming = events.filter((event) => isUpcoming(event, today));
  const examples = new Map(upcoming.map((event) => [`${event.sport_type}|${event.landskap}`, event]));
  const queries = [...examples.values()].flatMap(({ sport_type, landskap: province }) => {
    // Old data may have sports and landskap that are none of ours.
    const [sport, landskap] = [sportNamed(sport_type) ?? '', landskapNamed(province ?? '') ?? ''];
    return [{ sport }, { landskap }, { sport, landskap }].map((selection) =>
      writeFilter({ ...NO_FILTER, ...selection }),
    );
  });
  return [...new Set(queries)].filter(Boolean).sort();
}
