import { databaseCode } from '../failures';

/** What the database says to every statement after the one that failed. */
const AFTER_A_FAULT = '25P02';

/**
 * Statements of one transaction that are sent at once, and done one after the other. When one of them fails so do those
 * after it, and which is heard of first is chance: thrown is what the first of them failed of.
 */
export async function together<Statements extends readonly PromiseLike<unknown>[]>(
  statements: [...Statements],
): Promise<{ [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  const settled = await Promise.allSettled(statements);
  const faults = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (faults.length > 0) throw faults.find((fault) => databaseCode(fault) !== AFTER_A_FAULT) ?? faults[0];
  return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as never;
}
