import type { ListedEvent } from '#src/features/events/list/contract.ts';
import { compareEvents } from '#src/features/events/rules.ts';

/** The server sends them sorted. Sorting thousands again would be slow. */
const isInOrder = (events: readonly ListedEvent[]) =>
  events.every(({ event_date }, index) => event_date >= (events[index - 1]?.event_date ?? ''));

export const sortedEvents = <Event extends ListedEvent>(events: readonly Event[]): readonly Event[] =>
  isInOrder(events) ? events : [...events].sort(compareEvents);
