// Whatever an import takes can be exported, used and imported again (D19). See backups/program.ts.
import { afterAll, expect, mock, test } from 'bun:test';
import * as rows from '../../src/features/backup/collections/rows';
import { testApp } from '../support/app';
import { sized, tellFigures } from '../support/proof';
import { noSum, type Sum, tryDocuments } from './backups/program';

const COUNT = sized(40, 2000);
/** Two calendars at a time: most of a run is waiting. */
const LANES = 2;
const CHANGES = 4;
/** Changed in more places, for there are fewer of them. */
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

test('what is taken is exported and taken again byte by byte, and logins, lists, edits and new ads work', async () => {
  await tryInLanes(sum, { count: COUNT, changes: CHANGES });
  expect(sum.faults.slice(0, 10)).toEqual([]);
  // Most of what was drawn must get so far that it can break something.
  expect(sum.whole).toBeGreaterThan(COUNT / 3);
  expect(sum.partly).toBeGreaterThan(COUNT / 10);
});

test('control, every value taken that the database takes: fails', async () => {
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
  tellFigures({
    order: 14,
    promise: 'Whatever an import takes can be exported, used and imported again',
    tried: `${sum.documents} random backups (valid, changed in up to four places, extreme), a quarter of them by the script: ${sum.whole} were taken whole, ${sum.partly} in part, ${sum.refused} refused; after each ${sum.calls} calls in all as visitor, member and admin, and three round trips, one of them on an empty calendar; in ${seconds} s`,
    broken: sum.faults.length,
    control: { without: 'the checks of values on import', broken: without.faults.length },
  });
});
