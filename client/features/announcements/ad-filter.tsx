import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { AnnouncementFilter } from '../../../src/features/announcements/rules';
import { formatDay } from '../../../src/shared/dates';
import { formatCount } from '../../../src/shared/text';
import { SearchForm } from '../../ui/search-form';
import { Segmented } from '../../ui/segmented';
import type { MarketView } from './market-view';

type Type = AnnouncementFilter['type'];

/** The labels differ from those on the ads. */
const TYPE_OPTIONS: readonly [Type, string][] = [
  ['all', 'Alla'],
  ['sale', 'Till salu/Säljes'],
  ['wanted', 'Söker'],
];

type Props = {
  view: MarketView;
  filter: AnnouncementFilter;
  onChange: (part: Partial<AnnouncementFilter>) => void;
  children: ReactNode;
};

export function AdFilter({ view, filter, onChange, children }: Props) {
  return (
    <SearchForm className="ad-filter" label="Filtrera annonser">
      <EventSelect view={view} filter={filter} onChange={(event) => onChange({ event })} />
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
      {children}
    </SearchForm>
  );
}

type EventSelectProps = Pick<Props, 'view' | 'filter'> & { onChange: (event: string) => void };

function EventSelect({ view: { choices, typeCount: ofType }, filter, onChange }: EventSelectProps) {
  const id = useId();
  const isListed = filter.event === '' || choices.some(({ key }) => key === filter.event);
  const names = choices.map(({ name }) => name);
  const isAmbiguous = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  return (
    <div className="ad-filter-event">
      <label className="ad-filter-label" htmlFor={id}>
        Evenemang
      </label>
      <select
        className="ad-filter-select"
        id={id}
        name="event"
        value={filter.event}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="">Alla evenemang ({formatCount(ofType)})</option>
        {/* The URL may name an event that has no ads any more. */}
        {!isListed && <option value={filter.event}>Evenemang utan annonser (0)</option>}
        {choices.map(({ key, name, date, count }) => (
          <option key={key} value={key}>
            {name}
            {isAmbiguous(name) && `, ${formatDay(date)}`} ({formatCount(count)})
          </option>
        ))}
      </select>
      <ChevronDown size={20} aria-hidden="true" />
    </div>
  );
}
