import { appendFileSync } from 'node:fs';

/** Whether `bun run prove --full` asked for all of it; the tests run a short form. */
export const isFull = process.env.PROVE === 'full';

/** A size that differs between the short form and the full one. */
export const sized = (short: number, full: number) => (isFull ? full : short);

/** A row of the table that `bun run prove` writes. */
export type Figures = {
  /** The order of the rows; those of one program share it. */
  order: number;
  /** What is promised, in words that a user of the product understands. */
  promise: string;
  /** What was tried, with its counts and, where they matter, its times. */
  tried: string;
  /** How often the promise was broken. */
  broken: number;
  /** What was taken out for the control, and how often the promise was broken then; or that it was seen red by hand. */
  control: { without: string; broken: number | 'red, seen once by hand' };
  /** What the program found in the product when it was first run, and how each was mended; none when it found nothing. */
  found?: string[];
};

/** Prints the figures of a program and, under `bun run prove`, hands them in for its table. */
export function tellFigures(figures: Figures): void {
  const { promise, tried, broken, control } = figures;
  console.log(`${promise}: ${tried}; broken ${broken} times. Without ${control.without}: ${control.broken}.`);
  if (process.env.PROVE_FIGURES) appendFileSync(process.env.PROVE_FIGURES, `${JSON.stringify(figures)}\n`);
}
