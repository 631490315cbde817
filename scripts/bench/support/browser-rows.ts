import { atLeast, atMost, median, show, spread } from './figures';
import type { Row } from './report';

export type Target = { what: string; limit: number; unit: string; isLeast?: true };

export type Found = Record<string, number>;

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
