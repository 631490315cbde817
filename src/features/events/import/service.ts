import { setImmediate } from 'node:timers/promises';
import type { AdminContext, Context } from '../../../platform/context';
import type { Reader } from '../../../platform/database';
import { recordAct } from '../../audit/service';
import type { ImportPreview, ImportResult } from './contract';
import {
  daysOf,
  describeRowError,
  type GoodRow,
  type PlannedRow,
  planImport,
  type RowError,
  rowChecker,
  type Stored,
} from './plan';
import { gatherPreview } from './preview';
import { type EventRow, type EventSheet, readEventSheet } from './spreadsheet';
import type { ImportedEvent } from './store';
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

/**
 * Imports events from a CSV or Excel file (section 5, D15). Good rows are stored, all of them or after a crash none;
 * bad rows are told. Throws an AppError `import.*` for a file that cannot be used at all.
 */
export async function importEvents(
  { database: { db, sql } }: Pick<Context, 'database'>,
  { preview, by, ...file }: Options,
): Promise<ImportResult> {
  const { update = false, signal } = file;
  const sheet = await readFile(file);
  const plan = await db.transaction(async (tx) => {
    await store.lockImports(tx);
    const planning = await openPlan(tx, sheet, { ...file, stage: 'storing', keep: update });
    await store.copyEvents(tx, sql, planning.added());
    const { plan } = planning;
    await store.updateEvents(
      tx,
      plan.rows.filter(({ outcome }) => outcome === 'updated').map(({ event }) => event),
    );
    const { imported_count } = resultOf(plan, sheet);
    const name = `${file.filename}: ${imported_count} evenemang`;
    // When nothing was stored there was no act (D24).
    if (by && imported_count > 0) await recordAct(tx, by, 'event.import', { id: null, name });
    signal?.throwIfAborted();
    return plan;
  });
  const result = resultOf(plan, sheet);
  if (preview === undefined) return result;
  return { ...result, as_previewed: (await shown(plan, result)).preview === preview };
}

/** Says what {@link importEvents} would do with the file, row by row; stores nothing. */
export async function previewImport(
  { database: { db } }: Pick<Context, 'database'>,
  file: ImportFile,
): Promise<ImportPreview> {
  const sheet = await readFile(file);
  const { plan, added } = await openPlan(db, sheet, { ...file, stage: 'checking', keep: false });
  for await (const _ of added());
  const result = resultOf(plan, sheet);
  return { ...result, ...(await shown(plan, result)) };
}

function readFile({ bytes, filename, onProgress = () => {}, signal }: ImportFile): Promise<EventSheet> {
  onProgress({ stage: 'reading', done: 0, total: 1 });
  return readEventSheet(bytes, filename, signal);
}

type Plan = { rows: PlannedRow[]; bad: RowError[] };

/**
 * Reads what is stored on the days of the file, and checks rows while the database looks for it. `added` then checks the others
 * and decides one row after another: it gives the new events, a lot at a time, and fills in the plan.
 */
async function openPlan(
  db: Reader,
  { rows, columns }: EventSheet,
  {
    update = false,
    keep,
    stage,
    signal,
    onProgress = () => {},
  }: Omit<ImportFile, 'bytes' | 'filename'> & { keep: boolean; stage: ImportProgress['stage'] },
) {
  const check = rowChecker();
  const days = new Set<string>();
  for await (const [, lot] of inLots(rows, signal)) for (const day of daysOf(lot)) days.add(day);
  const finding: Promise<Stored> = update
    ? store.findEventsOn(db, [...days], { keep }).then((events) => ({ update, columns, events }))
    : store.findNamesOn(db, [...days]).then((events) => ({ update, events }));
  let isFound = false;
  finding.catch(() => {}).then(() => (isFound = true));
  const checked: (GoodRow | RowError)[] = [];
  for await (const [done, lot] of inLots(rows, signal)) {
    if (isFound) break;
    onProgress({ stage, done, total: rows.length });
    for (const row of lot) checked.push(check(row));
  }
  const decide = planImport(await finding);
  const plan: Plan = { rows: [], bad: [] };

  function take(row: EventRow, index: number): ImportedEvent | undefined {
    const known = checked[index] ?? check(row);
    const planned = 'event' in known ? decide(known) : known;
    if (!('outcome' in planned)) plan.bad.push(planned);
    else if (plan.rows.push(planned) && planned.outcome === 'new') return planned.event;
    return undefined;
  }

  async function* added(): AsyncGenerator<ImportedEvent[]> {
    for await (const [done, lot] of inLots(rows, signal)) {
      onProgress({ stage, done: Math.max(done, checked.length), total: rows.length });
      yield lot.flatMap((row, index) => take(row, done + index) ?? []);
    }
    onProgress({ stage, done: rows.length, total: rows.length });
  }
  return { plan, added };
}

async function shown(plan: Plan, { errors }: ImportResult) {
  const preview = gatherPreview();
  for await (const [, lot] of inLots(plan.rows)) for (const row of lot) preview.add(row);
  return preview.end(errors);
}

function resultOf(plan: Plan, { rows, ignoredColumns, ignoredSheets }: EventSheet): ImportResult {
  const count = (outcome: PlannedRow['outcome']) => plan.rows.filter((row) => row.outcome === outcome).length;
  const existing = plan.rows
    .filter(({ outcome }) => outcome === 'exists')
    .map(({ number }): RowError => ({ number, code: 'event.exists' }));
  const errors = [...plan.bad, ...existing].sort((a, b) => a.number - b.number);
  return {
    imported_count: count('new') + count('updated'),
    updated_count: count('updated'),
    existing_count: existing.length,
    total_rows: rows.length,
    errors: errors.map(describeRowError),
    ignored_columns: ignoredColumns,
    ignored_sheets: ignoredSheets,
    as_previewed: null,
  };
}

/** Some milliseconds, also when every cell is as long as it may be. */
const ROWS_AT_ONCE = 50;

/** One lot after another and how many rows came before it, with a pause before each in which a server answers others. */
async function* inLots<Row>(rows: readonly Row[], signal?: AbortSignal): AsyncGenerator<[number, Row[]]> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await setImmediate();
    signal?.throwIfAborted();
    yield [start, rows.slice(start, start + ROWS_AT_ONCE)];
  }
}
