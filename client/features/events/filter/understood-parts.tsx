import { useToday } from '#client/platform/page/clock.ts';
import { Chip } from '#client/ui/badge.tsx';
import { understoodFilters } from '#src/features/events/filter/active.ts';
import type { Understood } from '#src/features/events/search/understand.ts';

type Props = {
  understood: Understood;
  /** The address of the page with another search. */
  hrefOf: (q: string) => string;
  onSearch: (q: string) => void;
};

/** What a search was understood as. Each part can be removed, also without scripts. */
export function UnderstoodParts({ understood, hrefOf, onSearch }: Props) {
  const parts = understoodFilters(understood, useToday());
  if (parts.length === 0) return null;
  return (
    <ul className="filter-active-list" aria-label="Tolkat som">
      {parts.map(({ key, label, q }, index) => (
        <li key={key}>
          {index === 0 && <span className="filter-understood">Tolkat som</span>}
          <Chip
            label={label}
            removeLabel={`Ta bort ${label} ur sökningen`}
            removeHref={hrefOf(q)}
            onRemove={() => onSearch(q)}
          />
        </li>
      ))}
    </ul>
  );
}
