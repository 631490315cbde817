import { setImmediate } from 'node:timers/promises';
import type { Context } from '../../../platform/context';
import type { EventInput, ImportResult } from '../contract';
import { checkRow, describeRowError, type ImportPlan, planImport, type RowError } from './plan';
import { type EventRow, readEventSheet } from './spreadsheet';
import * as store from './store';

export type ImportProgress = { stage: 'reading' | 'checking' | 'storing'; done: number; total: number };

export type ImportOptions = {
  bytes: Uint8Array;
  filename: string;
  /** Says what would happen, stores nothing. */
  dryRun?: boolean;
  /** Writes over events that are there already instead of telling them as errors. */
  update?: boolean;
  onProgress?: (progress: ImportProgress) => void;
};

/**
 * Imports events from a CSV or Excel file (section 5, D15). Good rows are stored, all of them or after a crash none;
 * bad rows are told. Throws an AppError `import.*` for a file that cannot be used at all.
 */
export async function importEvents(
  { database: { sql } }: Pick<Context, 'database'>,
  { bytes, filename, dryRun = false, update = false, onProgress = () => {} }: ImportOptions,
): Promise<ImportResult> {
  onProgress({ stage: 'reading', done: 0, total: 1 });
  const { columns, rows } = await readEventSheet(bytes, filename);
  const { good, bad } = await checkRows(rows, onProgress);
  const days = good.map(({ event }) => event.event_date);
  const decide = async (transaction: Parameters<typeof store.findEventsOn>[0]) =>
    planImport(good, await store.findEventsOn(transaction, days), { columns, update });

  onProgress({ stage: 'storing', done: 0, total: good.length });
  const plan = dryRun
    ? await decide(sql)
    : await sql.begin(async (transaction) => {
        await store.lockImports(transaction);
        const decided = await decide(transaction);
        await store.insertEvents(transaction, decided.inserts);
        await store.updateEvents(transaction, decided.updates);
        return decided;
      });
  onProgress({ stage: 'storing', done: good.length, total: good.length });
  return resultOf(plan, bad, rows.length);
}

type GoodRow = { number: number; event: EventInput };

const ROWS_AT_ONCE = 250;

/** Checks the rows in small lots, so that a server answers others in between. */
async function checkRows(rows: readonly EventRow[], onProgress: (progress: ImportProgress) => void) {
  const good: GoodRow[] = [];
  const bad: RowError[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_AT_ONCE === 0) {
      onProgress({ stage: 'checking', done: index, total: rows.length });
      await setImmediate();
    }
    const checked = checkRow(row);
    if ('event' in checked) good.push(checked);
    else bad.push(checked);
  }
  return { good, bad };
}

function resultOf(plan: ImportPlan, bad: readonly RowError[], total: number): ImportResult {
  const errors = [...bad, ...plan.existing].sort((a, b) => a.number - b.number);
  return {
    imported_count: plan.inserts.length + plan.updatedRows,
    updated_count: plan.updatedRows,
    existing_count: plan.existing.length,
    total_rows: total,
    errors: errors.map(describeRowError),
  };
}
