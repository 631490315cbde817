import type { PublicEvent } from '../../../../src/features/events/contract';
import { PUBLIC_SPORTS } from '../../../../src/shared/sports';
import type { ChangeUrl } from '../../../platform/navigation/use-url-state';
import type { EventFilter, FilterContext } from './filter';

export type FilterProps = {
  filter: EventFilter;
  onChange: ChangeUrl<EventFilter>;
  /** Sets the sport and removes distances that it does not have. */
  onSport: (sport: string) => void;
  events: readonly PublicEvent[];
  context: FilterContext<PublicEvent>;
};

/** A sport from a shared link is added, so that the choice is visible. */
export function sportsFor(chosen: string): string[] {
  const sports: string[] = [...PUBLIC_SPORTS];
  return !chosen || sports.includes(chosen) ? sports : [...sports, chosen];
}
