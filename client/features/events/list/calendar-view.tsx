import { type ReactNode, type Ref, useCallback, useMemo, useRef } from 'react';
import { useDebounced } from '#client/ui/use-debounced.ts';
import { useDeferred } from '#client/ui/use-deferred.ts';
import { useIsWideAfterHydration } from '#client/ui/use-media.ts';
import { activeFilters } from '#src/features/events/filter/active.ts';
import { chosenDistances } from '#src/features/events/filter/distance.ts';
import type { CalendarEvent } from '#src/features/events/list/contract.ts';
import { formatCount } from '#src/shared/text.ts';
import { EventFilters } from '../filter/event-filters.tsx';
import { FilterNotice } from '../filter/notice.tsx';
import { sectionsOf } from '../filter/sections.ts';
import { useEventFilter } from '../filter/use-event-filter.ts';
import { FollowButton } from '../follow/follow-button.tsx';
import { watchedSelection } from '../watch/watched-selection.ts';
import { EventsError, LoadingEvents, NoEvents, RemainingEventsError } from './calendar-states.tsx';
import { EventList } from './event-list.tsx';
import { useInitialCalendar } from './initial-calendar.ts';
import { MoreWithoutScript } from './more-without-script.tsx';
import { NoMatchingEvents } from './no-matches.tsx';
import type { Calendar } from './use-calendar.ts';
import { useScrollToResults } from './use-scroll-to-results.ts';

/** Of the rows, by their key. Kept while other pages are open, so that Back finds the list laid out as it was. */
const heights = new Map<string, number>();

const everyEvent = (events: readonly CalendarEvent[]) => events;

type Props = {
  title: ReactNode;
  calendar: Calendar;
};

export function CalendarView({ title, calendar: latest }: Props) {
  const calendar = useDeferred(latest);
  const filtered = useEventFilter(everyEvent);
  const { applied, understood, shown, found, near, today, clear } = filtered;
  const { hasFailed, total = 0, isFetching, retry } = filtered.loading;
  const isWide = useIsWideAfterHydration();
  const sections = useMemo(
    () => sectionsOf(shown, { filter: applied, found, kilometres: near.kilometres }),
    [shown, applied, found, near.kilometres],
  );

  const { distance, lengths } = applied;
  const isChosenDistance = useMemo(() => chosenDistances({ distance, lengths }), [distance, lengths]);

  const isPending = !hasFailed && (calendar.isPending || filtered.loading.isPending || filtered.isLoading);
  const serverRendered = useInitialCalendar(filtered.props.filter, today);
  const initial = isPending || hasFailed ? serverRendered : undefined;
  const isInitial = !!initial && initial.shown > 0;
  const listed = useMemo(
    () =>
      initial
        ? { sections: initial.sections, counts: new Map(Object.entries(initial.counts)) }
        : { sections, counts: calendar.counts },
    [initial, sections, calendar.counts],
  );

  const bar = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  useScrollToResults(list, bar);

  const [wideCount, narrowCount] = [useRef<HTMLParagraphElement>(null), useRef<HTMLParagraphElement>(null)];
  const focusCount = useCallback(
    () => (wideCount.current ?? narrowCount.current)?.focus({ preventScroll: true }),
    [wideCount, narrowCount],
  );
  const clearAndFocus = useCallback(() => {
    clear();
    focusCount();
  }, [clear, focusCount]);
  const isUnknown = isPending || (hasFailed && shown.length === 0);
  const counts = initial ?? (isUnknown ? undefined : { shown: shown.length, total });
  const countText = counts
    ? `(${formatCount(counts.shown)} evenemang av ${formatCount(counts.total)})`
    : '\u00a0';

  const { filter } = filtered.props;
  const follow = (
    <FollowButton followed={{ filter, search: watchedSelection(filter, understood, today) }} kind="link" />
  );
  return (
    <>
      <div className="page-head">
        {title}
        {isWide !== false && (
          <Count ref={wideCount} text={countText}>
            {follow}
          </Count>
        )}
      </div>
      <EventFilters filtered={filtered} shown={counts?.shown} ref={bar} onCleared={focusCount}>
        {isWide !== true && (
          <Count ref={narrowCount} text={countText}>
            {follow}
          </Count>
        )}
      </EventFilters>
      {!isUnknown && <SpokenCount shown={shown.length} total={total} />}
      <FilterNotice filtered={filtered} />
      <div className="event-list" id="lopp" tabIndex={-1} ref={list}>
        {/* Past events would be before the others. */}
        {hasFailed && !isInitial && shown.length > 0 && (
          <RemainingEventsError busy={isFetching} onRetry={retry} />
        )}
        {isInitial || (!isPending && shown.length > 0) ? (
          <EventList
            {...listed}
            kilometres={near.kilometres}
            isChosenDistance={isChosenDistance}
            isInitial={isInitial}
            heights={heights}
          />
        ) : hasFailed ? (
          <EventsError busy={isFetching} onRetry={retry} />
        ) : isPending && !initial ? (
          <LoadingEvents />
        ) : activeFilters(applied, today).length > 0 ? (
          <NoMatchingEvents filtered={filtered} onClear={clearAndFocus} />
        ) : (
          <NoEvents />
        )}
        {isInitial && <MoreWithoutScript filter={filtered.props.filter} initial={initial} />}
        {hasFailed && isInitial && <RemainingEventsError busy={isFetching} onRetry={retry} />}
      </div>
    </>
  );
}

type CountProps = { ref: Ref<HTMLParagraphElement>; text: string; children: ReactNode };

function Count({ ref, text, children }: CountProps) {
  return (
    <div className="list-count">
      <p className="filter-count" ref={ref} tabIndex={-1}>
        {text}
      </p>
      <div className="list-follow">{children}</div>
    </div>
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
