/** How long calls took, in milliseconds, where there is an account and where there is none. */
export type Timings = { existing: number[]; missing: number[] };

/** Calls for both kinds in turns, which one first left to chance, after a few that do not count. `call` is told its turn. */
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
 * How well time alone tells the two kinds apart: the share of pairs in which the existing one took longer (the area
 * under the ROC curve). 0.5 tells nothing, 0 and 1 everything.
 */
export function auc({ existing, missing }: Timings): number {
  const pairs = existing.flatMap((a) => missing.map((b) => (a > b ? 1 : a === b ? 0.5 : 0)));
  return pairs.reduce<number>((sum, win) => sum + win, 0) / pairs.length;
}

/** How far from 0.5 an {@link auc} of so many calls each may be by chance: less than once in 100,000 times it is further. */
export const chance = (calls: number): number => 4.5 * Math.sqrt((2 * calls + 1) / (12 * calls ** 2));

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** A unique name without digits, because five of them would be refused as a phone number. */
export const randomLetters = (): string =>
  Bun.randomUUIDv7('hex').replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
