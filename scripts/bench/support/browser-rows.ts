import { atLeast, atMost, median, show, spread } from './figures';
import type { Row } from './report';

/** What is measured, and what it must be. */
export type Target = { what: string; limit: number; unit: string; isLeast?: true };

/** What each round found, by what it is. */
export type Found = Record<string, number>;

/** A line a target: the median of the rounds, their spread, and whether it is met. */
export function rowsOf(targets: readonly Target[], rounds: readonly Found[]): Row[] {
  return targets.map(({ what, limit, unit, isLeast }) => {
    const numbers = rounds.map((found) => found[what] ?? Number.NaN);
    const named = (number: number) => `${show(number)}${unit}`;
    return {
      what,
      median: named(median(numbers)),
      spread: spread(numbers),
      asked: (isLeast ? atLeast : atMost)(limit, median(numbers), named),
    };
  });
}
