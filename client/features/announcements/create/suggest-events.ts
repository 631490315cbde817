import type { PublicEvent } from '#src/features/events/contract.ts';
import { searchOf } from '#src/features/events/search/races.ts';
import { understand } from '#src/features/events/search/understand.ts';

export const SUGGESTIONS_MAX = 10;

/** Where an event is, the form does not know: "nära Mora" finds what has that word. */
const isPlace = () => false;

/** The events that the calendar's search finds, best first. All if nothing is typed. */
export function suggestEvents(events: readonly PublicEvent[], query: string, today: string) {
  const scores = searchOf(events).find(understand(query, today, isPlace))?.scores;
  const matches = scores ? [...scores].sort(([, a], [, b]) => a - b).map(([event]) => event) : events;
  return { suggestions: matches.slice(0, SUGGESTIONS_MAX), hasMore: matches.length > SUGGESTIONS_MAX };
}
