import { atLeast, atMost, median, show, spread } from './figures';
import type { Row } from './report';

/** A measured value and its limit. */
export type Target = { what: string; limit: number; unit: string; isLeast?: true };

/** The values of one round, by name. */
export type Found = Record<string, number>;

/** One row for each target: the median of the rounds, their spread, and whether the target is met. */
export function rowsOf(targets: readonly Target[], rounds: readonly Found[]): Row[] {
  return targets.map(({ what, limit, unit, isLeast }) => {
    const numbers = rounds.map((found) => found[what] ?? Number.NaN);
    const named = (number: number) => `${show(number)}${unit}`;
    return {
      what,
      median: named(median(numbers)),
      spread: spread(numbers),
      target: (isLeast ? atLeast : atMost)(limit, median(numbers), named),
    };
  });
}
