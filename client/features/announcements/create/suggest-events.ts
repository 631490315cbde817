import type { PublicEvent } from '#src/features/events/contract.ts';

export const SUGGESTIONS_MAX = 10;

export function suggestEvents(events: readonly PublicEvent[], query: string) {
  const term = query.trim().toLowerCase();
  const matches: PublicEvent[] = [];
  for (const event of events) {
    if (!event.event_name.toLowerCase().includes(term) && !event.ort?.toLowerCase().includes(term)) continue;
    matches.push(event);
    if (matches.length > SUGGESTIONS_MAX) break;
  }
  return { suggestions: matches.slice(0, SUGGESTIONS_MAX), hasMore: matches.length > SUGGESTIONS_MAX };
}
