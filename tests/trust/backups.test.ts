// Whatever an import accepts can be exported, used and imported again. See backups/program.ts.
import { afterAll, expect, mock, test } from 'bun:test';
import * as rows from '../../src/features/backup/collections/rows';
import { testApp } from '../support/app';
import { reportFigures, sized } from '../support/proof';
import { noSum, type Sum, tryDocuments } from './backups/program';

const COUNT = sized(40, 2000);
/** A run mostly waits. */
const LANES = 2;
const CHANGES = 4;
/** The control tries fewer documents. */
const CONTROL = { count: 20, changes: 8 };

const sum = noSum();
const without = noSum();
const begun = performance.now();

async function tryInLanes(total: Sum, { count, changes }: { count: number; changes: number }): Promise<void> {
  const each = count / LANES;
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      const app = await testApp();
      await tryDocuments(app, total, { seed: 1 + lane * each, count: each, changes }).finally(() =>
        app.stop(),
      );
    }),
  );
}

test('an accepted backup is exported and imported again with equal bytes, and works in use', async () => {
  await tryInLanes(sum, { count: COUNT, changes: CHANGES });
  expect(sum.faults.slice(0, 10)).toEqual([]);
  // Documents that are refused completely cannot cause faults.
  expect(sum.whole).toBeGreaterThan(COUNT / 3);
  expect(sum.partly).toBeGreaterThan(COUNT / 10);
});

test('control: finds faults when an import accepts every value that the database accepts', async () => {
  const real = { ...rows };
  mock.module('../../src/features/backup/collections/rows', () => ({
    ...real,
    readRow: (_: string, record: unknown) => ({ row: record }),
  }));
  try {
    await tryInLanes(without, CONTROL);
  } finally {
    mock.module('../../src/features/backup/collections/rows', () => real);
  }
  expect(without.faults).not.toEqual([]);
});

afterAll(() => {
  const seconds = Math.round((performance.now() - begun) / 1000);
  reportFigures({
    order: 14,
    promise: 'Any backup that an import accepts can be exported, used and imported again',
    sample: `${sum.documents} random backups (valid, changed in up to four places, extreme), a quarter of them imported by the script: ${sum.whole} imported completely, ${sum.partly} partly, ${sum.refused} refused; ${sum.calls} calls as visitor, member and admin after the imports, and three round trips for each, one of them on an empty calendar; in ${seconds} s`,
    violations: sum.faults.length,
    control: { without: 'validation of values on import', violations: without.faults.length },
  });
});
