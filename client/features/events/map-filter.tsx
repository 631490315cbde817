import { useId } from 'react';
import type { DateFilter, EventFilter } from '../../../src/features/events/rules';
import { SearchForm } from '../../ui/search-form';
import { Segmented } from '../../ui/segmented';
import { sportsFor } from './filter-props';

const DATES: { value: DateFilter; label: string }[] = [
  { value: 'all', label: 'Alla' },
  { value: 'upcoming', label: 'Kommande' },
  { value: 'past', label: 'Tidigare evenemang' },
];

type Props = {
  filter: Pick<EventFilter, 'date' | 'sport'>;
  onChange: (change: Partial<EventFilter>) => void;
};

export function MapFilter({ filter: { date, sport }, onChange }: Props) {
  const sportId = useId();
  return (
    <SearchForm className="map-filters" label="Filtrera evenemang">
      <Segmented
        legend="Datum"
        name="date"
        value={date}
        options={DATES}
        onChange={(value) => onChange({ date: value })}
      />
      <div className="map-sport">
        <label htmlFor={sportId}>Sport</label>
        <select
          id={sportId}
          name="sport"
          value={sport}
          onChange={(event) => onChange({ sport: event.target.value })}
        >
          <option value="">Alla sporter</option>
          {sportsFor(sport).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
    </SearchForm>
  );
}
