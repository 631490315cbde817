import { useMemo, useRef, useState } from 'react';
import type { MappedEvent } from '#src/features/events/list/contract.ts';

type SelectionState = { ids: readonly string[]; index: number; openCount: number };

/** The event whose popup is open, and the others on the same spot. Restores focus when the popup closes. */
export function useSelection(events: readonly MappedEvent[], getFallback: () => HTMLElement | null) {
  const [selection, setSelection] = useState<SelectionState | null>(null);
  const opener = useRef<HTMLElement>(null);
  const positions = useMemo(() => new Map(events.map((event, position) => [event.id, position])), [events]);

  const id = selection?.ids[selection.index];
  const position = id === undefined ? undefined : positions.get(id);
  const event = position === undefined ? undefined : events[position];
  // An event removed by a filter is deselected, even if it comes back.
  if (selection && (!event || selection.ids.some((other) => !positions.has(other)))) setSelection(null);

  return {
    event,
    index: selection?.index ?? 0,
    count: selection?.ids.length ?? 0,
    /** Changes each time a popup opens. A new popup takes focus; stepping within one does not. */
    openCount: selection?.openCount ?? 0,
    /** The events of a spot, sorted as in the list. */
    select: (ids: readonly string[], openerElement: HTMLElement, firstId?: string) => {
      const sortedIds = [...ids].sort((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0));
      opener.current = openerElement;
      setSelection((current) => ({
        ids: sortedIds,
        index: firstId === undefined ? 0 : sortedIds.indexOf(firstId),
        openCount: (current?.openCount ?? 0) + 1,
      }));
    },
    step: (index: number) => setSelection((current) => current && { ...current, index }),
    close: (restoreFocus: boolean) => {
      setSelection(null);
      if (restoreFocus)
        (opener.current?.isConnected ? opener.current : getFallback())?.focus({ preventScroll: true });
    },
  };
}
