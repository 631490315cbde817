import { nameOfSelection } from '#src/features/events/filter/active.ts';
import { lastDayOfFilter, watchedFilterOf } from '#src/features/events/filter/feed.ts';
import type { EventFilter } from '#src/features/events/filter/filter.ts';
import { MY_POSITION } from '#src/features/events/filter/place.ts';
import { writeFilter } from '#src/features/events/filter/url.ts';
import type { Understood } from '#src/features/events/search/understand.ts';
import type { WatchedSearch } from './watched.ts';

/** What mails about a selection watch. Undefined without a selection, or for a period that is over. */
export function watchedSelection(
  filter: EventFilter,
  understood: Understood,
  today: string,
): WatchedSearch | undefined {
  const watched = watchedFilterOf(filter);
  const name = nameOfSelection(watched, today);
  const lastDay = lastDayOfFilter(watched, understood);
  if (!name || (lastDay && lastDay < today)) return undefined;
  return { query: writeFilter(watched), name, leavesOutPosition: filter.near === MY_POSITION };
}
