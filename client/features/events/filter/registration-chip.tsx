import { useMemo } from 'react';
import { ChoiceCount } from './choice-count.tsx';
import { countOpenRegistrations } from './facets.ts';
import type { FilterProps } from './props.ts';

/** Absent while no race has an open registration. */
export function RegistrationChip({ filter, onChange, events, context }: FilterProps) {
  const count = useMemo(() => countOpenRegistrations({ events, filter, context }), [events, filter, context]);
  const isChosen = filter.registration === 'open';
  if (count === 0 && !isChosen) return null;
  return (
    <button
      type="button"
      className="filter-chip"
      aria-pressed={isChosen}
      onClick={() => onChange({ registration: isChosen ? '' : 'open' })}
    >
      Anmälan öppen
      <ChoiceCount count={count} />
    </button>
  );
}
