// Whatever an import accepts can be exported, used and imported again. See backups/program.ts.
import { afterAll, expect, mock, test } from 'bun:test';
import * as rows from '#src/features/backup/collections/rows.ts';
import { testApp } from '#tests/support/app.ts';
import { reportFigures, sized } from '#tests/support/proof.ts';
import { checkDocuments, newTotals, type Totals } from './backups/program.ts';

const COUNT = sized(40, 2000);
/** More than one run, because a run mostly waits. */
const CONCURRENCY = 2;
const MAX_CHANGES = 4;
/** Fewer documents than in the test, with more changes each. */
const CONTROL_OPTIONS = { count: 40, maxChanges: 8 };

const totals = newTotals();
const controlTotals = newTotals();
const startedAt = performance.now();

async function checkConcurrently(
  totals: Totals,
  { count, maxChanges }: { count: number; maxChanges: number },
): Promise<void> {
  const documentsEach = count / CONCURRENCY;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async (_, runIndex) => {
      const app = await testApp();
      await checkDocuments(app, totals, {
        seed: 1 + runIndex * documentsEach,
        count: documentsEach,
        maxChanges,
      }).finally(() => app.stop());
    }),
  );
}

test('an accepted backup exports the same bytes again after a second import, and every API call works', async () => {
  await checkConcurrently(totals, { count: COUNT, maxChanges: MAX_CHANGES });
  expect(totals.violations.slice(0, 10)).toEqual([]);
  // Documents that are refused completely cannot cause violations.
  expect(totals.complete).toBeGreaterThan(COUNT / 3);
  expect(totals.partial).toBeGreaterThan(COUNT / 10);
});

test('control: finds violations when an import accepts every value that the database accepts', async () => {
  const originalModule = { ...rows };
  mock.module('#src/features/backup/collections/rows.ts', () => ({
    ...originalModule,
    readRow: (_: string, record: unknown) => ({ row: record }),
  }));
  try {
    await checkConcurrently(controlTotals, CONTROL_OPTIONS);
  } finally {
    mock.module('#src/features/backup/collections/rows.ts', () => originalModule);
  }
  // If this fails, the documents of these seeds happen to be harmless: use more.
  expect(controlTotals.violations).not.toEqual([]);
});

afterAll(() => {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  reportFigures({
    order: 14,
    promise: 'Any backup that an import accepts can be exported, used and imported again',
    sample: `${totals.documents} random backups (valid, changed in up to four places, extreme), a quarter of them imported by the script: ${totals.complete} imported completely, ${totals.partial} partly, ${totals.refused} refused; ${totals.calls} calls as visitor, member and admin after the imports, and three round trips for each, one of them on an empty calendar; in ${seconds} s`,
    violations: totals.violations.length,
    control: { without: 'validation of values on import', violations: controlTotals.violations.length },
  });
});
