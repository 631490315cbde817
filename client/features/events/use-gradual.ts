import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListRow } from './list-rows';

/** So many rows that were not there before are rendered at once. */
const AT_ONCE = 2;
/** Milliseconds until the next: those in sight follow at once, the others between two keys. */
const [SOON, LATER] = [0, 60];

type Item = { index: number };

type Shown = {
  rows: readonly ListRow[];
  keys: ReadonlySet<string>;
  /** What was shown when these rows came. */
  before: { has: (key: string) => boolean };
  isWhole: boolean;
};

/**
 * Of another list the rows that were there already and a few new ones, those in sight first; the rest follows little by
 * little, so that a key or a press in between is answered. A list that is there whole is scrolled without that. `stood`
 * has the keys of what stood where the very first list comes.
 */
export function useGradual<Row extends Item>(
  rows: readonly ListRow[],
  items: readonly Row[],
  isInSight: (row: Row) => boolean,
  stood: { has: (key: string) => boolean },
): readonly Row[] {
  const last = useRef<Shown>(undefined);
  const [steps, setSteps] = useState({ rows, done: 0 });
  const done = steps.rows === rows ? steps.done : 0;
  const isSame = last.current?.rows === rows;
  const before = (isSame ? last.current?.before : last.current?.keys) ?? stood;
  const wasWhole = isSame && last.current?.isWhole;
  const keyOf = ({ index }: Item) => rows[index]?.key ?? '';

  const fresh = wasWhole ? [] : items.filter((item) => !before.has(keyOf(item)));
  const near = fresh.filter(isInSight);
  const room = AT_ONCE * (done + 1);
  const withheld = new Set([...new Set([...near, ...fresh])].slice(room));
  const shown = withheld.size === 0 ? items : items.filter((item) => !withheld.has(item));
  // Before its place is measured a list has no items.
  const isWhole = withheld.size === 0 && items.length > 0;
  const isWaiting = withheld.size > 0;
  const pause = near.length > room ? SOON : LATER;

  useLayoutEffect(() => {
    last.current = { rows, keys: new Set(shown.map(keyOf)), before, isWhole };
  });
  useEffect(() => {
    if (!isWaiting) return;
    const more = () => startTransition(() => setSteps({ rows, done: done + 1 }));
    const timer = setTimeout(more, pause);
    return () => clearTimeout(timer);
  }, [rows, done, isWaiting, pause]);
  return shown;
}
