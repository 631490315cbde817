import type { PublicEvent } from '../../../../src/features/events/contract';

/** At most so many suggestions are shown (section 9). */
export const SUGGESTIONS_MAX = 10;

/**
 * The events whose name or ort has `query` in it, whatever its case, in the order given (section 2). One more than is
 * shown tells that there are more.
 */
export function suggestEvents(events: readonly PublicEvent[], query: string) {
  const sought = query.trim().toLowerCase();
  const hits: PublicEvent[] = [];
  for (const event of events) {
    if (!event.event_name.toLowerCase().includes(sought) && !event.ort?.toLowerCase().includes(sought))
      continue;
    hits.push(event);
    if (hits.length > SUGGESTIONS_MAX) break;
  }
  return { shown: hits.slice(0, SUGGESTIONS_MAX), hasMore: hits.length > SUGGESTIONS_MAX };
}
