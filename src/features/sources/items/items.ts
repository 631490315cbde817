/** What a source has, before it is checked. This runs in a reader process. */

import type { ColumnValues, EventInput } from '#src/features/events/contract.ts';
import { IMPORT_FIELD_NAMES, type ImportField } from '#src/features/events/fields.ts';
import { sameEventKey } from '#src/features/events/rules.ts';
import { rowChecker } from '#src/features/imports/rows/plan.ts';
import { normalizeCell } from '#src/features/imports/rows/spreadsheet.ts';
import { withStateWords } from '#src/features/imports/rows/title-words.ts';
import { describeReplacements, describeRowError } from '#src/features/imports/rules.ts';
import type { LeftOut } from '#src/platform/spreadsheet/calendar-events.ts';
import { otherKindOf } from '#src/platform/spreadsheet/content-kind.ts';
import { decodeText } from '#src/platform/spreadsheet/decode.ts';
import { AppError } from '#src/shared/errors.ts';
import { excerpt, oneLine } from '#src/shared/text.ts';
import type { IgnoredItem } from '../contract.ts';
import type { Cells, SourceItem } from './cells.ts';

/** `fields` are those that the source states. The event is identified by its date, name and ort. */
export type CheckedItem = {
  key: string;
  event: Pick<EventInput, 'event_date' | 'event_name' | 'ort'>;
  fields: ColumnValues;
};

export type Defaults = { sport_type?: string; distances?: string; landskap?: string };

/** What an admin reads: the file to correct, and what its items are counted by. */
const FORMATS = {
  icalendar: { file: 'iCalendar-filen', unit: 'Rad' },
  csv: { file: 'CSV-filen', unit: 'Rad' },
  json_feed: { file: 'filen med JSON Feed', unit: 'Post' },
};
type Format = keyof typeof FORMATS;

/** The items are made when they are asked for: with their texts, all of them would need much memory. */
export type ReadItems = {
  format: Format;
  items: Iterable<SourceItem>;
  replacements: number;
  ignored: LeftOut[];
  errors: LeftOut[];
};

const ID_COLUMN = 'id';

async function readCsvItems(bytes: Uint8Array): Promise<ReadItems> {
  const { csvTable } = await import('#src/platform/spreadsheet/csv.ts');
  const { text, replacements } = decodeText(bytes);
  const { rows, ignoredRows } = csvTable(text, [...IMPORT_FIELD_NAMES, ID_COLUMN]);
  const [header, ...body] = rows;
  const columns = header?.cells ?? [];
  // A page of HTML is one column without a name that we know.
  if (!columns.includes('event_name') || !columns.includes('event_date')) throw new AppError('source.format');
  const items = body.map(({ number, cells: texts }) => {
    const entries = columns.map((column, index) => [
      column,
      normalizeCell(column as ImportField, texts[index] ?? ''),
    ]);
    const { [ID_COLUMN]: id, ...cells } = Object.fromEntries(entries) as Cells;
    return { number, key: id || undefined, cells: withStateWords(cells) };
  });
  const ignored = ignoredRows.map((line) => ({
    line,
    reason: 'raden har bara text i kolumner som inte läses',
  }));
  return { format: 'csv', items, replacements, ignored, errors: [] };
}

async function readCalendarItems(bytes: Uint8Array): Promise<ReadItems> {
  const { readCalendar } = await import('#src/platform/spreadsheet/icalendar.ts');
  const { cellsOf } = await import('./icalendar.ts');
  const { events, ...leftOut } = readCalendar(bytes);
  function* items(): Generator<SourceItem> {
    for (const { line, cells } of events)
      yield { number: line, key: cells.id || undefined, cells: cellsOf(cells) };
  }
  return { format: 'icalendar', items: items(), ...leftOut };
}

async function readFeed(bytes: Uint8Array): Promise<ReadItems> {
  const { readFeedItems } = await import('./json-feed.ts');
  const { text, replacements } = decodeText(bytes);
  return { format: 'json_feed', replacements, ignored: [], ...readFeedItems(text) };
}

/** Content is recognized by its beginning. Text before a calendar does not hide it. */
const HEAD_BYTES = 2000;
const CALENDAR = /^\s*BEGIN:V(?!CARD)[A-Z]+\s*$/im;
/** A mark of UTF-8, or control characters, may be before it. */
const BEFORE = /^[\ufeff\s\p{Cc}]+/u;

/** The format is that of the content, whatever the server calls it. Throws `source.*`, and `import.*` for a CSV. */
export async function readItems(bytes: Uint8Array): Promise<ReadItems> {
  const start = decodeText(bytes.subarray(0, HEAD_BYTES)).text.replace(BEFORE, '').replaceAll('\ufeff', '');
  if (start.startsWith('{')) return readFeed(bytes);
  if (CALENDAR.test(start)) return readCalendarItems(bytes);
  if (start === '' || otherKindOf(bytes)) throw new AppError('source.format');
  return readCsvItems(bytes);
}

