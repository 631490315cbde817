import type { PublicEvent } from '../../../src/features/events/contract';
import type { EventFilter } from '../../../src/features/events/rules';
import { PUBLIC_SPORTS } from '../../../src/shared/sports';

/** What the filter card of a desktop and the sheet of a phone are given. */
export type FilterProps = {
  filter: EventFilter;
  onChange: (change: Partial<EventFilter>) => void;
  /** Choosing a sport also drops the distances that do not belong to it (section 4). */
  onSport: (sport: string) => void;
  /** Those whose distances can be chosen (D34). */
  events: readonly PublicEvent[];
};

/** The sports to choose among; one that a shared link asks for is there too, so that the choice shows. */
export function sportsFor(chosen: string): string[] {
  const offered: string[] = [...PUBLIC_SPORTS];
  return !chosen || offered.includes(chosen) ? offered : [...offered, chosen];
}
