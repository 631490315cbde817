import { useMemo, useRef, useState } from 'react';
import type { LocatedEvent } from '../../../src/features/events/contract';

type Chosen = { ids: readonly string[]; index: number; opening: number };

/** The event whose popup is open, and the others on the same spot. Restores focus when the popup closes. */
export function useSelection(events: readonly LocatedEvent[], fallback: () => HTMLElement | null) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const opener = useRef<HTMLElement>(null);
  const positions = useMemo(() => new Map(events.map((event, position) => [event.id, position])), [events]);

  const id = chosen?.ids[chosen.index];
  const position = id === undefined ? undefined : positions.get(id);
  const event = position === undefined ? undefined : events[position];
  // An event removed by a filter is deselected, even if it comes back.
  if (chosen && (!event || chosen.ids.some((other) => !positions.has(other)))) setChosen(null);

  return {
    event,
    index: chosen?.index ?? 0,
    count: chosen?.ids.length ?? 0,
    /** Changes each time a popup opens. A new popup takes focus; stepping within one does not. */
    opening: chosen?.opening ?? 0,
    /** The events of a spot, sorted as in the list. */
    select: (ids: readonly string[], from: HTMLElement, first?: string) => {
      const inOrder = [...ids].sort((a, b) => (positions.get(a) ?? 0) - (positions.get(b) ?? 0));
      opener.current = from;
      setChosen((current) => ({
        ids: inOrder,
        index: first === undefined ? 0 : inOrder.indexOf(first),
        opening: (current?.opening ?? 0) + 1,
      }));
    },
    step: (index: number) => setChosen((current) => current && { ...current, index }),
    close: (restoreFocus: boolean) => {
      setChosen(null);
      if (restoreFocus)
        (opener.current?.isConnected ? opener.current : fallback())?.focus({ preventScroll: true });
    },
  };
}
