import type { PublicEvent } from '../../../../src/features/events/contract';

export const SUGGESTIONS_MAX = 10;

export function suggestEvents(events: readonly PublicEvent[], query: string) {
  const term = query.trim().toLowerCase();
  const hits: PublicEvent[] = [];
  for (const event of events) {
    if (!event.event_name.toLowerCase().includes(term) && !event.ort?.toLowerCase().includes(term)) continue;
    hits.push(event);
    if (hits.length > SUGGESTIONS_MAX) break;
  }
  return { shown: hits.slice(0, SUGGESTIONS_MAX), hasMore: hits.length > SUGGESTIONS_MAX };
}
