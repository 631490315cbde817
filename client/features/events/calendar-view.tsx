import { type ReactNode, type Ref, useCallback, useEffect, useMemo, useRef } from 'react';
import { keepAvailableChoices, NO_FILTER } from '../../../src/features/events/rules';
import { formatCount } from '../../../src/shared/text';
import { useToday } from '../../platform/page/clock';
import { useAfterPaint } from '../../ui/use-after-paint';
import { useDebounced } from '../../ui/use-debounced';
import { useDeferred } from '../../ui/use-deferred';
import { useIsWideAfterHydration } from '../../ui/use-media';
import { activeFilters } from './active-filters';
import { byMonth, filterEntries, prepare } from './calendar';
import { FailedEvents, FailedRest, NoEvents, NoneFound, WaitingEvents } from './calendar-states';
import { EventList } from './event-list';
import { FilterBadges } from './filter-badges';
import { FilterBar } from './filter-bar';
import { FilterStrip } from './filter-strip';
import { useInitialCalendar } from './initial-calendar';
import { InitialList } from './initial-list';
import type { Calendar } from './use-calendar';
import { useFilter } from './use-filter';
import { usePrecomputeSearch } from './use-precompute-search';
import { useScrollToResults } from './use-scroll-to-results';

type Props = {
  title: ReactNode;
  calendar: Calendar;
};

export function CalendarView({ title, calendar: latest }: Props) {
  const calendar = useDeferred(latest);
  const [filter, change] = useFilter();
  const today = useToday();
  const isWide = useIsWideAfterHydration();

  const entries = useMemo(() => prepare(calendar.events ?? []), [calendar.events]);
  // Paint the changed controls first, then filter the list.
  const applied = useAfterPaint(filter);
  const shown = useMemo(() => filterEntries(entries, applied, today), [entries, applied, today]);
  const months = useMemo(() => byMonth(shown), [shown]);
  const all = useMemo(() => entries.map(({ event }) => event), [entries]);
  const heights = useRef(new Map<string, number>()).current;
  usePrecomputeSearch(entries);

  const { isPending, hasFailed } = calendar;
  const serverRendered = useInitialCalendar(filter, today);
  const initial = isPending || hasFailed ? serverRendered : undefined;

  // Remove distances in the URL that the sport does not have: they would filter without being visible.
  useEffect(() => {
    if (all.length === 0) return;
    const distance = keepAvailableChoices(filter.distance, all, filter.sport);
    if (distance.length < filter.distance.length) change({ distance }, 'replace');
  }, [all, filter.distance, filter.sport, change]);

  const bar = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useScrollToResults(list, bar);

  // Clearing removes the pressed button, so move focus to the count.
  const [head, foot] = [useRef<HTMLParagraphElement>(null), useRef<HTMLParagraphElement>(null)];
  const focusCount = useCallback(
    () => (head.current ?? foot.current)?.focus({ preventScroll: true }),
    [head, foot],
  );
  const clear = useCallback(() => change(NO_FILTER), [change]);
  const clearAndFocus = useCallback(() => {
    clear();
    focusCount();
  }, [clear, focusCount]);
  const onSport = useCallback(
    // Before the events are loaded, valid distances are unknown; the effect above checks them later.
    (sport: string) =>
      change(
        all.length === 0 ? { sport } : { sport, distance: keepAvailableChoices(filter.distance, all, sport) },
      ),
    [change, all, filter.distance],
  );
  const filters = { filter, onChange: change, onSport, events: all };
  const known = initial ?? (isPending ? undefined : { shown: shown.length, total: entries.length });
  const countText = known
    ? `(${formatCount(known.shown)} evenemang av ${formatCount(known.total)})`
    : '\u00a0';
  const badgesFoot = useMemo(
    () => isWide !== true && <Count ref={foot} text={countText} />,
    [isWide, countText, foot],
  );

  return (
    <>
      <div className="page-head">
        {title}
        {isWide !== false && <Count ref={head} text={countText} />}
      </div>
      <div className="filter-sticky" ref={bar}>
        {isWide !== false && <FilterBar {...filters} />}
        {isWide !== true && <FilterStrip {...filters} shown={known?.shown} onClear={clear} />}
      </div>
      <FilterBadges filter={applied} onChange={change} onClear={clearAndFocus} onEmptied={focusCount}>
        {badgesFoot}
      </FilterBadges>
      {!isPending && <SpokenCount shown={shown.length} total={entries.length} />}
      <div className="event-list" ref={list}>
        {initial && initial.shown > 0 ? (
          <>
            <InitialList initial={initial} heights={heights} />
            {hasFailed && <FailedRest busy={calendar.isFetching} onRetry={calendar.refetch} />}
          </>
        ) : hasFailed ? (
          <FailedEvents busy={calendar.isFetching} onRetry={calendar.refetch} />
        ) : isPending && !initial ? (
          <WaitingEvents />
        ) : shown.length > 0 ? (
          <EventList months={months} counts={calendar.counts} heights={heights} />
        ) : activeFilters(applied).length > 0 ? (
          <NoneFound onClear={clearAndFocus} />
        ) : (
          <NoEvents />
        )}
      </div>
    </>
  );
}

function Count({ ref, text }: { ref: Ref<HTMLParagraphElement>; text: string }) {
  return (
    <p className="filter-count" ref={ref} tabIndex={-1}>
      {text}
    </p>
  );
}

function SpokenCount({ shown, total }: { shown: number; total: number }) {
  const text = useDebounced(`Visar ${shown} av ${total} evenemang`);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}
