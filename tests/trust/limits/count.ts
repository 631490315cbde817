/** One guess: which limit it is under, whether anybody looked at it, and between which milliseconds that was. */
export type Guess = { key: string; isLookedAt: boolean; begun: number; ended: number };

/**
 * How many guesses were looked at beyond `limit` within `seconds`. When exactly each was is known to the database alone:
 * only those count which were over the limit whenever it was, between their beginning and their end.
 */
export function overLimit(
  guesses: readonly Guess[],
  { limit, seconds }: { limit: number; seconds: number },
): number {
  let over = 0;
  for (const one of Map.groupBy(
    guesses.filter(({ isLookedAt }) => isLookedAt),
    ({ key }) => key,
  ).values()) {
    const sorted = one.toSorted((a, b) => a.begun - b.begun);
    // The end of the last of those that began before.
    const ends: number[] = [];
    for (const { ended } of sorted) ends.push(Math.max(ended, ends.at(-1) ?? 0));
    for (let at = limit; at < sorted.length; at++) {
      const first = sorted[at - limit]?.begun ?? 0;
      if ((ends[at] ?? 0) - first < seconds * 1000) over++;
    }
  }
  return over;
}
