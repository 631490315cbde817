import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { FilterSearchCell, FilterSelectCell } from '#client/ui/filter-controls.tsx';
import { Popover } from '#client/ui/popover.tsx';
import { SearchForm } from '#client/ui/search-form.tsx';
import { DATE_LABELS, hasPeriod } from '#src/features/events/filter/active.ts';
import { formatRange } from '#src/features/events/filter/date-range.ts';
import { formatLengths, isAnyLength } from '#src/features/events/filter/distance.ts';
import type { EventFilter } from '#src/features/events/filter/filter.ts';
import { LANDSKAP } from '#src/shared/landskap.ts';
import { DistanceOptions, PeriodOptions } from './lazy-options.ts';
import { DateChoice } from './month-chips.tsx';
import { type FilterProps, sportsFor } from './props.ts';
import { FiltersWithoutScript } from './without-script.tsx';

/** The filters on a wide screen. Each is a cell, and its choices open below it. */
export function FilterBar(props: FilterProps) {
  const { filter, onChange, onSport, context } = props;
  return (
    <SearchForm className="filter-bar" label="Filtrera evenemang">
      <FilterSearchCell
        q={filter.q}
        placeholder="Lopp, ort eller arrangör"
        onSearch={(q) => onChange({ q })}
      />
      <PopoverCell label="Datum" value={dateText(filter, context.today)}>
        <DateChoice {...props} />
        <PeriodOptions {...props} />
      </PopoverCell>
      <FilterSelectCell label="Sport" name="sport" value={filter.sport} onChange={onSport}>
        <option value="">Alla sporter</option>
        {sportsFor(filter.sport).map((sport) => (
          <option key={sport}>{sport}</option>
        ))}
      </FilterSelectCell>
      <PopoverCell label="Distans" value={distanceText(filter)}>
        <DistanceOptions {...props} />
      </PopoverCell>
      <FilterSelectCell
        label="Landskap"
        name="landskap"
        value={filter.landskap}
        onChange={(landskap) => onChange({ landskap })}
      >
        <option value="">Alla landskap</option>
        {LANDSKAP.map((landskap) => (
          <option key={landskap}>{landskap}</option>
        ))}
      </FilterSelectCell>
      <FiltersWithoutScript filter={filter} />
    </SearchForm>
  );
}

const dateText = (filter: EventFilter, today: string) =>
  hasPeriod(filter) ? formatRange(filter.period, today) : DATE_LABELS[filter.date];

function distanceText({ distance, lengths }: EventFilter): string {
  const hasRange = !isAnyLength(lengths);
  if (distance.length === 0) return hasRange ? formatLengths(lengths) : 'Alla distanser';
  return distance.length === 1 && !hasRange
    ? (distance[0] ?? '')
    : `${distance.length + (hasRange ? 1 : 0)} valda`;
}

type PopoverCellProps = { label: string; value: string; children: ReactNode };

function PopoverCell({ label, value, children }: PopoverCellProps) {
  const id = useId();
  return (
    <Popover
      className="popover filter-cell"
      label={label}
      trigger={(props) => (
        <>
          <span className="filter-cell-label" id={id}>
            {label}
          </span>
          <button
            {...props}
            type="button"
            className="filter-cell-control filter-cell-choice"
            aria-labelledby={`${id} ${id}-value`}
          >
            <span id={`${id}-value`}>{value}</span>
          </button>
          <span className="filter-cell-icon">
            <ChevronDown size={18} aria-hidden="true" />
          </span>
        </>
      )}
    >
      <div className="filter-panel">{children}</div>
    </Popover>
  );
}
