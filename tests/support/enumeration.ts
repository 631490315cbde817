/** In milliseconds. */
export type Timings = { existing: number[]; missing: number[] };

/** Each turn calls both kinds, in random order. The first `warmUp` turns are not measured. */
export async function timeInTurns(
  turns: number,
  call: (kind: keyof Timings, turn: number) => Promise<unknown>,
  warmUp = 5,
): Promise<Timings> {
  const timings: Timings = { existing: [], missing: [] };
  for (let turn = -warmUp; turn < turns; turn++) {
    const kinds =
      Math.random() < 0.5 ? (['existing', 'missing'] as const) : (['missing', 'existing'] as const);
    for (const kind of kinds) {
      const start = performance.now();
      await call(kind, turn + warmUp);
      if (turn >= 0) timings[kind].push(performance.now() - start);
    }
  }
  return timings;
}

/** The area under the ROC curve: 0.5 means that response times reveal nothing, 0 and 1 that they reveal everything. */
export function auc({ existing, missing }: Timings): number {
  const pairs = existing.flatMap((a) => missing.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return pairs.reduce<number>((sum, score) => sum + score, 0) / pairs.length;
}

/**
 * 4.5 standard deviations of {@link auc} for timings that reveal nothing: exceeded by chance less than once in 100,000.
 * `calls` is the number of calls of each kind.
 */
export const maxChanceDeviation = (calls: number): number =>
  4.5 * Math.sqrt((2 * calls + 1) / (12 * calls ** 2));

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** No digits, because five of them would be refused as a phone number. */
export const randomLetters = (): string =>
  Bun.randomUUIDv7('hex').replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
