import { useState } from 'react';
import { FilterStripControls } from '#client/ui/filter-controls.tsx';
import { SearchForm } from '#client/ui/search-form.tsx';
import { activeFilters } from '#src/features/events/filter/active.ts';
import { FilterSheet, type FilterSheetProps } from './sheet.tsx';
import { FiltersWithoutScript } from './without-script.tsx';

type Props = Omit<FilterSheetProps, 'open' | 'onClose'>;

/** The filters on a phone: a search field, and a button that opens the rest. */
export function FilterStrip(props: Props) {
  const { filter, onChange, context } = props;
  const [open, setOpen] = useState(false);
  const sheetFilterCount = activeFilters({ ...filter, q: '' }, context.today).length;
  return (
    <SearchForm className="filter-strip" label="Filtrera evenemang">
      <FilterStripControls
        q={filter.q}
        placeholder="Sök lopp eller ort"
        onSearch={(q) => onChange({ q })}
        filterCount={sheetFilterCount}
        onOpen={() => setOpen(true)}
      />
      <FiltersWithoutScript filter={filter} addsLists />
      <FilterSheet {...props} open={open} onClose={() => setOpen(false)} />
    </SearchForm>
  );
}
