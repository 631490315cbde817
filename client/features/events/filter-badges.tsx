import type { ReactNode } from 'react';
import type { EventFilter } from '../../../src/features/events/rules';
import { Chip } from '../../ui/badge';
import { Button } from '../../ui/button';
import { activeFilters } from './active-filters';

type Props = {
  filter: EventFilter;
  onChange: (change: Partial<EventFilter>) => void;
  onClear: () => void;
  children?: ReactNode;
};

/** The active filters as badges that can be taken away one by one, or all (section 2). */
export function FilterBadges({ filter, onChange, onClear, children }: Props) {
  const active = activeFilters(filter);
  return (
    <div className="filter-active">
      {active.length > 0 && (
        <>
          <ul aria-label="Aktiva filter">
            {active.map(({ key, label, without }) => (
              <li key={key}>
                <Chip
                  label={label}
                  removeLabel={`Ta bort filter ${label}`}
                  onRemove={() => onChange(without)}
                />
              </li>
            ))}
          </ul>
          <Button kind="link" onClick={onClear}>
            Rensa Alla
          </Button>
        </>
      )}
      {children}
    </div>
  );
}
