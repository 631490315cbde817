import { ChevronDown, MapPin } from 'lucide-react';
import { Popover } from '#client/ui/popover.tsx';
import { nameOfNear } from '#src/features/events/filter/active.ts';
import { NearOptions } from './lazy-options.ts';
import type { FilterProps } from './props.ts';

type Props = Pick<FilterProps, 'filter' | 'onChange'>;

export function NearPopover({ filter, onChange }: Props) {
  const { near, within } = filter;
  return (
    <Popover
      className="popover near-popover"
      label="Nära"
      trigger={(props) => (
        <button {...props} type="button" className="filter-chip near-open" aria-pressed={!!near}>
          <MapPin size={17} aria-hidden="true" />
          {near ? `Nära ${nameOfNear(near)}, ${within} km` : 'Nära …'}
          <ChevronDown size={16} aria-hidden="true" />
        </button>
      )}
    >
      <div className="filter-panel">
        <NearOptions filter={filter} onChange={onChange} />
      </div>
    </Popover>
  );
}
