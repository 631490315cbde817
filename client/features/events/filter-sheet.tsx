import { Search, SlidersHorizontal } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue, useState } from 'react';
import type { DateFilter } from '../../../src/features/events/rules';
import { LANDSKAP } from '../../../src/shared/landskap';
import { formatCount } from '../../../src/shared/text';
import { Counter } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { Select, TextInput } from '../../ui/inputs';
import { SearchForm } from '../../ui/search-form';
import { Segmented } from '../../ui/segmented';
import { activeFilters, DATE_LABELS } from './active-filters';
import { DistanceOptions } from './distance-options';
import { type FilterProps, sportsFor } from './filter-props';
import { SportIcon } from './sport-icon';

type Props = FilterProps & { shown: number; onClear: () => void };

const DATES = Object.entries(DATE_LABELS).map(([value, label]) => ({ value: value as DateFilter, label }));

/** The filters of a phone: a search that sticks, and a sheet with the rest. They apply at once. */
export function FilterStrip(props: Props) {
  const { filter, onChange } = props;
  const [open, setOpen] = useState(false);
  const inSheet = activeFilters({ ...filter, q: '' }).length;
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
        {inSheet > 0 && <Counter count={inSheet} loud />}
      </Button>
      <FilterSheet {...props} open={open} onClose={() => setOpen(false)} />
    </SearchForm>
  );
}

function FilterSheet(props: Props & { open: boolean; onClose: () => void }) {
  const { filter, onChange, onSport, events, shown, onClear, open, onClose } = props;
  return (
    <Dialog
      title="Filter"
      open={open}
      onClose={onClose}
      headExtra={
        <Button kind="link" onClick={onClear}>
          Rensa Alla
        </Button>
      }
      foot={
        <Button kind="primary" large wide onClick={onClose}>
          <span aria-live="polite">Visa {formatCount(shown)} evenemang</span>
        </Button>
      }
    >
      <div className="filter-sheet">
        <h3 className="filter-sheet-title">Datum</h3>
        <Segmented
          legend="Datum"
          name="date"
          value={filter.date}
          options={DATES}
          onChange={(date) => onChange({ date })}
        />
        <h3 className="filter-sheet-title">Sport</h3>
        <SportPills chosen={filter.sport} onSport={onSport} />
        <h3 className="filter-sheet-title">
          Distans{filter.sport && <span className="filter-sheet-of"> · {filter.sport}</span>}
        </h3>
        <Soon>
          <DistanceOptions
            asPills
            events={events}
            sport={filter.sport}
            chosen={filter.distance}
            onChange={onChange}
          />
        </Soon>
        <Field label="Landskap">
          {(wiring) => (
            <Select
              {...wiring}
              name="landskap"
              value={filter.landskap}
              onChange={(event) => onChange({ landskap: event.target.value })}
            >
              <option value="">Alla landskap</option>
              {LANDSKAP.map((landskap) => (
                <option key={landskap}>{landskap}</option>
              ))}
            </Select>
          )}
        </Field>
      </div>
    </Dialog>
  );
}

type SportPillsProps = { chosen: string; onSport: (sport: string) => void };

const SportPills = memo(function SportPills({ chosen, onSport }: SportPillsProps) {
  return (
    <fieldset className="pills">
      <legend className="visually-hidden">Sport</legend>
      {['', ...sportsFor(chosen)].map((sport) => (
        <label key={sport} className="pill choice" data-sport={sport || undefined}>
          <input
            type="radio"
            name="sport"
            value={sport}
            checked={chosen === sport}
            onChange={() => onSport(sport)}
          />
          {sport && <SportIcon sport={sport} size={20} />}
          {sport || 'Alla sporter'}
        </label>
      ))}
    </fieldset>
  );
});

/** Many; the sheet has opened by then. */
function Soon({ children }: { children: ReactNode }) {
  return useDeferredValue(true, false) && children;
}
