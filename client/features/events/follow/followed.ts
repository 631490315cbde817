import type { EventFilter } from '#src/features/events/filter/filter.ts';
import type { Watched, WatchedEvent, WatchedSearch } from '../watch/watched.ts';

/**
 * A selection of the calendar, with what mails about it watch if there is anything, or a race. `url` is the path of the
 * page of its edition.
 */
export type Followed =
  | { filter: EventFilter; search: WatchedSearch | undefined }
  | (Extract<Watched, { event: unknown }> & { event: WatchedEvent & { url: string | null } });
