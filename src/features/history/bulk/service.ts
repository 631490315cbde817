import { recordAction } from '#src/features/audit/service.ts';
import { changeFields, type FieldChange, lockEvents } from '#src/features/events/changes/service.ts';
import { type ColumnValues, findFieldConflict } from '#src/features/events/contract.ts';
import { removeEvents } from '#src/features/events/deletion/service.ts';
import { positionAfterChange } from '#src/features/events/places/rules.ts';
import { findSeries, lockSeries } from '#src/features/events/series/service.ts';
import type { AdminContext } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { AppError } from '#src/shared/errors.ts';
import { openBatch } from '../service.ts';
import { BULK_UNDO_MS } from '../undo/service.ts';
import type { BulkEdit, BulkResult, BulkValues } from './contract.ts';
import { describeBulkEdit } from './rules.ts';

type Row = Awaited<ReturnType<typeof lockEvents>>[number];

/** Changes all of the events or, if one of them does not exist or would become invalid, none. */
export function editEvents(ctx: AdminContext, { ids, set, dry_run, ...edit }: BulkEdit): Promise<BulkResult> {
  return ctx.database.db.transaction(async (tx) => {
    // Before the events, as everywhere.
    await lockSeries(tx);
    const series = set?.series_id ? await findSeries(tx, set.series_id) : undefined;
    const rows = await lockEvents(tx, ids);
    if (rows.length < ids.length) throw new AppError('event.not_found');
    const changes = set ? rows.flatMap((row) => changeOf(row, set) ?? []) : [];
    const changedIds = edit.delete ? ids : changes.map(({ id }) => id);
    if (dry_run || changedIds.length === 0) return { id: null, count: changedIds.length };
    const name = describeBulkEdit(changedIds.length, set, series?.name);
    const batch = await openBatch(tx, ctx, { kind: 'bulk', name, made_by: ctx.admin.username });
    if (edit.delete) await deleteAll(tx, ctx, batch.id, ids);
    else await changeFields(tx, dayInStockholm(ctx.now()), changes);
    await batch.close();
    await recordAction(tx, ctx, edit.delete ? 'event.bulk_delete' : 'event.bulk_set', {
      id: batch.id,
      name,
      details: { event_ids: changedIds },
    });
    return { id: batch.id, count: changedIds.length };
  });
}

function deleteAll(tx: Db, ctx: AdminContext, batchId: string, ids: string[]): Promise<void> {
  const now = ctx.now();
  return removeEvents(tx, ids, {
    batchId,
    removedBy: ctx.admin.username,
    removedAt: now.toISOString(),
    restorableUntil: new Date(now.getTime() + BULK_UNDO_MS).toISOString(),
  });
}

/** Undefined if the event has the values already. Throws the error of a conflict with its other fields. */
function changeOf(row: Row, set: BulkValues): FieldChange | undefined {
  const values = Object.entries(set).filter(([, value]) => value !== undefined);
  const changed = values.filter(([name, value]) => !isSame(row[name as keyof Row], value));
  if (changed.length === 0) return undefined;
  const fields: ColumnValues = Object.fromEntries(changed);
  const conflict = findFieldConflict({ ...row, ...fields } as Parameters<typeof findFieldConflict>[0]);
  if (conflict) throw new AppError(conflict.code);
  return { id: row.id, fields: { ...fields, ...positionAfterChange(row, fields) } };
}

/** Instants are equal whatever their time zone. */
const isSame = (stored: unknown, value: unknown) =>
  stored === value ||
  (typeof stored === 'string' &&
    typeof value === 'string' &&
    /T\d\d:/.test(value) &&
    Date.parse(stored) === Date.parse(value));
