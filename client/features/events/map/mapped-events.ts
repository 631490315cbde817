import type { CalendarEvent, MappedEvent } from '#src/features/events/list/contract.ts';

const isMapped = (event: CalendarEvent): event is MappedEvent => event.latitude !== null;

const mappedOf = new WeakMap<readonly CalendarEvent[], readonly MappedEvent[]>();

/** Those with a position. The same list for the same events. */
export function mappedEventsOf(events: readonly CalendarEvent[]): readonly MappedEvent[] {
  const mapped = mappedOf.get(events) ?? events.filter(isMapped);
  mappedOf.set(events, mapped);
  return mapped;
}
