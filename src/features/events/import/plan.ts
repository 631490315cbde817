import * as v from 'valibot';
import { detailOf, type ErrorCode, isErrorCode } from '../../../shared/errors';
import { EventInput } from '../contract';
import { findPlace } from '../places/gazetteer';
import { sameEventKey } from '../rules';
import type { Column, EventRow } from './spreadsheet';
import type { ImportedEvent } from './store';

export type RowError = { number: number; code: ErrorCode; column?: string };
export type GoodRow = { number: number; event: EventInput };

/** A row held against the same contract as the admin's form; the first thing wrong with it is told. */
export function checkRow({ number, cells }: EventRow): GoodRow | RowError {
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

/** What becomes of a row: the event as it is then stored, or for one that is there already as the file has it. */
export type PlannedRow = { number: number; outcome: 'new' | 'updated' | 'exists'; event: ImportedEvent };

type Options = { columns: ReadonlySet<Column>; update: boolean };

/**
 * Decides for one row after another whether it is new, an update of a stored event or there already (D15). The same event
 * twice in the file is there already too; with `update` it is an error, for nobody can tell which of the two is meant. An
 * update writes only what the file has columns for.
 */
export function planImport(stored: readonly ImportedEvent[], { columns, update }: Options) {
  const known = new Map<string, ImportedEvent>();
  for (const event of stored) if (!known.has(sameEventKey(event))) known.set(sameEventKey(event), event);
  const seen = new Set<string>();

  return ({ number, event }: GoodRow): PlannedRow | RowError => {
    const key = sameEventKey(event);
    const before = known.get(key);
    const isRepeated = seen.has(key);
    seen.add(key);
    if (isRepeated && update) return { number, code: 'import.repeated' };
    if (isRepeated) return { number, outcome: 'exists', event: newEvent(event) };
    if (!before) return { number, outcome: 'new', event: newEvent(event) };
    if (!update) return { number, outcome: 'exists', event: newEvent(event) };
    return { number, outcome: 'updated', event: changedEvent(before, event, columns) };
  };
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
