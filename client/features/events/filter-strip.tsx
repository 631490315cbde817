import { Search, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Counter } from '../../ui/badge';
import { Button } from '../../ui/button';
import { TextInput } from '../../ui/inputs';
import { SearchForm } from '../../ui/search-form';
import { activeFilters } from './active-filters';
import { FilterSheet, type FilterSheetProps } from './filter-sheet';

type Props = Omit<FilterSheetProps, 'open' | 'onClose'>;

export function FilterStrip(props: Props) {
  const { filter, onChange } = props;
  const [open, setOpen] = useState(false);
  const sheetFilterCount = activeFilters({ ...filter, q: '' }).length;
  return (
    <SearchForm className="filter-strip" label="Filtrera evenemang">
      <div className="filter-search">
        <Search size={20} aria-hidden="true" />
        <TextInput
          type="search"
          name="q"
          aria-label="Sök"
          placeholder="Sök evenemang"
          autoComplete="off"
          enterKeyHint="search"
          value={filter.q}
          onChange={(event) => onChange({ q: event.target.value })}
        />
      </div>
      <Button
        className="filter-open"
        aria-haspopup="dialog"
        icon={<SlidersHorizontal size={20} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        Filter
        {sheetFilterCount > 0 && <Counter count={sheetFilterCount} loud />}
      </Button>
      <FilterSheet {...props} open={open} onClose={() => setOpen(false)} />
    </SearchForm>
  );
}
