import { ChevronDown, Search, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Counter } from './badge.tsx';
import { Button } from './button.tsx';
import { TextInput } from './inputs.tsx';

type CellProps = { label: string; icon: ReactNode; children: (id: string) => ReactNode };

/** A part of a filter bar on a wide screen: a label above its control, and an icon. */
export function FilterCell({ label, icon, children }: CellProps) {
  const id = useId();
  return (
    <div className="filter-cell">
      <label className="filter-cell-label" htmlFor={id}>
        {label}
      </label>
      {children(id)}
      <span className="filter-cell-icon">{icon}</span>
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

export function FilterSelectCell({ label, name, value, onChange, children }: SelectCellProps) {
  return (
    <FilterCell label={label} icon={<ChevronDown size={18} aria-hidden="true" />}>
      {(id) => (
        <select
          className="filter-cell-control filter-cell-choice"
          id={id}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {children}
        </select>
      )}
    </FilterCell>
  );
}

type SearchCellProps = { q: string; placeholder: string; onSearch: (q: string) => void };

export function FilterSearchCell({ q, placeholder, onSearch }: SearchCellProps) {
  return (
    <FilterCell label="Sök" icon={<Search size={20} aria-hidden="true" />}>
      {(id) => (
        <input
          className="filter-cell-control"
          id={id}
          type="search"
          name="q"
          value={q}
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => onSearch(event.target.value)}
        />
      )}
    </FilterCell>
  );
}

type StripProps = SearchCellProps & {
  /** Number of filters that are set in the sheet. */
  filterCount: number;
  onOpen: () => void;
};

/** On a phone: a search field, and a button that opens the sheet with the other filters. */
export function FilterStripControls({ q, placeholder, onSearch, filterCount, onOpen }: StripProps) {
  return (
    <>
      <div className="filter-search">
        <Search size={20} aria-hidden="true" />
        <TextInput
          type="search"
          name="q"
          aria-label="Sök"
          placeholder={placeholder}
          autoComplete="off"
          enterKeyHint="search"
          value={q}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
      <Button
        className="filter-open"
        aria-haspopup="dialog"
        icon={<SlidersHorizontal size={20} aria-hidden="true" />}
        onClick={onOpen}
      >
        Filter
        {filterCount > 0 && <Counter count={filterCount} loud />}
      </Button>
    </>
  );
}
