import { Search, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Counter } from '../../../ui/badge';
import { Button } from '../../../ui/button';
import { TextInput } from '../../../ui/inputs';
import { SearchForm } from '../../../ui/search-form';
import { activeFilters } from './active';
import { FilterSheet, type FilterSheetProps } from './sheet';
import { FiltersWithoutScript } from './without-script';

type Props = Omit<FilterSheetProps, 'open' | 'onClose'>;

/** The filters on a phone: a search field, and a button that opens the rest. */
export function FilterStrip(props: Props) {
  const { filter, onChange, context } = props;
  const [open, setOpen] = useState(false);
  const sheetFilterCount = activeFilters({ ...filter, q: '' }, context.today).length;
  return (
    <SearchForm className="filter-strip" label="Filtrera evenemang">
      <div className="filter-search">
        <Search size={20} aria-hidden="true" />
        <TextInput
          type="search"
          name="q"
          aria-label="Sök"
          placeholder="Sök lopp eller ort"
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
      <FiltersWithoutScript filter={filter} hasLists />
      <FilterSheet {...props} open={open} onClose={() => setOpen(false)} />
    </SearchForm>
  );
}
