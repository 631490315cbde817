import { useId } from 'react';
import { AD_STATUSES, STATUS_LABELS } from '../../../../src/features/announcements/admin/rules';
import { ANNOUNCEMENT_TYPES, TYPE_LABELS } from '../../../../src/features/announcements/contract';
import { formatDay } from '../../../../src/shared/dates';
import { formatCount } from '../../../../src/shared/text';
import { Select } from '../../../ui/inputs';
import { SearchForm } from '../../../ui/search-form';
import { Segmented } from '../../../ui/segmented';
import type { AdListState } from './use-ad-list';

const TYPES = [
  { value: '', label: 'Alla' },
  ...ANNOUNCEMENT_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] })),
];
const STATUSES = [
  { value: '', label: 'Alla' },
  ...AD_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] })),
];

export function AdFilters({ list }: { list: AdListState }) {
  const { filter, changeFilter } = list;
  return (
    <SearchForm className="admin-ad-filters" label="Filtrera annonser">
      <EventSelect list={list} />
      <Segmented
        legend="Typ"
        name="type"
        value={filter.type}
        options={TYPES}
        onChange={(type) => changeFilter({ type })}
      />
      <Segmented
        legend="Status"
        name="status"
        value={filter.status}
        options={STATUSES}
        onChange={(status) => changeFilter({ status })}
      />
    </SearchForm>
  );
}

function EventSelect({ list: { filter, choices, changeFilter } }: { list: AdListState }) {
  const id = useId();
  const total = choices.reduce((sum, { count }) => sum + count, 0);
  const isKnown = filter.event === '' || choices.some(({ key }) => key === filter.event);
  const names = new Map<string, number>();
  for (const { name } of choices) names.set(name, (names.get(name) ?? 0) + 1);
  return (
    <div className="admin-ad-event">
      <label className="visually-hidden" htmlFor={id}>
        Evenemang
      </label>
      <Select
        id={id}
        name="event"
        value={filter.event}
        onChange={(event) => changeFilter({ event: event.target.value })}
      >
        <option value="">Alla evenemang ({formatCount(total)})</option>
        {/* The URL may name an event that has no ads any more. */}
        {!isKnown && <option value={filter.event}>Evenemang utan annonser (0)</option>}
        {choices.map(({ key, name, date, count }) => (
          <option key={key} value={key}>
            {name}
            {(names.get(name) ?? 0) > 1 && `, ${formatDay(date)}`} ({formatCount(count)})
          </option>
        ))}
      </Select>
    </div>
  );
}
