import { atLeast, atMost, formatNumber, median, spread } from './figures.ts';
import type { Row } from './report.ts';

export type Target = { what: string; limit: number; unit: string; isLeast?: true };

export type Measurement = Record<string, number>;

export function rowsOf(targets: readonly Target[], rounds: readonly Measurement[]): Row[] {
  return targets.map(({ what, limit, unit, isLeast }) => {
    const numbers = rounds.map((found) => found[what] ?? Number.NaN);
    const withUnit = (number: number) => `${formatNumber(number)}${unit}`;
    return {
      what,
      median: withUnit(median(numbers)),
      spread: spread(numbers),
      target: (isLeast ? atLeast : atMost)(limit, median(numbers), withUnit),
    };
  });
}
