// Whatever a source or an import has is an event, ignored with a reason, or an error. See balance/program.ts.
import { afterAll, expect, test } from 'bun:test';
import { reportFigures, sized } from '#tests/support/proof.ts';
import { checkFiles, newTotals, readWithoutErrors } from './balance/program.ts';

const COUNT = sized(1000, 10_000);
const CONTROL_COUNT = 300;

const totals = newTotals();
const controlTotals = newTotals();
const startedAt = performance.now();

test('every part of a file with faults is an event, ignored with a reason, or an error', async () => {
  await checkFiles(totals, { count: COUNT });
  expect(totals.violations.slice(0, 10)).toEqual([]);
  // Files that are refused as a whole cannot cause violations.
  expect(totals.refused).toBeLessThan(COUNT / 5);
  for (const number of [totals.events, totals.ignored, totals.errors])
    expect(number).toBeGreaterThan(COUNT / 10);
}, 600_000);

test('control: finds violations when what cannot be read is not reported', async () => {
  await checkFiles(controlTotals, { count: CONTROL_COUNT, read: readWithoutErrors });
  expect(controlTotals.violations).not.toEqual([]);
}, 600_000);

afterAll(() => {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  reportFigures({
    order: 14,
    promise: 'Nothing of a calendar, table or feed is lost without a word, and no day is invented',
    sample: `${totals.files} calendars, tables and feeds with random faults, ${totals.refused} of them refused as a whole: ${totals.parts} components, rows and items became ${totals.events} events, ${totals.ignored} ignored with a reason, and ${totals.errors} errors; in ${seconds} s`,
    violations: totals.violations.length,
    control: { without: 'reporting what cannot be read', violations: controlTotals.violations.length },
  });
});
