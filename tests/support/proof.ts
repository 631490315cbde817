import { appendFileSync } from 'node:fs';

/** Whether this is the full form, `bun run prove --full`. Test runs use a short form. */
export const isFull = process.env.PROVE === 'full';

/** Returns the size for the form that is running. */
export const sized = (short: number, full: number) => (isFull ? full : short);

/** A row of the table in docs/proofs.md. */
export type Figures = {
  /** Position in the table. Rows of one program share it. */
  order: number;
  /** The promise, in terms that a user of the product understands. */
  promise: string;
  /** What was measured, with counts and, where they matter, times. */
  sample: string;
  /** How often the promise did not hold. */
  violations: number;
  /** The negative control: the safeguard that was removed, and the violations without it. */
  control: { without: string; violations: number | 'fails, checked once by hand' };
  /** Bugs that the program found in the product, and their fixes. */
  found?: string[];
};

/** Prints the results of a program. Under `bun run prove` it also stores them for the table. */
export function reportFigures(figures: Figures): void {
  const { promise, sample, violations, control } = figures;
  console.log(
    `${promise}: ${sample}; ${violations} violations. Without ${control.without}: ${control.violations}.`,
  );
  if (process.env.PROVE_FIGURES) appendFileSync(process.env.PROVE_FIGURES, `${JSON.stringify(figures)}\n`);
}
