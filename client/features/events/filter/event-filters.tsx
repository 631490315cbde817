import { type ReactNode, type Ref, useCallback, useEffect } from 'react';
import { useIsWideAfterHydration } from '#client/ui/use-media.ts';
import { FilterBadges } from './badges.tsx';
import { FilterBar } from './bar.tsx';
import { AreCountsKnown } from './choice-count.tsx';
import { DistanceOptions, NearOptions, PeriodOptions, SheetChoices } from './lazy-options.ts';
import { MonthChips } from './month-chips.tsx';
import { NearPopover } from './near-popover.tsx';
import { RegistrationChip } from './registration-chip.tsx';
import { SportRow } from './sport-row.tsx';
import { FilterStrip } from './strip.tsx';
import type { FilteredEvents } from './use-event-filter.ts';

/** Rendering the page comes first. */
const PRELOAD_DELAY_MS = 1500;

type Props = {
  filtered: Pick<
    FilteredEvents<unknown>,
    'props' | 'applied' | 'understood' | 'clear' | 'change' | 'loading' | 'today'
  >;
  /** Number of events that the filters show. Undefined while unknown. */
  shown: number | undefined;
  ref?: Ref<HTMLDivElement>;
  /** Shows the sports on a phone without opening the sheet. */
  hasSportRow?: boolean;
  /** Clearing removes the pressed button, so focus must move. */
  onCleared: () => void;
  /** After the badges. */
  children?: ReactNode;
};

/** All filters of the list and the map: a bar on a wide screen, a strip with a sheet on a phone. */
export function EventFilters({ filtered, shown, hasSportRow = false, ref, onCleared, children }: Props) {
  const { props, applied, understood, clear, change, loading, today } = filtered;
  const isWide = useIsWideAfterHydration();
  useEffect(() => {
    if (isWide === undefined) return;
    const needed = isWide ? [PeriodOptions, DistanceOptions, NearOptions] : [SheetChoices];
    const timer = setTimeout(() => needed.map(({ preload }) => preload()), PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isWide]);
  const clearAndMoveFocus = useCallback(() => {
    clear();
    onCleared();
  }, [clear, onCleared]);
  return (
    <AreCountsKnown value={!loading.isPending && !loading.hasFailed}>
      <div className="filter-sticky" ref={ref}>
        {isWide !== false && <FilterBar {...props} />}
        {isWide !== true && <FilterStrip {...props} shown={shown} onClear={clear} />}
      </div>
      {hasSportRow && isWide !== true && <SportRow {...props} />}
      {isWide !== false && (
        <div className="filter-months">
          <MonthChips {...props} filter={applied} />
          <RegistrationChip {...props} filter={applied} />
          <NearPopover {...props} />
        </div>
      )}
      <FilterBadges
        filter={applied}
        today={today}
        understood={understood}
        onChange={change}
        onClear={clearAndMoveFocus}
        onEmptied={onCleared}
      >
        {children}
      </FilterBadges>
    </AreCountsKnown>
  );
}
