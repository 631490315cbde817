import type { PublicEvent } from '../../../src/features/events/contract';
import type { EventFilter } from '../../../src/features/events/rules';
import { PUBLIC_SPORTS } from '../../../src/shared/sports';

export type FilterProps = {
  filter: EventFilter;
  onChange: (change: Partial<EventFilter>) => void;
  /** Sets the sport and removes distances that it does not have. */
  onSport: (sport: string) => void;
  events: readonly PublicEvent[];
};

/** A sport from a shared link is added, so that the choice is visible. */
export function sportsFor(chosen: string): string[] {
  const sports: string[] = [...PUBLIC_SPORTS];
  return !chosen || sports.includes(chosen) ? sports : [...sports, chosen];
}
