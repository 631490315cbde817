import { appendFileSync } from 'node:fs';

/** `bun run prove --full`. Test runs use a short form. */
export const isFull = process.env.PROVE === 'full';

export const sized = (short: number, full: number) => (isFull ? full : short);

/** A row of the table in docs/proofs.md. */
export type Figures = {
  /** The position in the table. The rows of one program have the same. */
  order: number;
  /** In terms that a user of the product understands. */
  promise: string;
  /** What was tried, with counts and, where they matter, durations. */
  sample: string;
  violations: number;
  /** The negative control. */
  control: { without: string; violations: number | 'fails, checked once by hand' };
  /** Bugs that the program found in the product, and their fixes. */
  found?: string[];
};

/** Under `bun run prove` it also stores the results for the table. */
export function reportFigures(figures: Figures): void {
  const { promise, sample, violations, control } = figures;
  console.log(
    `${promise}: ${sample}; ${violations} violations. Without ${control.without}: ${control.violations}.`,
  );
  if (process.env.PROVE_FIGURES) appendFileSync(process.env.PROVE_FIGURES, `${JSON.stringify(figures)}\n`);
}
