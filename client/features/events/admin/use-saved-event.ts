import { type RefObject, useEffect, useRef, useState } from 'react';
import type { AdminEvent } from '../../../../src/features/events/admin/contract';
import type { EventTableState } from './use-event-table';

/**
 * Turns to the page of the saved event and scrolls to its row. If the filter hides the event, this waits until the event
 * is visible.
 */
export function useSavedEvent(table: EventTableState, list: RefObject<HTMLElement | null>) {
  const [event, setEvent] = useState<AdminEvent>();
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
    hidden: index < 0 ? event : undefined,
    show: (saved: AdminEvent) => {
      needsScroll.current = true;
      setEvent(saved);
    },
    forget: () => setEvent(undefined),
  };
}
