/** Response times in milliseconds for existing and for missing accounts. */
export type Timings = { existing: number[]; missing: number[] };

/** Calls both kinds in turn, in random order, after `warmUp` calls that are not measured. */
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

/**
 * How well response times distinguish the two kinds: the share of pairs in which the existing account took longer (the
 * area under the ROC curve). 0.5 means not at all, 0 and 1 mean completely.
 */
export function auc({ existing, missing }: Timings): number {
  const pairs = existing.flatMap((a) => missing.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return pairs.reduce<number>((sum, win) => sum + win, 0) / pairs.length;
}

/**
 * The largest random deviation of {@link auc} from 0.5 for this many calls each. It is exceeded less than once in
 * 100,000.
 */
export const maxChanceDeviation = (calls: number): number =>
  4.5 * Math.sqrt((2 * calls + 1) / (12 * calls ** 2));

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** A unique name without digits, because five of them would be refused as a phone number. */
export const randomLetters = (): string =>
  Bun.randomUUIDv7('hex').replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
