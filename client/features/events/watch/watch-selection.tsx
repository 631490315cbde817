import type { ButtonProps } from '#client/ui/button.tsx';
import type { EventFilter } from '#src/features/events/filter/filter.ts';
import type { Understood } from '#src/features/events/search/understand.ts';
import { WatchButton } from './watch-button.tsx';
import { watchedSelection } from './watched-selection.ts';

type Props = Pick<ButtonProps, 'kind'> & {
  filter: EventFilter;
  understood: Understood;
  today: string;
  text: string;
};

/** Nothing without a selection, or for a period that is over. */
export function WatchSelection({ filter, understood, today, ...look }: Props) {
  const search = watchedSelection(filter, understood, today);
  return search && <WatchButton watched={{ search }} {...look} />;
}
