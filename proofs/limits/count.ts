/** Guesses with the same `limitKey` must share a limit. */
export type Guess = { limitKey: string; isEvaluated: boolean; startedAt: number; endedAt: number };

/** The time of each evaluation is unknown: a guess only counts if it was over the limit during its whole call. */
export function countOverLimit(
  guesses: readonly Guess[],
  { limit, seconds }: { limit: number; seconds: number },
): number {
  let over = 0;
  for (const groupGuesses of Map.groupBy(
    guesses.filter(({ isEvaluated }) => isEvaluated),
    ({ limitKey }) => limitKey,
  ).values()) {
    const sorted = groupGuesses.toSorted((a, b) => a.startedAt - b.startedAt);
    // The latest end among this guess and all that began before it.
    const latestEnds: number[] = [];
    for (const { endedAt } of sorted) latestEnds.push(Math.max(endedAt, latestEnds.at(-1) ?? 0));
    for (let index = limit; index < sorted.length; index++) {
      const first = sorted[index - limit]?.startedAt ?? 0;
      if ((latestEnds[index] ?? 0) - first < seconds * 1000) over++;
    }
  }
  return over;
}
