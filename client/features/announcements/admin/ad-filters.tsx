import { useId } from 'react';
import { Select } from '#client/ui/inputs.tsx';
import { SearchForm } from '#client/ui/search-form.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { AD_STATUSES, STATUS_LABELS } from '#src/features/announcements/admin/rules.ts';
import { ANNOUNCEMENT_TYPES, TYPE_LABELS } from '#src/features/announcements/fields.ts';
import { formatDay } from '#src/shared/dates.ts';
import { formatCount } from '#src/shared/text.ts';
import type { AdListState } from './use-ad-list.ts';

const TYPE_OPTIONS = [
  { value: '', label: 'Alla' },
  ...ANNOUNCEMENT_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] })),
];
const STATUS_OPTIONS = [
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
        options={TYPE_OPTIONS}
        onChange={(type) => changeFilter({ type })}
      />
      <Segmented
        legend="Status"
        name="status"
        value={filter.status}
        options={STATUS_OPTIONS}
        onChange={(status) => changeFilter({ status })}
      />
    </SearchForm>
  );
}

function EventSelect({ list: { filter, choices, changeFilter } }: { list: AdListState }) {
  const id = useId();
  const total = choices.reduce((sum, { count }) => sum + count, 0);
  const isListed = filter.event === '' || choices.some(({ key }) => key === filter.event);
  const nameCounts = new Map<string, number>();
  for (const { name } of choices) nameCounts.set(name, (nameCounts.get(name) ?? 0) + 1);
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
        {!isListed && <option value={filter.event}>Evenemang utan annonser (0)</option>}
        {choices.map(({ key, name, date, count }) => (
          <option key={key} value={key}>
            {name}
            {(nameCounts.get(name) ?? 0) > 1 && `, ${formatDay(date)}`} ({formatCount(count)})
          </option>
        ))}
      </Select>
    </div>
  );
}
