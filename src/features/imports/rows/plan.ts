import * as v from 'valibot';
import {
  EventInput,
  findFieldConflict,
  opensBeforeItCloses,
  withPublishedDistances,
} from '#src/features/events/contract.ts';
import type { ImportField } from '#src/features/events/fields.ts';
import { NO_POSITION } from '#src/features/events/places/rules.ts';
import { isCheckedInFuture } from '#src/features/events/transfer/rules.ts';
import { isErrorCode } from '#src/shared/errors.ts';
import { type FoundPlace, findPlace, type PlaceText } from '#src/shared/gazetteer.ts';
import {
  type Problem,
  type RowError,
  reasonFor,
  reasonForConflict,
  reasonForDitto,
  reasonForNameless,
} from '../rules.ts';
import type { ImportedEvent, NamedEvent } from '../store.ts';
import { isDitto } from './empty-words.ts';
import { createEventIndex } from './same-events.ts';
import type { EventRow } from './spreadsheet.ts';
import { readTitle } from './title-words.ts';

/** `stated` are the fields that the row has. */
export type ValidRow = { number: number; event: EventInput; stated: ImportField[] };

type Cell = { value: unknown } | Pick<Problem, 'code' | 'reason'>;

const SCHEMAS = Object.entries(EventInput.entries) as [keyof EventInput, v.GenericSchema][];

function readCell(column: string, schema: v.GenericSchema, text: string | undefined): Cell {
  const parsed = v.safeParse(schema, text, { abortEarly: true });
  if (parsed.success) return { value: parsed.output };
  const { message } = parsed.issues[0];
  const code = isErrorCode(message) ? message : 'request.invalid';
  return { code, reason: reasonFor(code, column, text ?? '') };
}

const NAMING = ['event_name', 'ort', 'address', 'organizer'] as const;

/** Longer texts are rarely repeated, and would be kept for nothing. */
const CACHED_LENGTH_MAX = 100;

/** Caches cells, because many rows share a sport, town or day. */
function cellReader(column: string, schema: v.GenericSchema): (text: string | undefined) => Cell {
  const cache = new Map<string | undefined, Cell>();
  return (text) => {
    const cached = cache.get(text);
    if (cached) return cached;
    const cell = readCell(column, schema, text);
    if ((text?.length ?? 0) <= CACHED_LENGTH_MAX) cache.set(text, cell);
    return cell;
  };
}

/**
 * Reports all invalid cells of a row. Conflicts between cells are checked only if every cell is valid. `today` is in
 * Stockholm.
 */
export function rowChecker(today: string): (row: EventRow) => ValidRow | RowError {
  const columns = SCHEMAS.map(([column, schema]) => ({ column, read: cellReader(column, schema) }));
  return ({ number, cells }) => {
    const event: Partial<Record<keyof EventInput, unknown>> = {};
    const problems: Problem[] = [];
    for (const { column, read } of columns) {
      const cell = read(cells[column as ImportField]);
      if ('code' in cell) problems.push({ column, ...cell });
      else event[column] = cell.value;
    }
    const { event_name = '' } = cells;
    if (readTitle(event_name).isNameless)
      problems.push({ column: 'event_name', code: 'event.required', reason: reasonForNameless(event_name) });
    for (const column of NAMING) {
      const text = cells[column] ?? '';
      if (isDitto(text))
        problems.push({ column, code: 'request.invalid', reason: reasonForDitto(column, text) });
    }
    if (isCheckedInFuture(event as EventInput, today))
      problems.push({ column: 'transfer_checked_on', code: 'event.checked_in_future' });
    if (problems.length > 0) return { number, problems };
    const conflict = findFieldConflict(event as EventInput);
    const stated = Object.keys(cells) as ImportField[];
    if (!conflict) return { number, event: withPublishedDistances(event as EventInput), stated };
    const reason = reasonForConflict(conflict, event as EventInput);
    return { number, problems: [{ code: conflict.code, column: conflict.field, reason }] };
  };
}

/** `event` is what will be stored; for an existing event it is the row of the file. */
export type PlannedRow = { number: number; outcome: 'new' | 'updated' | 'exists'; event: ImportedEvent };

type StoredEvents =
  | { update: false; events: readonly NamedEvent[] }
  | { update: true; events: readonly ImportedEvent[] };

type EarlierRow = NamedEvent & Pick<EventInput, 'distances'> & { number: number };

/** Some files have a row for each distance. */
function repeated(earlier: EarlierRow, { distances }: EventInput): Problem {
  const addsDistance = distances.some((distance) => !earlier.distances.includes(distance));
  const advice = addsDistance ? 'Skriv alla distanser på samma rad.' : 'Ta bort en av raderna.';
  return { code: 'import.repeated', reason: `evenemanget står redan på rad ${earlier.number}. ${advice}` };
}

/**
 * A repeated row is an error, unless its event is stored and not updated. An update writes only what the row states.
 */
export function planImport(stored: StoredEvents) {
  const { update } = stored;
  const storedByName = createEventIndex(update ? [] : stored.events);
  const updatableByName = createEventIndex(update ? stored.events : []);
  const earlierRows = createEventIndex<EarlierRow>();
  const newEvent = (event: EventInput): ImportedEvent => ({
    ...event,
    id: Bun.randomUUIDv7(),
    ...(findCachedPlace(event) ?? NO_POSITION),
  });
  const findCachedPlace = placeFinder();

  return ({ number, event, stated }: ValidRow): PlannedRow | RowError => {
    const { event_date, event_name, ort, distances } = event;
    const earlier = earlierRows.findOrAdd({ number, event_date, event_name, ort, distances });
    if (storedByName.find(event)) return { number, outcome: 'exists', event: newEvent(event) };
    if (earlier) return { number, problems: [repeated(earlier, event)] };
    const before = updatableByName.find(event);
    if (update && before) {
      const changed = changedEvent(before, event, stated);
      // The row was checked without the columns that the file does not have.
      if (!opensBeforeItCloses(changed)) return { number, problems: [{ code: 'event.registration_order' }] };
      return { number, outcome: 'updated', event: changed };
    }
    return { number, outcome: 'new', event: newEvent(event) };
  };
}

/** Caches places: many events have the same. */
function placeFinder(): (where: PlaceText) => FoundPlace | null {
  const cache = new Map<string, FoundPlace | null>();
  return (where) => {
    const key = `${where.ort ?? ''}\n${where.landskap ?? ''}\n${where.address ?? ''}`;
    const cached = cache.get(key);
    const found = cached === undefined ? findPlace(where) : cached;
    cache.set(key, found);
    return found;
  };
}

function changedEvent(
  before: ImportedEvent,
  event: EventInput,
  stated: readonly ImportField[],
): ImportedEvent {
  const updates = Object.fromEntries(stated.map((field) => [field, event[field]]));
  const after: ImportedEvent = { ...before, ...updates };
  const isSameAddress =
    after.ort === before.ort && after.address === before.address && after.landskap === before.landskap;
  // A position set by an admin is kept. A geocoder's position is kept while the address is the same.
  if (before.place_source === 'admin' || (before.place_source === 'geocoder' && isSameAddress)) return after;
  return { ...after, ...(findPlace(after) ?? NO_POSITION) };
}
