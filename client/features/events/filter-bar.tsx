import { ChevronDown, Search } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { DateFilter } from '../../../src/features/events/rules';
import { LANDSKAP } from '../../../src/shared/landskap';
import { Popover } from '../../ui/popover';
import { SearchForm } from '../../ui/search-form';
import { DATE_LABELS } from './active-filters';
import { DistanceOptions } from './distance-options';
import type { FilterProps } from './filter-props';
import { sportsFor } from './filter-props';

export function FilterBar({ filter, onChange, onSport, events }: FilterProps) {
  return (
    <SearchForm className="filter-bar" label="Filtrera evenemang">
      <SearchCell value={filter.q} onChange={(q) => onChange({ q })} />
      <SelectCell
        label="Datum"
        name="date"
        value={filter.date}
        onChange={(date) => onChange({ date: date as DateFilter })}
      >
        {Object.entries(DATE_LABELS).map(([date, label]) => (
          <option key={date} value={date}>
            {label}
          </option>
        ))}
      </SelectCell>
      <SelectCell label="Sport" name="sport" value={filter.sport} onChange={onSport}>
        <option value="">Alla sporter</option>
        {sportsFor(filter.sport).map((sport) => (
          <option key={sport}>{sport}</option>
        ))}
      </SelectCell>
      <DistanceCell events={events} sport={filter.sport} chosen={filter.distance} onChange={onChange} />
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
    </SearchForm>
  );
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
        placeholder="Evenemang eller sport"
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

type DistanceCellProps = Pick<FilterProps, 'events' | 'onChange'> & {
  sport: string;
  chosen: readonly string[];
};

function DistanceCell({ events, sport, chosen, onChange }: DistanceCellProps) {
  const labelId = useId();
  const value = chosen.length === 0 ? 'Alla distanser' : `${chosen.length} valda`;
  return (
    <Popover
      className="popover filter-cell"
      label="Distans"
      trigger={(props) => (
        <>
          <span className="filter-cell-label" id={labelId}>
            Distans
          </span>
          <button
            {...props}
            type="button"
            className="filter-cell-control filter-cell-choice"
            aria-labelledby={`${labelId} ${labelId}-value`}
          >
            <span id={`${labelId}-value`}>{value}</span>
          </button>
          <ChevronDown className="filter-cell-icon" size={18} aria-hidden="true" />
        </>
      )}
    >
      <DistanceOptions events={events} sport={sport} chosen={chosen} onChange={onChange} />
    </Popover>
  );
}
