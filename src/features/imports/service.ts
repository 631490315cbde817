import { recordAction } from '#src/features/audit/service.ts';
import { findStates, followChanges } from '#src/features/events/changes/service.ts';
import { addToSeries, lockSeries } from '#src/features/events/series/service.ts';
import { openBatch } from '#src/features/history/service.ts';
import type { AdminContext, Context } from '#src/platform/context.ts';
import type { Reader } from '#src/platform/database.ts';
import { requireLiveSession } from '#src/platform/procedure/admin-access.ts';
import { inTurns } from '#src/platform/turns.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import type { ImportPreview, ImportResult } from './contract.ts';
import { type PlannedRow, planImport, rowChecker, type ValidRow } from './rows/plan.ts';
import { createPreview } from './rows/preview.ts';
import { type EventSheet, readEventSheet } from './rows/spreadsheet.ts';
import { withStateWords } from './rows/title-words.ts';
import { describeReplacements, describeRowError, type RowError } from './rules.ts';
import type { ImportedEvent } from './store.ts';
import * as store from './store.ts';

export { importTemplate } from './rows/spreadsheet.ts';
export { type ImportedEvent, insertImportedEvents, lockImports } from './store.ts';

export type ImportProgress = { stage: 'reading' | 'checking' | 'storing'; done: number; total: number };

type ImportFile = {
  bytes: Uint8Array;
  filename: string;
  /** Whether to overwrite existing events. By default they are reported as errors. */
  update?: boolean;
  onProgress?: (progress: ImportProgress) => void;
  /** Aborting stores nothing. */
  signal?: AbortSignal;
};

type Options = ImportFile & {
  /** The `preview` hash returned by {@link previewImport}. */
  previewHash?: string | undefined;
  /** Who imports, for the audit log. Undefined for the script, which writes no entry. */
  auditContext?: AdminContext;
};

/** Stores the valid rows in one transaction and reports the others. Throws `import.*` for files that cannot be read. */
export async function importEvents(
  { database: { db }, now }: Pick<Context, 'database' | 'now'>,
  { previewHash, auditContext, ...file }: Options,
): Promise<ImportResult> {
  const { update = false, signal, onProgress = () => {} } = file;
  const sheet = await readFile(file);
  const today = dayInStockholm(now());
  const checkedRows = await checkRows(sheet, today, file);
  const { plan, batchId } = await db.transaction(async (tx) => {
    await store.lockImports(tx);
    // Before the events that it updates, as everywhere.
    if (update) await lockSeries(tx);
    const batch = await openBatch(
      tx,
      { now },
      {
        kind: 'import',
        name: file.filename,
        made_by: auditContext?.admin.username ?? null,
      },
    );
    const plan = await makePlan(tx, checkedRows, { ...file, lock: update });
    const newEvents = eventsOf(plan, 'new');
    const updatedEvents = eventsOf(plan, 'updated');
    const total = newEvents.length + updatedEvents.length;
    let done = 0;
    onProgress({ stage: 'storing', done, total });
    await addToSeries(tx, newEvents, async (editions) => {
      signal?.throwIfAborted();
      await store.insertImportedEvents(tx, editions);
      done += editions.length;
      onProgress({ stage: 'storing', done, total });
    });
    const offEvents = updatedEvents.filter(
      ({ status, transfer_policy }) => status !== 'scheduled' || transfer_policy === 'forbidden',
    );
    const statesBefore = await findStates(
      tx,
      offEvents.map(({ id }) => id),
    );
    await store.updateEvents(tx, updatedEvents);
    if (updatedEvents.length > 0) onProgress({ stage: 'storing', done: total, total });
    await followChanges(tx, today, statesBefore);
    const batchId = await batch.close();
    const { imported_count } = resultOf(plan, sheet);
    const name = `${file.filename}: ${imported_count} evenemang`;
    // At the end, because several of the statements above wait for locks.
    if (auditContext) await requireLiveSession(auditContext, tx);
    if (auditContext && imported_count > 0)
      await recordAction(tx, auditContext, 'event.import', { id: batchId ?? null, name });
    signal?.throwIfAborted();
    return { plan, batchId };
  });
  const result = { ...resultOf(plan, sheet), import_id: batchId ?? null };
  if (previewHash === undefined) return result;
  return { ...result, as_previewed: (await previewOf(plan, result)).preview === previewHash };
}

