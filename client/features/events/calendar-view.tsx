import { type ReactNode, type Ref, useCallback, useEffect, useMemo, useRef } from 'react';
import { keepAvailableChoices, NO_FILTER } from '../../../src/features/events/rules';
import { formatCount } from '../../../src/shared/text';
import { useToday } from '../../platform/page/clock';
import { useAfterPaint } from '../../ui/use-after-paint';
import { useDebounced } from '../../ui/use-debounced';
import { useDeferred } from '../../ui/use-deferred';
import { useIsWideAfterHydration } from '../../ui/use-media';
import { activeFilters } from './active-filters';
import { filterEntries, groupByMonth, prepareEntries } from './calendar';
import {
  EventsError,
  LoadingEvents,
  NoEvents,
  NoMatchingEvents,
  RemainingEventsError,
} from './calendar-states';
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

export function CalendarView({ title, calendar: latestCalendar }: Props) {
  const calendar = useDeferred(latestCalendar);
  const [filter, change] = useFilter();
  const today = useToday();
  const isWide = useIsWideAfterHydration();

  const entries = useMemo(() => prepareEntries(calendar.events ?? []), [calendar.events]);
  // Paint the changed controls first, then filter the list.
  const appliedFilter = useAfterPaint(filter);
  const matchingEntries = useMemo(
    () => filterEntries(entries, appliedFilter, today),
    [entries, appliedFilter, today],
  );
  const months = useMemo(() => groupByMonth(matchingEntries), [matchingEntries]);
  const allEvents = useMemo(() => entries.map(({ event }) => event), [entries]);
  const heights = useRef(new Map<string, number>()).current;
  usePrecomputeSearch(entries);

  const { isPending, hasFailed } = calendar;
  const serverRendered = useInitialCalendar(filter, today);
  const initial = isPending || hasFailed ? serverRendered : undefined;

  // Remove distances in the URL that the sport does not have: they would filter without being visible.
  useEffect(() => {
    if (allEvents.length === 0) return;
    const distance = keepAvailableChoices(filter.distance, allEvents, filter.sport);
    if (distance.length < filter.distance.length) change({ distance }, 'replace');
  }, [allEvents, filter.distance, filter.sport, change]);

  const filterBar = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useScrollToResults(list, filterBar);

  // Clearing removes the pressed button, so move focus to the count.
  const [headCount, footCount] = [useRef<HTMLParagraphElement>(null), useRef<HTMLParagraphElement>(null)];
  const focusCount = useCallback(
    () => (headCount.current ?? footCount.current)?.focus({ preventScroll: true }),
    [headCount, footCount],
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
        allEvents.length === 0
          ? { sport }
          : { sport, distance: keepAvailableChoices(filter.distance, allEvents, sport) },
      ),
    [change, allEvents, filter.distance],
  );
  const filters = { filter, onChange: change, onSport, events: allEvents };
  const totals =
    initial ?? (isPending ? undefined : { shown: matchingEntries.length, total: entries.length });
  const countText = totals
    ? `(${formatCount(totals.shown)} evenemang av ${formatCount(totals.total)})`
    : '\u00a0';
  const countBelowBadges = useMemo(
    () => isWide !== true && <Count ref={footCount} text={countText} />,
    [isWide, countText, footCount],
  );

  return (
    <>
      <div className="page-head">
        {title}
        {isWide !== false && <Count ref={headCount} text={countText} />}
      </div>
      <div className="filter-sticky" ref={filterBar}>
        {isWide !== false && <FilterBar {...filters} />}
        {isWide !== true && <FilterStrip {...filters} matchCount={totals?.shown} onClear={clear} />}
      </div>
      <FilterBadges filter={appliedFilter} onChange={change} onClear={clearAndFocus} onEmptied={focusCount}>
        {countBelowBadges}
      </FilterBadges>
      {!isPending && <CountAnnouncement shown={matchingEntries.length} total={entries.length} />}
      <div className="event-list" ref={list}>
        {initial && initial.shown > 0 ? (
          <>
            <InitialList initial={initial} heights={heights} />
            {hasFailed && <RemainingEventsError busy={calendar.isFetching} onRetry={calendar.refetch} />}
          </>
        ) : hasFailed ? (
          <EventsError busy={calendar.isFetching} onRetry={calendar.refetch} />
        ) : isPending && !initial ? (
          <LoadingEvents />
        ) : matchingEntries.length > 0 ? (
          <EventList months={months} counts={calendar.counts} heights={heights} />
        ) : activeFilters(appliedFilter).length > 0 ? (
          <NoMatchingEvents onClear={clearAndFocus} />
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

function CountAnnouncement({ shown, total }: { shown: number; total: number }) {
  const text = useDebounced(`Visar ${shown} av ${total} evenemang`);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}
