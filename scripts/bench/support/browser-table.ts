/** What a row of a table must show, and whether that is the most or the least. */
export type Row = { what: string; limit: number; isLeast?: true; digits: number; unit: string };

const middle = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
};

/** The number below which that share of them lies. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Prints medians, their spread and whether each is met; answers whether all are. */
export function printRows(rows: readonly Row[], measured: ReadonlyMap<string, readonly number[]>): boolean {
  const lines = rows.map(({ what, limit, isLeast, digits, unit }) => {
    const numbers = measured.get(what) ?? [];
    const median = middle(numbers);
    const isMet = numbers.length > 0 && (isLeast ? median >= limit : median <= limit);
    const show = (number: number) => `${number.toFixed(digits)}${unit}`;
    return {
      isMet,
      line: {
        [isLeast ? 'at least' : 'at most']: show(limit),
        median: show(median),
        spread: `${Math.min(...numbers).toFixed(digits)} to ${Math.max(...numbers).toFixed(digits)}`,
        met: isMet ? 'yes' : 'NO',
      },
      what,
    };
  });
  console.table(Object.fromEntries(lines.map(({ what, line }) => [what, line])));
  return lines.every(({ isMet }) => isMet);
}
