import { useMemo, useState } from 'react';
import type { AdminEvent } from '#src/features/events/admin/contract.ts';

export type EventSelection = ReturnType<typeof useSelection>;

/** The marked events. They stay marked when a filter hides them, but not when they are gone. */
export function useSelection(events: readonly AdminEvent[] | undefined) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const ids = useMemo(
    () => (marked.size === 0 ? [] : (events ?? []).filter(({ id }) => marked.has(id)).map(({ id }) => id)),
    [events, marked],
  );
  return {
    ids,
    isSelected: (id: string) => marked.has(id),
    toggle: (id: string) =>
      setMarked((before) => {
        const after = new Set(before);
        if (!after.delete(id)) after.add(id);
        return after;
      }),
    add: (more: readonly AdminEvent[]) =>
      setMarked((before) => new Set([...before, ...more.map(({ id }) => id)])),
    clear: () => setMarked(new Set()),
  };
}
