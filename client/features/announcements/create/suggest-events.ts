import type { ListedEvent } from '#src/features/events/list/contract.ts';
import { searchOf } from '#src/features/events/search/races.ts';
import { understand } from '#src/features/events/search/understand.ts';

export const SUGGESTIONS_MAX = 10;

/** The form has no positions, so "nära Mora" finds what has the word. */
const isPlace = () => false;

/** The events that the calendar's search finds, best first. All if nothing is typed. */
export function suggestEvents(events: readonly ListedEvent[], query: string, today: string) {
  const scores = searchOf(events).find(understand(query, today, isPlace))?.scores;
  const matches = scores ? [...scores].sort(([, a], [, b]) => a - b).map(([event]) => event) : events;
  return { suggestions: matches.slice(0, SUGGESTIONS_MAX), hasMore: matches.length > SUGGESTIONS_MAX };
}
