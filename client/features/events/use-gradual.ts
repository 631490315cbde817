import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListRow } from './list-rows';

/** So many rows that were not there before are rendered at first, a month with its first card; then one at a time. */
const AT_FIRST = 2;
/** Milliseconds until the next: between two keys. */
const PAUSE = 20;

type Item = { index: number };

type Shown = {
  rows: readonly ListRow[];
  keys: ReadonlySet<string>;
  /** What was shown when these rows came. */
  before: ReadonlySet<string>;
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
  stood: ReadonlyMap<string, unknown>,
): readonly Row[] {
  const last = useRef<Shown>(undefined);
  const [steps, setSteps] = useState({ rows, done: 0 });
  const done = steps.rows === rows ? steps.done : 0;
  const isSame = last.current?.rows === rows;
  const wasWhole = isSame && last.current?.isWhole;
  const keyOf = ({ index }: Item) => rows[index]?.key ?? '';
  const standing = () =>
    new Set(
      items
        .filter(isInSight)
        .map(keyOf)
        .filter((key) => stood.has(key)),
    );
  const before = (isSame ? last.current?.before : last.current?.keys) ?? standing();

  const fresh = wasWhole ? [] : items.filter((item) => !before.has(keyOf(item)));
  const room = AT_FIRST + done;
  const withheld = new Set([...new Set([...fresh.filter(isInSight), ...fresh])].slice(room));
  const shown = withheld.size === 0 ? items : items.filter((item) => !withheld.has(item));
  const isWhole = withheld.size === 0;

  useLayoutEffect(() => {
    // Before its place is measured a list has none.
    if (items.length > 0) last.current = { rows, keys: new Set(shown.map(keyOf)), before, isWhole };
  });
  useEffect(() => {
    if (isWhole) return;
    const more = () => startTransition(() => setSteps({ rows, done: done + 1 }));
    const timer = setTimeout(more, PAUSE);
    return () => clearTimeout(timer);
  }, [rows, done, isWhole]);
  return shown;
}
