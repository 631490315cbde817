export type Guess = { key: string; isEvaluated: boolean; begun: number; ended: number };

/**
 * The exact time of each evaluation is unknown, so a guess only counts if it was over the limit during its whole call.
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
