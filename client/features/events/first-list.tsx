import { useLayoutEffect, useRef } from 'react';
import { showsStamp } from '../../../src/features/events/rules';
import { useNow } from '../../platform/clock';
import { cx } from '../../ui/class-names';
import { EventCard } from './event-card';
import type { FirstEvents } from './first-events';
import { keepFocus } from './keep-focus';
import { MonthHead } from './month-head';

type Props = {
  first: FirstEvents;
  /** Told how high each row is, by its key: the whole list takes its place and must stand as it stood. */
  heights: Map<string, number>;
};

/** The months with the events that came with the page, in the flow of the page: nothing is known of its window yet. */
export function FirstList({ first, heights }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const now = useNow();

  useLayoutEffect(() => {
    const list = root.current;
    if (!list) return;
    const observer = new ResizeObserver(() => {
      for (const row of list.querySelectorAll<HTMLElement>('[data-row]'))
        heights.set(row.dataset.row ?? '', row.offsetHeight);
    });
    observer.observe(list);
    return () => {
      observer.disconnect();
      keepFocus(list);
    };
  }, [heights]);

  return (
    <div className="event-list-rows event-list-first" ref={root}>
      {first.months.map((month) => (
        <div key={month.key} className="month">
          <div className="month-head">
            <MonthHead month={month} />
          </div>
          {month.entries.map(({ event }, index) => (
            <div
              key={event.id}
              className={cx('month-row', index === 0 && 'month-row-first')}
              data-row={event.id}
            >
              <EventCard event={event} counts={first.counts[event.id]} stamped={showsStamp(event, now)} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
