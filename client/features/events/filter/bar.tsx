import { ChevronDown, Search } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { LANDSKAP } from '../../../../src/shared/landskap';
import { Popover } from '../../../ui/popover';
import { SearchForm } from '../../../ui/search-form';
import { DATE_LABELS, hasPeriod } from './active';
import { formatRange } from './date-range';
import { formatLengths, isAnyLength } from './distance';
import type { EventFilter } from './filter';
import { DistanceOptions, PeriodOptions } from './lazy-options';
import { DateChoice } from './month-chips';
import { type FilterProps, sportsFor } from './props';
import { FiltersWithoutScript } from './without-script';

/** The filters on a wide screen: one cell each, whose choices open under it. */
export function FilterBar(props: FilterProps) {
  const { filter, onChange, onSport, context } = props;
  return (
    <SearchForm className="filter-bar" label="Filtrera evenemang">
      <SearchCell value={filter.q} onChange={(q) => onChange({ q })} />
      <PopoverCell label="Datum" value={dateText(filter, context.today)}>
        <DateChoice {...props} />
        <PeriodOptions {...props} />
      </PopoverCell>
      <SelectCell label="Sport" name="sport" value={filter.sport} onChange={onSport}>
        <option value="">Alla sporter</option>
        {sportsFor(filter.sport).map((sport) => (
          <option key={sport}>{sport}</option>
        ))}
      </SelectCell>
      <PopoverCell label="Distans" value={distanceText(filter)}>
        <DistanceOptions {...props} />
      </PopoverCell>
      <SelectCell
        label="Landskap"
        name="landskap"
        value={filter.landskap}
        onChange={(landskap) => onChange({ landskap })}
      >
        <option value="">Alla landskap</option>
        {LANDSKAP.map((landskap) => (
          <option key={landskap}>{landskap}</option>
        ))}
      </SelectCell>
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

function SearchCell({ value, onChange }: { value: string; onChange: (q: string) => void }) {
  const id = useId();
  return (
    <div className="filter-cell">
      <label className="filter-cell-label" htmlFor={id}>
        Sök
      </label>
      <input
        className="filter-cell-control"
        id={id}
        type="search"
        name="q"
        value={value}
        placeholder="Lopp, ort eller arrangör"
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
      />
      <Search className="filter-cell-icon" size={20} aria-hidden="true" />
    </div>
  );
}

type SelectCellProps = {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
};

function SelectCell({ label, name, value, onChange, children }: SelectCellProps) {
  const id = useId();
  return (
    <div className="filter-cell">
      <label className="filter-cell-label" htmlFor={id}>
        {label}
      </label>
      <select
        className="filter-cell-control filter-cell-choice"
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      >
        {children}
      </select>
      <ChevronDown className="filter-cell-icon" size={18} aria-hidden="true" />
    </div>
  );
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
          <ChevronDown className="filter-cell-icon" size={18} aria-hidden="true" />
        </>
      )}
    >
      <div className="filter-panel">{children}</div>
    </Popover>
  );
}
