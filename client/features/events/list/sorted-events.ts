import type { PublicEvent } from '#src/features/events/contract.ts';
import { compareEvents } from '#src/features/events/rules.ts';

/** The server sends them sorted. Sorting thousands again would be slow. */
const isInOrder = (events: readonly PublicEvent[]) =>
  events.every(({ event_date }, index) => event_date >= (events[index - 1]?.event_date ?? ''));

export const sortedEvents = (events: readonly PublicEvent[]): readonly PublicEvent[] =>
  isInOrder(events) ? events : [...events].sort(compareEvents);
