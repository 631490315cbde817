import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListRow } from './list-rows';

/** The rest follow one at a time. */
const INITIAL_NEW_ROWS = 2;
/** Input is handled in between. */
const STEP_MS = 20;

type Item = { index: number };

type Shown = {
  rows: readonly ListRow[];
  keys: ReadonlySet<string>;
  /** Keys that were rendered when this list arrived. */
  before: ReadonlySet<string>;
  isComplete: boolean;
};

/**
 * Renders first the rows that were already rendered and a few new ones, visible ones first; then one row at a time.
 * Once a list is complete, scrolling renders rows at once. `serverRendered` has the keys of the server-rendered rows,
 * used for the very first list.
 */
export function useIncrementalRows<Row extends Item>(
  rows: readonly ListRow[],
  items: readonly Row[],
  isVisible: (row: Row) => boolean,
  serverRendered: ReadonlyMap<string, unknown>,
): readonly Row[] {
  const last = useRef<Shown>(undefined);
  const [steps, setSteps] = useState({ rows, done: 0 });
  const done = steps.rows === rows ? steps.done : 0;
  const isSame = last.current?.rows === rows;
  const wasComplete = isSame && last.current?.isComplete;
  const keyOf = ({ index }: Item) => rows[index]?.key ?? '';
  const initialKeys = () =>
    new Set(
      items
        .filter(isVisible)
        .map(keyOf)
        .filter((key) => serverRendered.has(key)),
    );
  const before = (isSame ? last.current?.before : last.current?.keys) ?? initialKeys();

  const newItems = wasComplete ? [] : items.filter((item) => !before.has(keyOf(item)));
  const limit = INITIAL_NEW_ROWS + done;
  const deferred = new Set([...new Set([...newItems.filter(isVisible), ...newItems])].slice(limit));
  const shown = deferred.size === 0 ? items : items.filter((item) => !deferred.has(item));
  const isComplete = deferred.size === 0;

  useLayoutEffect(() => {
    // Before the list is measured it has no items.
    if (items.length > 0) last.current = { rows, keys: new Set(shown.map(keyOf)), before, isComplete };
  });
  useEffect(() => {
    if (isComplete) return;
    const more = () => startTransition(() => setSteps({ rows, done: done + 1 }));
    const timer = setTimeout(more, STEP_MS);
    return () => clearTimeout(timer);
  }, [rows, done, isComplete]);
  return shown;
}
