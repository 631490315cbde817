export type Rounds<Found> = Record<string, Found[]>;

/** Runs the measurements in turn, so that a slow phase of the machine affects all of them. */
export async function runAlternating<Found>(
  rounds: number,
  measurements: Record<string, () => Promise<Found>>,
): Promise<Rounds<Found>> {
  const found: Rounds<Found> = Object.fromEntries(Object.keys(measurements).map((name) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const [name, measure] of Object.entries(measurements)) {
      console.error(`round ${round} of ${rounds}: ${name}`);
      found[name]?.push(await measure());
    }
  }
  return found;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function formatNumber(number: number): string {
  if (Math.abs(number) >= 100) return Math.round(number).toLocaleString('en').replaceAll(',', ' ');
  return String(Number(number.toPrecision(3)));
}

export const spread = (numbers: readonly number[]): string =>
  `${formatNumber(Math.min(...numbers))} to ${formatNumber(Math.max(...numbers))}`;

export const percent = (ratio: number): string => `${formatNumber(ratio * 100)} %`;
export const times = (ratio: number): string => `${formatNumber(ratio)} x`;

export const atLeast = (limit: number, value: number, format: (value: number) => string): string =>
  `at least ${format(limit)}: ${value >= limit ? 'met' : `missed by ${format(limit - value)}`}`;

export const atMost = (limit: number, value: number, format: (value: number) => string): string =>
  `at most ${format(limit)}: ${value <= limit ? 'met' : `missed by ${format(value - limit)}`}`;
