import { databaseCode } from '#src/platform/failures.ts';

/** SQLSTATE `in_failed_sql_transaction`: every statement after the failed one gets it. */
const IN_FAILED_TRANSACTION = '25P02';

/**
 * Pipelines statements of one transaction: sends them without waiting for each result. The database runs them in order.
 * When one fails, the later ones fail too. Throws the error of the first one that failed.
 */
export async function pipelined<Statements extends readonly PromiseLike<unknown>[]>(
  statements: [...Statements],
): Promise<{ [Index in keyof Statements]: Awaited<Statements[Index]> }> {
  const results = await Promise.allSettled(statements);
  const errors = results.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (errors.length > 0) {
    throw errors.find((error) => databaseCode(error) !== IN_FAILED_TRANSACTION) ?? errors[0];
  }
  return results.map((one) => (one as PromiseFulfilledResult<unknown>).value) as never;
}
