import { Select } from '#client/ui/inputs.tsx';
import { SearchForm } from '#client/ui/search-form.tsx';
import { Segmented } from '#client/ui/segmented.tsx';
import { sortOf, sortText } from '#client/ui/sort.ts';
import { useMedia } from '#client/ui/use-media.ts';
import type { DateFilter } from '#src/features/events/filter/filter.ts';
import { SPORTS } from '#src/shared/sports.ts';
import { ColumnsButton } from './columns-button.tsx';
import { SORT_KEYS, SORT_LABELS, SUBSETS } from './table-rules.ts';
import type { useColumns } from './use-columns.ts';
import type { EventTableState } from './use-event-table.ts';

const DATES: { value: DateFilter; label: string }[] = [
  { value: 'all', label: 'Alla' },
  { value: 'upcoming', label: 'Kommande' },
  { value: 'past', label: 'Tidigare' },
];

type Props = { table: EventTableState; columns: ReturnType<typeof useColumns> };

export function EventFilters({ table, columns }: Props) {
  const { sort, changeFilter, sortBy } = table;
  const { date, sport, subset } = table.filter;
  const hasTableHead = useMedia('(min-width: 47.5em)');
  return (
    <SearchForm className="event-filters" label="Filtrera evenemang">
      <Segmented
        legend="Tid"
        name="date"
        value={date}
        options={DATES}
        onChange={(value) => changeFilter({ date: value })}
      />
      <Select
        name="sport"
        aria-label="Sport"
        value={sport}
        onChange={(event) => changeFilter({ sport: event.target.value })}
      >
        <option value="">Alla sporter</option>
        {SPORTS.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Select
        name="subset"
        aria-label="Urval"
        value={subset}
        onChange={(event) =>
          // Only past races can lack a result.
          changeFilter({
            subset: event.target.value,
            ...(event.target.value === 'no_result' && { date: 'past' as const }),
          })
        }
      >
        <option value="">Alla evenemang</option>
        {Object.entries(SUBSETS).map(([name, { label }]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      {hasTableHead && <ColumnsButton columns={columns} />}
      {!hasTableHead && (
        <Select
          name="sort"
          aria-label="Sortera efter"
          value={sortText(sort)}
          onChange={(event) => sortBy(sortOf(event.target.value, SORT_KEYS, sort))}
        >
          {Object.entries(SORT_LABELS).flatMap(([key, label]) => [
            <option key={key} value={key}>
              {label}
            </option>,
            <option key={`-${key}`} value={`-${key}`}>
              {label}, fallande
            </option>,
          ])}
        </Select>
      )}
    </SearchForm>
  );
}
