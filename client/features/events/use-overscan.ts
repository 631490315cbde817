import { startTransition, useEffect, useState } from 'react';

/** So few rows are all rendered: the browser's own search then finds them all. */
const ALL_ROWS = 80;
const NEAR = 6;
/** So few are rendered at once. */
const AT_ONCE = 8;
/** Of more, what is in sight and one beyond; the rest follows, so many at a time, between two keys. */
const [FIRST, MORE, PAUSE] = [1, 2, 60];

/** How many rows beyond the window are rendered: of another list the fewest, until there is time for more. */
export function useOverscan(rows: readonly unknown[]): number {
  const wanted = rows.length <= ALL_ROWS ? rows.length : NEAR;
  const [now, setNow] = useState({ rows, overscan: FIRST });
  const overscan =
    rows.length <= AT_ONCE ? wanted : Math.min(now.rows === rows ? now.overscan : FIRST, wanted);
  useEffect(() => {
    if (overscan >= wanted) return;
    const more = () => startTransition(() => setNow({ rows, overscan: overscan + MORE }));
    const timer = setTimeout(more, PAUSE);
    return () => clearTimeout(timer);
  }, [rows, overscan, wanted]);
  return overscan;
}
