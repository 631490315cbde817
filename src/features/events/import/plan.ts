import * as v from 'valibot';
import { detailOf, type ErrorCode, isErrorCode } from '../../../shared/errors';
import { EventInput } from '../contract';
import { findPlace } from '../places/gazetteer';
import { sameEventKey } from '../rules';
import type { Column, EventRow } from './spreadsheet';
import type { ImportedEvent } from './store';

export type RowError = { number: number; code: ErrorCode; column?: string };
export type CheckedRow = { number: number; event: EventInput } | RowError;

/** A row held against the same contract as the admin's form; the first thing wrong with it is told. */
export function checkRow({ number, cells }: EventRow): CheckedRow {
  const read = v.safeParse(EventInput, cells, { abortEarly: true });
  if (read.success) return { number, event: read.output };
  const [issue] = read.issues;
  const code = isErrorCode(issue.message) ? issue.message : 'request.invalid';
  const key = issue.path?.[0]?.key;
  return { number, code, column: typeof key === 'string' ? key : undefined };
}

/** `Rad N: <why>`; the column stands behind where the sentence by itself leaves open which is meant. */
export function describeRowError({ number, code, column }: RowError): string {
  const isVague = code === 'event.required' || code.startsWith('request.');
  return `Rad ${number}: ${detailOf(code)}${isVague && column ? ` (${column})` : ''}`;
}

export type ImportPlan = {
  inserts: ImportedEvent[];
  updates: ImportedEvent[];
  updatedRows: number;
  existing: RowError[];
};

type Options = { columns: ReadonlySet<Column>; update: boolean };

/**
 * Decides for each row whether it is new, an update of a stored event or there already; the same event twice in the
 * file counts as there already too (D15). An update writes only what the file has columns for.
 */
export function planImport(
  rows: readonly { number: number; event: EventInput }[],
  stored: readonly ImportedEvent[],
  { columns, update }: Options,
): ImportPlan {
  const known = new Map<string, ImportedEvent>();
  for (const event of stored) if (!known.has(sameEventKey(event))) known.set(sameEventKey(event), event);
  const inserts = new Map<string, ImportedEvent>();
  const updates = new Map<string, ImportedEvent>();
  const existing: RowError[] = [];
  let updatedRows = 0;

  for (const { number, event } of rows) {
    const key = sameEventKey(event);
    const before = updates.get(key) ?? inserts.get(key) ?? known.get(key);
    if (!before) {
      inserts.set(key, newEvent(event));
    } else if (update) {
      (inserts.has(key) ? inserts : updates).set(key, changedEvent(before, event, columns));
      updatedRows++;
    } else {
      existing.push({ number, code: 'event.exists' });
    }
  }
  return { inserts: [...inserts.values()], updates: [...updates.values()], updatedRows, existing };
}

const NO_PLACE = { latitude: null, longitude: null, place_source: null };

function newEvent(event: EventInput): ImportedEvent {
  return { ...event, id: Bun.randomUUIDv7(), ...(findPlace(event) ?? NO_PLACE) };
}

function changedEvent(before: ImportedEvent, event: EventInput, columns: ReadonlySet<Column>): ImportedEvent {
  const fresh = Object.fromEntries([...columns].map((column) => [column, event[column]]));
  const after: ImportedEvent = { ...before, ...fresh };
  const isSameAddress =
    after.ort === before.ort && after.address === before.address && after.landskap === before.landskap;
  // D29: what an admin set by hand stays; what a geocoder answered stays for as long as it was asked for the same.
  if (before.place_source === 'admin' || (before.place_source === 'geocoder' && isSameAddress)) return after;
  return { ...after, ...(findPlace(after) ?? NO_PLACE) };
}
