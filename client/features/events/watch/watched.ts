import type { ListedEvent } from '#src/features/events/list/contract.ts';
import { isWatchable } from '#src/features/events/rules.ts';
import type { WatchKind } from '#src/features/watches/contract.ts';

export type WatchedEvent = Pick<
  ListedEvent,
  'id' | 'event_name' | 'event_date' | 'event_end_date' | 'status' | 'url' | 'distances'
>;

export type WatchedSearch = {
  /** Of the calendar. */
  query: string;
  /** Such as `Löpning i Skåne`. */
  name: string;
  /** The selection is near the visitor, whose position is not watched. */
  leavesOutPosition?: boolean;
};

/** `kind` is the choice that the dialog starts with, and `max_price` that of its ads. */
export type Watched =
  | { search: WatchedSearch }
  | { event: WatchedEvent; kind?: WatchKind; max_price?: number | null };

/** What there is to watch about an event. Empty for a race that is over and has no series. */
export function kindsOf(event: WatchedEvent, today: string): WatchKind[] {
  const isToCome = isWatchable(event, today);
  return [
    ...(isToCome ? ['event' as const] : []),
    // An event without a series has no page.
    ...(event.url ? ['series' as const] : []),
    ...(isToCome && event.status === 'scheduled' ? ['market_sale' as const, 'market_wanted' as const] : []),
  ];
}
