import { useLayoutEffect, useRef } from 'react';
import { useNow } from '#client/platform/page/clock.ts';
import { cx } from '#client/ui/class-names.ts';
import { showsStamp } from '#src/features/events/rules.ts';
import { EventCard } from '../card/event-card.tsx';
import { transferFocus } from '../transfer-focus.ts';
import type { InitialCalendar } from './initial-calendar.ts';
import { SectionHead } from './section-head.tsx';

type Props = {
  initial: InitialCalendar;
  /** Filled with the height of each row, by its key, so that the full list is laid out the same. */
  heights: Map<string, number>;
};

/** Not virtualized: the server does not know the window size. */
export function InitialList({ initial, heights }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const now = useNow();
  const eventCount = initial.sections.reduce((sum, { events }) => sum + events.length, 0);

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
      transferFocus(list);
    };
  }, [heights]);

  return (
    <div className="event-list-rows event-list-initial" ref={root}>
      {initial.sections.map((section) => (
        <div key={section.key} className="month">
          <div className="month-head">
            <SectionHead section={section} />
          </div>
          {section.events.map((event, index) => (
            <div
              key={event.id}
              className={cx('month-row', index === 0 && 'month-row-first')}
              data-row={event.id}
            >
              <EventCard
                event={event}
                counts={initial.counts[event.id]}
                hasStamp={showsStamp(event, now)}
                showsDate={section.year === undefined}
              />
            </div>
          ))}
        </div>
      ))}
      {eventCount < initial.shown && (
        <noscript>Utan JavaScript visas bara de första {eventCount} evenemangen.</noscript>
      )}
    </div>
  );
}
