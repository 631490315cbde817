import type { ButtonProps } from '#client/ui/button.tsx';
import { nameOfSelection } from '#src/features/events/filter/active.ts';
import { watchedFilterOf } from '#src/features/events/filter/feed.ts';
import type { EventFilter } from '#src/features/events/filter/filter.ts';
import { MY_POSITION } from '#src/features/events/filter/place.ts';
import { writeFilter } from '#src/features/events/filter/url.ts';
import { WatchButton } from './watch-button.tsx';

type Props = Pick<ButtonProps, 'kind'> & { filter: EventFilter; today: string; text?: string };

/** Nothing without a selection, or for a period that is over. */
export function WatchSelection({ filter, today, ...look }: Props) {
  const watched = watchedFilterOf(filter);
  const name = nameOfSelection(watched, today);
  const { to } = watched.period;
  if (!name || (to && to < today)) return null;
  const leavesOutPosition = filter.near === MY_POSITION;
  return (
    <WatchButton watched={{ search: { query: writeFilter(watched), name, leavesOutPosition } }} {...look} />
  );
}
