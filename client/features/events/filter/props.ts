import type { ChangeUrl } from '#client/platform/navigation/use-url-state.ts';
import type { EventFilter, FilterContext } from '#src/features/events/filter/filter.ts';
import type { ListedEvent } from '#src/features/events/list/contract.ts';
import { PUBLIC_SPORTS } from '#src/shared/sports.ts';

export type FilterProps = {
  filter: EventFilter;
  onChange: ChangeUrl<EventFilter>;
  /** Sets the sport and removes distances that it does not have. */
  onSport: (sport: string) => void;
  events: readonly ListedEvent[];
  context: FilterContext<ListedEvent>;
};

/** A sport from a shared link is added, so that the choice is visible. */
export function sportsFor(chosen: string): string[] {
  const sports: string[] = [...PUBLIC_SPORTS];
  return !chosen || sports.includes(chosen) ? sports : [...sports, chosen];
}