export async function previewImport(
  { database: { db }, now }: Pick<Context, 'database' | 'now'>,
  file: ImportFile,
): Promise<ImportPreview> {
  const sheet = await readFile(file);
  const checkedRows = await checkRows(sheet, dayInStockholm(now()), file);
  const plan = await makePlan(db, checkedRows, { ...file, lock: false });
  const result = resultOf(plan, sheet);
  return { ...result, ...(await previewOf(plan, result)) };
}

function readFile({ bytes, filename, onProgress = () => {}, signal }: ImportFile): Promise<EventSheet> {
  onProgress({ stage: 'reading', done: 0, total: 1 });
  return readEventSheet(bytes, filename, signal);
}

/** The errors are in the order of the rows. */
type Plan = { rows: PlannedRow[]; errors: string[] };

const ROWS_PER_PROGRESS = 50;

async function checkRows(
  { rows }: EventSheet,
  today: string,
  { signal, onProgress = () => {} }: Pick<ImportFile, 'signal' | 'onProgress'>,
): Promise<(ValidRow | RowError)[]> {
  const check = rowChecker(today);
  const checkedRows: (ValidRow | RowError)[] = [];
  for await (const [done, row] of inTurns(rows, signal)) {
    if (done % ROWS_PER_PROGRESS === 0) onProgress({ stage: 'checking', done, total: rows.length });
    // Here, where it pauses: reading many titles takes seconds.
    checkedRows.push(check({ ...row, cells: withStateWords(row.cells) }));
  }
  onProgress({ stage: 'checking', done: rows.length, total: rows.length });
  return checkedRows;
}

async function makePlan(
  db: Reader,
  checkedRows: readonly (ValidRow | RowError)[],
  { update, lock, signal }: Pick<ImportFile, 'update' | 'signal'> & { lock: boolean },
): Promise<Plan> {
  const days = [...new Set(checkedRows.flatMap((row) => ('event' in row ? row.event.event_date : [])))];
  const decide = planImport(
    update
      ? { update, events: await store.findEventsOn(db, days, { lock }) }
      : { update: false, events: await store.findNamesOn(db, days) },
  );
  const plan: Plan = { rows: [], errors: [] };
  for await (const [, row] of inTurns(checkedRows, signal)) {
    const planned = 'event' in row ? decide(row) : row;
    if ('outcome' in planned) plan.rows.push(planned);
    const error = errorOf(planned);
    if (error) plan.errors.push(describeRowError(error));
  }
  return plan;
}

function errorOf(planned: PlannedRow | RowError): RowError | undefined {
  if (!('outcome' in planned)) return planned;
  if (planned.outcome === 'exists') return { number: planned.number, problems: [{ code: 'event.exists' }] };
  return undefined;
}

const eventsOf = (plan: Plan, outcome: PlannedRow['outcome']): ImportedEvent[] =>
  plan.rows.filter((row) => row.outcome === outcome).map(({ event }) => event);

async function previewOf(plan: Plan, { errors }: ImportResult) {
  const preview = createPreview();
  for await (const [, row] of inTurns(plan.rows)) preview.add(row);
  for await (const [, error] of inTurns(errors)) preview.addError(error);
  return preview.finish();
}

/** Why a row is ignored. */
const IGNORED_ROW = 'raden har bara text i kolumner som inte läses';

function resultOf(
  plan: Plan,
  { rows, ignoredColumns, ignoredSheets, ignoredRows, replacements }: EventSheet,
): ImportResult {
  const count = (outcome: PlannedRow['outcome']) => eventsOf(plan, outcome).length;
  return {
    imported_count: count('new') + count('updated'),
    updated_count: count('updated'),
    existing_count: count('exists'),
    total_rows: rows.length,
    found: rows.length + ignoredRows.length,
    ignored: ignoredRows.map((row) => ({ row, reason: IGNORED_ROW })),
    errors: plan.errors,
    warnings: replacements > 0 ? [describeReplacements(replacements, 'CSV-filen')] : [],
    ignored_columns: ignoredColumns,
    ignored_sheets: ignoredSheets,
    as_previewed: null,
    import_id: null,
  };
}
