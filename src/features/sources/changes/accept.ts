import * as v from 'valibot';
import { withConsequences } from '#src/features/events/changes/rules.ts';
import { changeFields, type FieldChange, lockEvents } from '#src/features/events/changes/service.ts';
import { type ColumnValues, EventInput, findFieldConflict } from '#src/features/events/contract.ts';
import { IMPORT_FIELD_NAMES } from '#src/features/events/fields.ts';
import { positionFromGazetteer } from '#src/features/events/places/rules.ts';
import { addToSeries } from '#src/features/events/series/service.ts';
import { openBatch } from '#src/features/history/service.ts';
import { createEventIndex } from '#src/features/imports/rows/same-events.ts';
import { type ImportedEvent, insertImportedEvents } from '#src/features/imports/service.ts';
import type { Context } from '#src/platform/context.ts';
import type { Db } from '#src/platform/database.ts';
import { inTurns, mapInTurns } from '#src/platform/turns.ts';
import { dayInStockholm } from '#src/shared/dates.ts';
import { detailOf } from '#src/shared/errors.ts';
import { omit } from '#src/shared/omit.ts';
import { pick } from '#src/shared/pick.ts';
import type { AcceptResult } from '../contract.ts';
import type { SourceRow } from '../store.ts';
import * as store from './store.ts';

type Accepted = { key: string; event_id: string; fields: ColumnValues };

const EMPTY_EVENT = pick(
  v.parse(EventInput, {
    event_date: '2000-01-01',
    event_name: '-',
    distances: '1 km',
    sport_type: 'Löpning',
  }),
  IMPORT_FIELD_NAMES,
);

/**
 * Writes the changes into the calendar as one batch. Call it with the locks of imports, which keeps two of them from
 * adding the same event, and of series. Changes that do not fit their event are reported and still wait.
 */
export async function acceptChanges(
  tx: Db,
  { now }: Pick<Context, 'now'>,
  source: Pick<SourceRow, 'id' | 'name'>,
  changes: readonly store.ChangeRow[],
  madeBy: string | null,
): Promise<AcceptResult> {
  const batch = await openBatch(
    tx,
    { now },
    { kind: 'source', name: source.name, made_by: madeBy, source_id: source.id },
  );
  const added = await addEvents(
    tx,
    changes.filter(({ event_id }) => event_id === null),
  );
  const { changed, conflicts } = await changeEvents(
    tx,
    dayInStockholm(now()),
    changes.filter(({ event_id }) => event_id !== null),
  );
  await store.storeAccepted(tx, source.id, [...added, ...changed]);
  return { accepted: added.length + changed.length, batch_id: (await batch.close()) ?? null, conflicts };
}

/** An event that was added meanwhile is not added again. */
async function addEvents(tx: Db, changes: readonly store.ChangeRow[]): Promise<Accepted[]> {
  if (changes.length === 0) return [];
  const rows = await mapInTurns(changes, ({ key, after }) => {
    const event = { ...EMPTY_EVENT, ...after } as EventInput;
    const row: ImportedEvent = { ...event, id: Bun.randomUUIDv7(), ...positionFromGazetteer(event) };
    return { key, row, fields: after };
  });
  const days = rows.map(({ row }) => row.event_date);
  const index = createEventIndex(await store.findIdentitiesOn(tx, days));
  const accepted = await mapInTurns(rows, ({ key, row, fields }) => {
    const same = index.findOrAdd(row);
    return { key, event_id: same?.id ?? row.id, fields, row: same ? undefined : row };
  });
  const newRows = accepted.flatMap(({ row }) => row ?? []);
  await addToSeries(tx, newRows, (editions) => insertImportedEvents(tx, editions));
  return accepted.map((one) => omit(one, 'row'));
}

async function changeEvents(tx: Db, today: string, changes: readonly store.ChangeRow[]) {
  const rows = await lockEvents(
    tx,
    changes.map(({ event_id }) => event_id ?? ''),
  );
  const eventsById = new Map(rows.map((row) => [row.id, row]));
  const changed: Accepted[] = [];
  const writes: FieldChange[] = [];
  const conflicts: AcceptResult['conflicts'] = [];
  for await (const [, { id, key, event_id, after }] of inTurns(changes)) {
    const event = eventsById.get(event_id ?? '');
    if (!event) continue;
    const fields = withConsequences(event, after);
    const conflict = findFieldConflict({ ...event, ...fields } as Parameters<typeof findFieldConflict>[0]);
    if (conflict)
      conflicts.push({ change_id: id, event_name: event.event_name, detail: detailOf(conflict.code) });
    else {
      writes.push({ id: event.id, fields });
      changed.push({ key, event_id: event.id, fields: after });
    }
  }
  await changeFields(tx, today, writes);
  return { changed, conflicts };
}
