import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ListRow } from './list-rows.ts';

/** New rows that are rendered at once. */
const INITIAL_NEW_ROWS = 2;
/** About as many rows as fit in the window. Rendered one per step. */
const WINDOW_ROWS = 12;
/** After those, each step renders this many more rows. */
const BATCH_SIZE = 6;
/** Between steps, the browser handles input. */
const STEP_MS = 20;

type Item = { index: number };

type RenderedList = {
  rows: readonly ListRow[];
  keys: ReadonlySet<string>;
  /** Keys that were rendered when this list arrived. */
  renderedBefore: ReadonlySet<string>;
  isComplete: boolean;
};

/**
 * Renders first the rows that were already rendered and a few new ones, visible ones first; then the rest in steps.
 * Once a list is complete, scrolling renders rows at once. `serverRendered` has the keys of the server-rendered rows,
 * used for the very first list.
 */
export function useIncrementalRows<Row extends Item>(
  rows: readonly ListRow[],
  items: readonly Row[],
  isVisible: (row: Row) => boolean,
  serverRendered: ReadonlyMap<string, unknown>,
): readonly Row[] {
  const lastRendered = useRef<RenderedList>(undefined);
  const [steps, setSteps] = useState({ rows, doneCount: 0 });
  const doneCount = steps.rows === rows ? steps.doneCount : 0;
  const isSameList = lastRendered.current?.rows === rows;
  const wasComplete = isSameList && lastRendered.current?.isComplete;
  const keyOf = ({ index }: Item) => rows[index]?.key ?? '';
  const initialKeys = () =>
    new Set(
      items
        .filter(isVisible)
        .map(keyOf)
        .filter((key) => serverRendered.has(key)),
    );
  const renderedBefore =
    (isSameList ? lastRendered.current?.renderedBefore : lastRendered.current?.keys) ?? initialKeys();

  const newItems = wasComplete ? [] : items.filter((item) => !renderedBefore.has(keyOf(item)));
  const limit = INITIAL_NEW_ROWS + doneCount + BATCH_SIZE * Math.max(doneCount - WINDOW_ROWS, 0);
  const deferred = new Set([...new Set([...newItems.filter(isVisible), ...newItems])].slice(limit));
  const renderedItems = deferred.size === 0 ? items : items.filter((item) => !deferred.has(item));
  const isComplete = deferred.size === 0;

  useLayoutEffect(() => {
    // Before the list is measured it has no items.
    if (items.length > 0)
      lastRendered.current = { rows, keys: new Set(renderedItems.map(keyOf)), renderedBefore, isComplete };
  });
  useEffect(() => {
    if (isComplete) return;
    const renderMore = () => startTransition(() => setSteps({ rows, doneCount: doneCount + 1 }));
    const timer = setTimeout(renderMore, STEP_MS);
    return () => clearTimeout(timer);
  }, [rows, doneCount, isComplete]);
  return renderedItems;
}
