import { type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useRef } from 'react';
import { countByEvent } from '../../../src/features/announcements/rules';
import { keepChoices, NO_FILTER } from '../../../src/features/events/rules';
import { formatCount } from '../../../src/shared/text';
import { useToday } from '../../platform/clock';
import { trpc } from '../../platform/trpc';
import { useDebounced } from '../../ui/use-debounced';
import { useIsWide } from '../../ui/use-media';
import { activeFilters } from './active-filters';
import { byMonth, filterEntries, prepare } from './calendar';
import { FailedEvents, NoEvents, NoneFound, WaitingEvents } from './calendar-states';
import { EventList } from './event-list';
import { FilterBadges } from './filter-badges';
import { FilterBar } from './filter-bar';
import { FilterStrip } from './filter-sheet';
import { useFilter } from './use-filter';
import { useFirstHits } from './use-first-hits';
import { useSearchAhead } from './use-search-ahead';

/** Filters, count and the list of events (section 2). */
export function CalendarView({ title }: { title: ReactNode }) {
  const events = trpc.public.events.list.useQuery();
  // The counts come in the same batch as the events, so that no card grows when they arrive.
  const ads = trpc.public.announcements.list.useQuery();
  const [filter, change] = useFilter();
  const today = useToday();
  const isWide = useIsWide();

  const entries = useMemo(() => prepare(events.data ?? []), [events.data]);
  // What is typed and pressed is seen at once, what comes of it in the next frame.
  const applied = useDeferredValue(filter);
  const shown = useMemo(() => filterEntries(entries, applied, today), [entries, applied, today]);
  const months = useMemo(() => byMonth(shown), [shown]);
  const counts = useMemo(() => countByEvent(ads.data ?? []), [ads.data]);
  const all = useMemo(() => entries.map(({ event }) => event), [entries]);
  useSearchAhead(entries);

  // What a link asks for that the sport does not have would filter without being seen among the choices (section 4).
  useEffect(() => {
    if (all.length === 0) return;
    const distance = keepChoices(filter.distance, all, filter.sport);
    if (distance.length < filter.distance.length) change({ distance }, 'replace');
  }, [all, filter.distance, filter.sport, change]);

  const bar = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useFirstHits(list, bar);

  // What was pressed is gone: focus goes to what came of it.
  const total = useRef<HTMLParagraphElement>(null);
  const toCount = useCallback(() => total.current?.focus({ preventScroll: true }), []);
  const clear = () => change(NO_FILTER);
  const clearHere = () => {
    clear();
    toCount();
  };
  const isWaiting = events.isPending || ads.isPending;
  const filters = {
    filter,
    onChange: change,
    // Before the events have come nobody knows what belongs; the effect above looks again when they have.
    onSport: (sport: string) =>
      change(all.length === 0 ? { sport } : { sport, distance: keepChoices(filter.distance, all, sport) }),
    events: all,
  };
  const count = (
    <p className="filter-count" ref={total} tabIndex={-1}>
      {isWaiting ? '\u00a0' : `(${formatCount(shown.length)} evenemang av ${formatCount(entries.length)})`}
    </p>
  );

  return (
    <>
      <div className="page-head">
        {title}
        {isWide && count}
      </div>
      <div className="filter-sticky" ref={bar}>
        {isWide ? (
          <FilterBar {...filters} />
        ) : (
          <FilterStrip {...filters} shown={shown.length} onClear={clear} />
        )}
      </div>
      <FilterBadges filter={filter} onChange={change} onClear={clearHere} onEmptied={toCount}>
        {!isWide && count}
      </FilterBadges>
      {!isWaiting && <SpokenCount shown={shown.length} total={entries.length} />}
      <div className="event-list" ref={list}>
        {isWaiting ? (
          <WaitingEvents />
        ) : events.isError ? (
          <FailedEvents busy={events.isFetching} onRetry={() => events.refetch()} />
        ) : shown.length > 0 ? (
          <EventList months={months} counts={counts} />
        ) : activeFilters(applied).length > 0 ? (
          <NoneFound onClear={clearHere} />
        ) : (
          <NoEvents />
        )}
      </div>
    </>
  );
}

/** The count as a reader hears it: politely, and not at every key. */
function SpokenCount({ shown, total }: { shown: number; total: number }) {
  const text = useDebounced(`Visar ${shown} av ${total} evenemang`);
  return (
    <p className="visually-hidden" role="status">
      {text}
    </p>
  );
}
