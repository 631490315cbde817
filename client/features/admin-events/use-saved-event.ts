import { type RefObject, useEffect, useRef, useState } from 'react';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';
import type { EventTableState } from './use-event-table.ts';

/**
 * Turns to the page of the saved event and scrolls to its row. If the filter hides the event, this waits until the
 * event is visible. `hidden` is the saved event while the filter hides it. It becomes undefined when the filter
 * changes.
 */
export function useSavedEvent(table: EventTableState, list: RefObject<HTMLElement | null>) {
  const [saved, setSaved] = useState<{ event: AdminEvent; filter: string }>();
  const event = saved?.event;
  const filter = JSON.stringify(table.filter);
  const needsScroll = useRef(false);
  const index = event ? table.indexOf(event.id) : -1;
  const { page, pageSize, onPage } = table.pager;

  useEffect(() => {
    if (!needsScroll.current || index < 0) return;
    const eventPage = Math.floor(index / pageSize);
    if (eventPage !== page) return onPage(eventPage);
    needsScroll.current = false;
    list.current?.querySelector('[data-highlighted]')?.scrollIntoView({ block: 'nearest' });
  });

  return {
    id: event?.id,
    hidden: event && saved.filter === filter && table.isHidden(event.id) ? event : undefined,
    show: (event: AdminEvent) => {
      needsScroll.current = true;
      setSaved({ event, filter });
    },
    forget: () => setSaved(undefined),
  };
}
