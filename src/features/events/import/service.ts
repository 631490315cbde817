import { setImmediate } from 'node:timers/promises';
import type { AdminContext, Context } from '../../../platform/context';
import type { Db } from '../../../platform/database';
import { recordAct } from '../../audit/service';
import type { ImportPreview, ImportResult } from './contract';
import { checkRow, describeRowError, type GoodRow, type PlannedRow, planImport, type RowError } from './plan';
import { gatherPreview } from './preview';
import { type EventSheet, readEventSheet } from './spreadsheet';
import * as store from './store';

export { importTemplate } from './spreadsheet';

export type ImportProgress = { stage: 'reading' | 'checking' | 'storing'; done: number; total: number };

export type ImportFile = {
  bytes: Uint8Array;
  filename: string;
  /** Writes over events that are there already instead of telling them as errors. */
  update?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Ends the import; nothing of it is stored then. */
  signal?: AbortSignal;
};

type Options = ImportFile & {
  /** What {@link previewImport} named its preview. */
  preview?: string | undefined;
  /** The admin who imports, for the audit log; none when a script does. */
  by?: Pick<AdminContext, 'now' | 'admin'>;
};

type Read = { good: GoodRow[]; bad: RowError[] } & Pick<
  EventSheet,
  'columns' | 'ignoredColumns' | 'ignoredSheets'
>;

/**
 * Imports events from a CSV or Excel file (section 5, D15). Good rows are stored, all of them or after a crash none;
 * bad rows are told. Throws an AppError `import.*` for a file that cannot be used at all.
 */
export async function importEvents(
  { database: { db } }: Pick<Context, 'database'>,
  { preview, by, ...file }: Options,
): Promise<ImportResult> {
  const { update = false, onProgress = () => {}, signal } = file;
  const read = await readFile(file);
  onProgress({ stage: 'storing', done: 0, total: read.good.length });
  const plan = await db.transaction(async (tx) => {
    await store.lockImports(tx);
    const decided = await decide(tx, read, { update, keep: update, signal });
    await store.insertEvents(tx, eventsOf(decided, 'new'));
    await store.updateEvents(tx, eventsOf(decided, 'updated'));
    const { imported_count } = resultOf(decided, read);
    const name = `${file.filename}: ${imported_count} evenemang`;
    // When nothing was stored there was no act (D24).
    if (by && imported_count > 0) await recordAct(tx, by, 'event.import', { id: null, name });
    signal?.throwIfAborted();
    return decided;
  });
  onProgress({ stage: 'storing', done: read.good.length, total: read.good.length });
  const result = resultOf(plan, read);
  if (preview === undefined) return result;
  return { ...result, as_previewed: (await shown(plan, result)).preview === preview };
}

/** Says what {@link importEvents} would do with the file, row by row; stores nothing. */
export async function previewImport(
  { database: { db } }: Pick<Context, 'database'>,
  file: ImportFile,
): Promise<ImportPreview> {
  const read = await readFile(file);
  const plan = await decide(db, read, { update: file.update ?? false, keep: false, signal: file.signal });
  const result = resultOf(plan, read);
  return { ...result, ...(await shown(plan, result)) };
}

async function readFile({ bytes, filename, onProgress = () => {}, signal }: ImportFile): Promise<Read> {
  onProgress({ stage: 'reading', done: 0, total: 1 });
  const { rows, ...sheet } = await readEventSheet(bytes, filename, signal);
  const good: GoodRow[] = [];
  const bad: RowError[] = [];
  for await (const [index, row] of inLots(rows, signal)) {
    if (index % ROWS_AT_ONCE === 0) onProgress({ stage: 'checking', done: index, total: rows.length });
    const checked = checkRow(row);
    if ('event' in checked) good.push(checked);
    else bad.push(checked);
  }
  return { ...sheet, good, bad };
}

type Plan = { rows: PlannedRow[]; repeated: RowError[] };

async function decide(
  db: Db,
  { good, columns }: Read,
  { update, keep, signal }: { update: boolean; keep: boolean; signal: AbortSignal | undefined },
): Promise<Plan> {
  const days = good.map(({ event }) => event.event_date);
  const planRow = planImport(await store.findEventsOn(db, days, { keep }), { columns, update });
  const plan: Plan = { rows: [], repeated: [] };
  for await (const [, row] of inLots(good, signal)) {
    const planned = planRow(row);
    if ('outcome' in planned) plan.rows.push(planned);
    else plan.repeated.push(planned);
  }
  return plan;
}

const eventsOf = (plan: Plan, outcome: PlannedRow['outcome']) =>
  plan.rows.filter((row) => row.outcome === outcome).map(({ event }) => event);

async function shown(plan: Plan, { errors }: ImportResult) {
  const preview = gatherPreview();
  for await (const [, row] of inLots(plan.rows)) preview.add(row);
  return preview.end(errors);
}

function resultOf(plan: Plan, { good, bad, ignoredColumns, ignoredSheets }: Read): ImportResult {
  const count = (outcome: PlannedRow['outcome']) => plan.rows.filter((row) => row.outcome === outcome).length;
  const existing = plan.rows
    .filter(({ outcome }) => outcome === 'exists')
    .map(({ number }): RowError => ({ number, code: 'event.exists' }));
  const errors = [...bad, ...plan.repeated, ...existing].sort((a, b) => a.number - b.number);
  return {
    imported_count: count('new') + count('updated'),
    updated_count: count('updated'),
    existing_count: existing.length,
    total_rows: good.length + bad.length,
    errors: errors.map(describeRowError),
    ignored_columns: ignoredColumns,
    ignored_sheets: ignoredSheets,
    as_previewed: null,
  };
}

const ROWS_AT_ONCE = 250;

/** One after another, with a pause after each lot in which a server answers others. */
async function* inLots<Row>(rows: readonly Row[], signal?: AbortSignal): AsyncGenerator<[number, Row]> {
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_AT_ONCE === 0) {
      await setImmediate();
      signal?.throwIfAborted();
    }
    yield [index, row];
  }
}
