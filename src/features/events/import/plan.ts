import * as v from 'valibot';
import { detailOf, type ErrorCode, isErrorCode } from '../../../shared/errors';
import { EventInput, faultBetween } from '../contract';
import type { ImportField } from '../fields';
import { type FoundPlace, findPlace, type WhereText } from '../places/gazetteer';
import { sameEvents } from './same-events';
import type { EventRow } from './spreadsheet';
import type { ImportedEvent, NamedEvent } from './store';

export type RowError = { number: number; code: ErrorCode; column?: string };
export type GoodRow = { number: number; event: EventInput };

type Cell = { value: unknown } | { code: ErrorCode };

const SCHEMAS = Object.entries(EventInput.entries) as [keyof EventInput, v.GenericSchema][];

function readCell(schema: v.GenericSchema, text: string | undefined): Cell {
  const read = v.safeParse(schema, text, { abortEarly: true });
  if (read.success) return { value: read.output };
  const { message } = read.issues[0];
  return { code: isErrorCode(message) ? message : 'request.invalid' };
}

/** After so many texts it is seen whether a column repeats itself: whether one in so many was there before. */
const TRIAL = 500;
const REPEATS = 20;

/**
 * Reads the cells of one column. The same sport, town or day stands in many rows: it is looked at once. A column with another
 * text in nearly every row is read as it comes.
 */
function cellReader(schema: v.GenericSchema): (text: string | undefined) => Cell {
  const absent = readCell(schema, undefined);
  const known = new Map<string, Cell>();
  let repeats = 0;
  let isWorthIt = true;
  return (text) => {
    if (text === undefined) return absent;
    if (!isWorthIt) return readCell(schema, text);
    const before = known.get(text);
    if (before) {
      repeats++;
      return before;
    }
    const cell = readCell(schema, text);
    known.set(text, cell);
    isWorthIt = known.size < TRIAL || repeats * REPEATS >= known.size;
    return cell;
  };
}

/** Holds rows against the same contract as the admin's form; of each the first thing wrong is told. */
export function rowChecker(): (row: EventRow) => GoodRow | RowError {
  const columns = SCHEMAS.map(([column, schema]) => ({ column, read: cellReader(schema) }));
  return ({ number, cells }) => {
    const event: Partial<Record<keyof EventInput, unknown>> = {};
    for (const { column, read } of columns) {
      const cell = read(cells[column as ImportField]);
      if ('code' in cell) return { number, code: cell.code, column };
      event[column] = cell.value;
    }
    const fault = faultBetween(event as EventInput);
    return fault ? { number, code: fault.code, column: fault.at } : { number, event: event as EventInput };
  };
}

/** The days on which the rows have an event, those that are wrong in something else too. */
export function daysOf(rows: readonly EventRow[]): string[] {
  const texts = new Set(rows.map(({ cells }) => cells.event_date));
  const days = [...texts].map((text) => v.safeParse(EventInput.entries.event_date, text));
  return days.flatMap((day) => (day.success ? [day.output] : []));
}

/** `Rad N: <why>`; the column stands behind where the sentence by itself leaves open which is meant. */
export function describeRowError({ number, code, column }: RowError): string {
  const isVague = code === 'event.required' || code.startsWith('request.');
  return `Rad ${number}: ${detailOf(code)}${isVague && column ? ` (${column})` : ''}`;
}

/** What becomes of a row: the event as it is then stored, or for one that is there already as the file has it. */
export type PlannedRow = { number: number; outcome: 'new' | 'updated' | 'exists'; event: ImportedEvent };

/** What is stored on the days of the file; whole where it is to be written over. */
export type Stored =
  | { update: false; events: readonly NamedEvent[] }
  | { update: true; events: readonly ImportedEvent[]; columns: ReadonlySet<ImportField> };

/**
 * Decides for one row after another whether it is new, an update of a stored event or there already (D15). An event that is
 * on an earlier row of the file is an error, unless it is stored and stays as it is. An update writes only what the file has
 * columns for.
 */
export function planImport(stored: Stored) {
  const { update } = stored;
  const named = sameEvents(update ? [] : stored.events);
  const whole = sameEvents(update ? stored.events : []);
  const seen = sameEvents();
  const newEvent = (event: EventInput): ImportedEvent => ({
    ...event,
    id: Bun.randomUUIDv7(),
    ...(place(event) ?? NO_PLACE),
  });
  const place = placeFinder();

  return ({ number, event }: GoodRow): PlannedRow | RowError => {
    const isRepeated = !!seen.findOrAdd(event);
    if (named.find(event)) return { number, outcome: 'exists', event: newEvent(event) };
    if (isRepeated) return { number, code: 'import.repeated' };
    const before = whole.find(event);
    if (update && before) {
      return { number, outcome: 'updated', event: changedEvent(before, event, stored.columns) };
    }
    return { number, outcome: 'new', event: newEvent(event) };
  };
}

const NO_PLACE = { latitude: null, longitude: null, place_source: null };

/** Finds each place once: many events are in the same. */
function placeFinder(): (where: WhereText) => FoundPlace | null {
  const known = new Map<string, FoundPlace | null>();
  return (where) => {
    const key = `${where.ort ?? ''}\n${where.landskap ?? ''}\n${where.address ?? ''}`;
    const before = known.get(key);
    const found = before === undefined ? findPlace(where) : before;
    known.set(key, found);
    return found;
  };
}

function changedEvent(
  before: ImportedEvent,
  event: EventInput,
  columns: ReadonlySet<ImportField>,
): ImportedEvent {
  const fresh = Object.fromEntries([...columns].map((column) => [column, event[column]]));
  const after: ImportedEvent = { ...before, ...fresh };
  const isSameAddress =
    after.ort === before.ort && after.address === before.address && after.landskap === before.landskap;
  // D29: what an admin set by hand stays; what a geocoder answered stays for as long as it was asked for the same.
  if (before.place_source === 'admin' || (before.place_source === 'geocoder' && isSameAddress)) return after;
  return { ...after, ...(findPlace(after) ?? NO_PLACE) };
}
