import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  FilterCell,
  FilterSearchCell,
  FilterSelectCell,
  FilterStripControls,
} from '#client/ui/filter-controls.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { useIsWideAfterHydration } from '#client/ui/use-media.ts';
import { type AnnouncementFilter, SORTS } from '#src/features/announcements/filter/rules.ts';
import { formatCount } from '#src/shared/text.ts';
import { EventOptions, LandskapOptions, SportOptions } from './filter-options.tsx';
import { FilterSheet } from './filter-sheet.tsx';
import { digitsOf, readPrice, writePrice } from './filter-url.ts';
import type { MarketView } from './market-view.ts';
import type { ChangeFilter } from './use-market.ts';
import { FiltersWithoutScript } from './without-script.tsx';

/** They differ from the labels on the ads. */
const TYPE_OPTIONS: readonly [AnnouncementFilter['type'], string][] = [
  ['all', 'Alla'],
  ['sale', 'Till salu/Säljes'],
  ['wanted', 'Söker'],
];

const SORT_LABELS: Record<AnnouncementFilter['sort'], string> = {
  newest: 'Nyast först',
  price: 'Lägst pris först',
  date: 'Loppets datum',
};

const SEARCH_HINT = 'Lopp, ort eller sport';

type Props = {
  view: MarketView;
  filter: AnnouncementFilter;
  onChange: ChangeFilter;
  onClear: () => void;
  /** The number of ads. */
  children: ReactNode;
};

export function AdFilter({ view, filter, onChange, onClear, children }: Props) {
  const isWide = useIsWideAfterHydration();
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers from 2022 do not support the search element
    <div className="ad-filter" role="search" aria-label="Filtrera annonser">
      {isWide !== false && <FilterBar view={view} filter={filter} onChange={onChange} />}
      {isWide !== true && <FilterStrip view={view} filter={filter} onChange={onChange} onClear={onClear} />}
      {/* For browsers without scripts. The bar and the strip are outside, because both have a search field. */}
      <form className="ad-filter-form" onSubmit={(event) => event.preventDefault()}>
        <FiltersWithoutScript filter={filter} />
        <Segmented
          className="ad-filter-types"
          legend="Typ av annons"
          name="type"
          value={filter.type}
          onChange={(type) => onChange({ type })}
          options={TYPE_OPTIONS.map(([value, label]) => ({
            value,
            label: (
              <>
                {label} <span className="ad-filter-count">{formatCount(view.byType[value])}</span>
              </>
            ),
          }))}
        />
        <div className="ad-filter-row">
          {children}
          <SortSelect value={filter.sort} onChange={(sort) => onChange({ sort })} />
        </div>
      </form>
    </div>
  );
}

type PartProps = Pick<Props, 'view' | 'filter' | 'onChange'>;

function FilterBar({ view, filter, onChange }: PartProps) {
  return (
    <div className="ad-filter-bar">
      <FilterSearchCell q={filter.q} placeholder={SEARCH_HINT} onSearch={(q) => onChange({ q })} />
      <FilterSelectCell
        label="Evenemang"
        name="event"
        value={filter.event}
        onChange={(event) => onChange({ event })}
      >
        <EventOptions events={view.events} chosen={filter.event} />
      </FilterSelectCell>
      <FilterSelectCell
        label="Sport"
        name="sport"
        value={filter.sport}
        onChange={(sport) => onChange({ sport })}
      >
        <SportOptions sports={view.sports} chosen={filter.sport} />
      </FilterSelectCell>
      <FilterSelectCell
        label="Landskap"
        name="landskap"
        value={filter.landskap}
        onChange={(landskap) => onChange({ landskap })}
      >
        <LandskapOptions landskap={view.landskap} chosen={filter.landskap} />
      </FilterSelectCell>
      <FilterCell label="Högsta pris" icon="SEK">
        {(id) => (
          <input
            className="filter-cell-control"
            id={id}
            name="max_price"
            inputMode="numeric"
            autoComplete="off"
            placeholder="Alla"
            value={writePrice(filter.max_price)}
            onChange={(event) => onChange({ max_price: readPrice(digitsOf(event.target.value)) })}
          />
        )}
      </FilterCell>
    </div>
  );
}

/** On phones, rarely used filters are in a sheet. */
function FilterStrip(props: Pick<Props, 'view' | 'filter' | 'onChange' | 'onClear'>) {
  const { filter, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const { event, sport, landskap, max_price } = filter;
  const count = [event, sport, landskap, max_price ?? ''].filter((value) => value !== '').length;
  return (
    <div className="filter-strip ad-filter-strip">
      <FilterStripControls
        q={filter.q}
        placeholder={SEARCH_HINT}
        onSearch={(q) => onChange({ q })}
        filterCount={count}
        onOpen={() => setOpen(true)}
      />
      {isOpen && <FilterSheet {...props} onClose={() => setOpen(false)} />}
    </div>
  );
}

type SortProps = {
  value: AnnouncementFilter['sort'];
  onChange: (sort: AnnouncementFilter['sort']) => void;
};

function SortSelect({ value, onChange }: SortProps) {
  return (
    <span className="ad-filter-sort">
      <select
        name="sort"
        aria-label="Sortera"
        value={value}
        onChange={(event) => onChange(event.target.value as AnnouncementFilter['sort'])}
      >
        {SORTS.map((sort) => (
          <option key={sort} value={sort}>
            {SORT_LABELS[sort]}
          </option>
        ))}
      </select>
      <ChevronDown size={18} aria-hidden="true" />
    </span>
  );
}
