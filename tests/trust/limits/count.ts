/** One guess: the key of its limit, whether it was evaluated, and when it began and ended in milliseconds. */
export type Guess = { key: string; isEvaluated: boolean; begun: number; ended: number };

/**
 * The number of guesses that were evaluated beyond `limit` within `seconds`. The exact time of each is unknown, so only
 * guesses count that were over the limit at any time between their beginning and their end.
 */
export function overLimit(
  guesses: readonly Guess[],
  { limit, seconds }: { limit: number; seconds: number },
): number {
  let over = 0;
  for (const one of Map.groupBy(
    guesses.filter(({ isEvaluated }) => isEvaluated),
    ({ key }) => key,
  ).values()) {
    const sorted = one.toSorted((a, b) => a.begun - b.begun);
    // The latest end among this guess and all that began before it.
    const ends: number[] = [];
    for (const { ended } of sorted) ends.push(Math.max(ended, ends.at(-1) ?? 0));
    for (let at = limit; at < sorted.length; at++) {
      const first = sorted[at - limit]?.begun ?? 0;
      if ((ends[at] ?? 0) - first < seconds * 1000) over++;
    }
  }
  return over;
}
