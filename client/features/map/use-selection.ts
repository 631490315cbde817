import { useMemo, useRef, useState } from 'react';
import type { LocatedEvent } from '../../../src/features/events/contract';

type Chosen = { ids: readonly string[]; index: number; opening: number };

/** The event whose popup is open, among those that share its spot, and where focus goes when it closes. */
export function useSelection(events: readonly LocatedEvent[], fallback: () => HTMLElement | null) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const opener = useRef<HTMLElement>(null);
  const places = useMemo(() => new Map(events.map((event, place) => [event.id, place])), [events]);

  const id = chosen?.ids[chosen.index];
  const place = id === undefined ? undefined : places.get(id);
  const event = place === undefined ? undefined : events[place];
  // What a filter took away is no longer chosen, also when it comes back.
  if (chosen && (!event || chosen.ids.some((other) => !places.has(other)))) setChosen(null);

  return {
    event,
    index: chosen?.index ?? 0,
    count: chosen?.ids.length ?? 0,
    /** Another number each time a popup opens: a new one takes focus, one that is only stepped through does not. */
    opening: chosen?.opening ?? 0,
    /** Opens the popup on one of several events, which are put in the order of the list. */
    select: (ids: readonly string[], from: HTMLElement, first?: string) => {
      const inOrder = [...ids].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
      opener.current = from;
      setChosen((was) => ({
        ids: inOrder,
        index: first === undefined ? 0 : inOrder.indexOf(first),
        opening: (was?.opening ?? 0) + 1,
      }));
    },
    step: (index: number) => setChosen((was) => was && { ...was, index }),
    /** Closes it; `andFocus` when a person closed it, so that they go on where they were. */
    close: (andFocus: boolean) => {
      setChosen(null);
      if (andFocus)
        (opener.current?.isConnected ? opener.current : fallback())?.focus({ preventScroll: true });
    },
  };
}
