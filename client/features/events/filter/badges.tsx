import { memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { ChangeUrl } from '#client/platform/navigation/use-url-state.ts';
import { Chip } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { activeFilters, understoodFilters } from '#src/features/events/filter/active.ts';
import type { EventFilter } from '#src/features/events/filter/filter.ts';
import { writeFilter } from '#src/features/events/filter/url.ts';
import type { Understood } from '#src/features/events/search/understand.ts';

type Props = {
  filter: EventFilter;
  today: string;
  understood: Understood;
  onChange: ChangeUrl<EventFilter>;
  onClear: () => void;
  /** Called when the last badge, which had focus, was removed. */
  onEmptied: () => void;
  children?: ReactNode;
};

export const FilterBadges = memo(function FilterBadges({
  filter,
  today,
  understood,
  onChange,
  onClear,
  onEmptied,
  children,
}: Props) {
  const parts = understoodFilters(understood, today);
  const chosen = activeFilters(parts.length > 0 ? { ...filter, q: '' } : filter, today);
  const active = [...chosen, ...parts];
  const badges = useRef<HTMLUListElement>(null);
  const removedIndex = useRef<number>(undefined);

  useLayoutEffect(() => {
    if (removedIndex.current === undefined) return;
    const nextIndex = Math.min(removedIndex.current, active.length - 1);
    removedIndex.current = undefined;
    const nextButton = badges.current?.querySelectorAll<HTMLElement>('.chip-remove')[nextIndex];
    if (nextButton) nextButton.focus({ preventScroll: true });
    else onEmptied();
  }, [active.length, onEmptied]);

  return (
    <div className="filter-active">
      {active.length > 0 && (
        <>
          <ul ref={badges} aria-label="Aktiva filter">
            {active.map(({ key, label, without }, index) => (
              <li key={key}>
                {index === chosen.length && <span className="filter-understood">Tolkat som</span>}
                <Chip
                  label={label}
                  removeLabel={`Ta bort filter ${label}`}
                  // A part of the search is also removed without scripts.
                  removeHref={
                    index >= chosen.length ? `?${writeFilter({ ...filter, ...without(filter) })}` : undefined
                  }
                  onRemove={() => {
                    removedIndex.current = index;
                    onChange(without);
                  }}
                />
              </li>
            ))}
          </ul>
          <Button kind="link" onClick={onClear}>
            Rensa Alla
          </Button>
        </>
      )}
      {children}
    </div>
  );
});