function withDefaults({ lengths, ...cells }: Cells, defaults: Defaults): Cells {
  const landskap = cells.landskap || defaults.landskap;
  return {
    ...cells,
    sport_type: cells.sport_type || defaults.sport_type || '',
    distances: cells.distances || defaults.distances || lengths || '',
    ...(landskap && { landskap }),
  };
}

/** Keys are in an index, whose entries cannot be long. */
const KEY_MAX = 300;
const storableKey = (key: string) => shortened(oneLine(key.toWellFormed()));
const shortened = (key: string) =>
  key.length > KEY_MAX ? `sha256:${new Bun.CryptoHasher('sha256').update(key).digest('hex')}` : key;

type Valid = CheckedItem & Pick<SourceItem, 'number'> & { ownKey: string | undefined; name: string };

/**
 * `keys` are those of all items, also of invalid ones. Each item is checked, ignored or an error. `warnings` are about
 * items that are checked.
 */
export type CheckedItems = {
  checked: CheckedItem[];
  keys: string[];
  ignored: IgnoredItem[];
  errors: string[];
  warnings: string[];
};

export function checkItems(
  { format, items, replacements, ...leftOut }: ReadItems,
  { defaults, today }: { defaults: Defaults; today: string },
): CheckedItems {
  const { file, unit } = FORMATS[format];
  const describe = (number: number, name: string | undefined, reason: string) =>
    `${unit} ${number}: ${name ? `${excerpt(name)}: ` : ''}${reason} Rätta det i ${file}.`;
  const check = rowChecker(today);
  const keys = new Set<string>();
  const valid: Valid[] = [];
  const errors = leftOut.errors.map(({ line, name, reason }) => ({
    number: line,
    text: describe(line, name, reason),
  }));
  for (const { number, key, cells: ownCells } of items) {
    const cells = withDefaults(ownCells, defaults);
    const ownKey = (key && storableKey(key)) || undefined;
    if (ownKey) keys.add(ownKey);
    const row = check({ number, cells });
    const name = format === 'csv' ? '' : (cells.event_name ?? '');
    if (!('event' in row)) {
      const reason = describeRowError(row).replace(/^Rad \d+: /, '');
      errors.push({
        number,
        text: describe(number, name, /[.?]( \([^)]*\))?$/.test(reason) ? reason : `${reason}.`),
      });
      continue;
    }
    const { event_date, event_name, ort } = row.event;
    const stated = IMPORT_FIELD_NAMES.filter((field) => field in cells);
    valid.push({
      number,
      name,
      ownKey,
      key: ownKey ?? '',
      event: { event_date, event_name, ort },
      fields: Object.fromEntries(stated.map((field) => [field, row.event[field] ?? null])),
    });
  }
  const { checked, repeated, warnings } = withDistinctKeys(valid, describe);
  for (const { key } of checked) keys.add(key);
  if (replacements > 0) warnings.unshift(describeReplacements(replacements, file));
  const place = (number: number) =>
    format === 'icalendar'
      ? { line: number }
      : { row: number, ...(format === 'json_feed' && { item: number }) };
  const ignored = [
    ...leftOut.ignored,
    ...repeated.map(({ item: { number, name }, first }) => ({
      line: number,
      ...(name && { name: excerpt(name) }),
      reason: `samma evenemang står på ${unit.toLowerCase()} ${first}`,
    })),
  ].sort((a, b) => a.line - b.line);
  return {
    checked,
    keys: [...keys],
    ignored: ignored.map(({ line, ...rest }) => ({ ...place(line), ...rest })),
    errors: errors.sort((a, b) => a.number - b.number).map(({ text }) => text),
    warnings,
  };
}

/**
 * The same key for several different races is no reason to lose any: each is known by its name, day and place instead.
 * The same race again is ignored.
 */
function withDistinctKeys(
  valid: readonly Valid[],
  describe: (number: number, name: string | undefined, reason: string) => string,
) {
  const checked: CheckedItem[] = [];
  const repeated: { item: Valid; first: number }[] = [];
  const warnings: string[] = [];
  const seen = new Map<string, number>();
  const keyOf = (item: Valid) => storableKey(sameEventKey(item.event));
  for (const [ownKey, group] of Map.groupBy(valid, (item) => item.ownKey)) {
    const races = new Set(ownKey ? group.map(keyOf) : []);
    const isShared = races.size > 1;
    if (isShared) {
      const [first, ...others] = group;
      const rest = others.map(({ number }) => number).join(', ');
      const reason = `samma id (UID) står också på ${rest}, fast loppen är olika. Alla läses in.`;
      warnings.push(describe(first?.number ?? 0, first?.name, reason));
    }
    for (const item of group) {
      const key = ownKey && !isShared ? ownKey : keyOf(item);
      const first = seen.get(key);
      if (first !== undefined) repeated.push({ item, first });
      else {
        seen.set(key, item.number);
        checked.push({ key, event: item.event, fields: item.fields });
      }
    }
  }
  return { checked, repeated, warnings };
}
