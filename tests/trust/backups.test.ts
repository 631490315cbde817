// Whatever an import accepts can be exported, used and imported again. See backups/program.ts.
import { afterAll, expect, mock, test } from 'bun:test';
import * as rows from '../../src/features/backup/collections/rows';
import { testApp } from '../support/app';
import { reportFigures, sized } from '../support/proof';
import { newTotals, type Totals, tryDocuments } from './backups/program';

const COUNT = sized(40, 2000);
/** A run mostly waits. */
const CONCURRENCY = 2;
const MAX_CHANGES = 4;
/** The control tries fewer documents. */
const CONTROL_OPTIONS = { count: 20, changes: 8 };

const totals = newTotals();
const controlTotals = newTotals();
const startedAt = performance.now();

async function tryConcurrently(
  total: Totals,
  { count, changes }: { count: number; changes: number },
): Promise<void> {
  const documentsEach = count / CONCURRENCY;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async (_, lane) => {
      const app = await testApp();
      await tryDocuments(app, total, {
        seed: 1 + lane * documentsEach,
        count: documentsEach,
        changes,
      }).finally(() => app.stop());
    }),
  );
}

test('an accepted backup is exported and imported again with equal bytes, and works in use', async () => {
  await tryConcurrently(totals, { count: COUNT, changes: MAX_CHANGES });
  expect(totals.violations.slice(0, 10)).toEqual([]);
  // Documents that are refused completely cannot cause violations.
  expect(totals.complete).toBeGreaterThan(COUNT / 3);
  expect(totals.partial).toBeGreaterThan(COUNT / 10);
});

test('control: finds violations when an import accepts every value that the database accepts', async () => {
  const originalModule = { ...rows };
  mock.module('../../src/features/backup/collections/rows', () => ({
    ...originalModule,
    readRow: (_: string, record: unknown) => ({ row: record }),
  }));
  try {
    await tryConcurrently(controlTotals, CONTROL_OPTIONS);
  } finally {
    mock.module('../../src/features/backup/collections/rows', () => originalModule);
  }
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
