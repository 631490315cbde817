import { setImmediate } from 'node:timers/promises';
import { readTable } from '../../../platform/spreadsheet';
import { decodeText } from '../../../platform/spreadsheet/csv';
import { AppError } from '../../../shared/errors';
import { oneLine } from '../../../shared/text';
import type { ColumnValues, EventInput } from '../contract';
import { IMPORT_FIELD_NAMES, type ImportField } from '../fields';
import { rowChecker } from '../import/plan';
import { describeRowError, type RowError } from '../import/rules';
import { normalizeCell } from '../import/spreadsheet';
import { sameEventKey } from '../rules';
import { readCalendarItems } from './icalendar';
import { readFeedItems } from './json-feed';
import type { Cells, SourceItem } from './texts';

/** `fields` are those that the source states. */
export type CheckedItem = { number: number; key: string; event: EventInput; fields: ColumnValues };

export type Defaults = { sport_type?: string; distances?: string; landskap?: string };

const ID_COLUMN = 'id';

async function readCsvItems(bytes: Uint8Array, signal?: AbortSignal): Promise<SourceItem[]> {
  const { rows } = await readTable(bytes, 'source.csv', [...IMPORT_FIELD_NAMES, ID_COLUMN], signal);
  const [header, ...body] = rows;
  const columns = header?.cells ?? [];
  // A page of HTML is one column without a name that we know.
  if (!columns.includes('event_name') || !columns.includes('event_date')) throw new AppError('source.format');
  return body.map(({ number, cells: texts }) => {
    const entries = columns.map((column, index) => [
      column,
      normalizeCell(column as ImportField, texts[index] ?? ''),
    ]);
    const { [ID_COLUMN]: id, ...cells } = Object.fromEntries(entries) as Cells;
    return { number, key: id || undefined, cells };
  });
}

/** The format is that of the content, whatever the server calls it. Throws `source.format` or `import.*`. */
export async function readItems(bytes: Uint8Array, signal?: AbortSignal): Promise<SourceItem[]> {
  const start = decodeText(bytes.subarray(0, 1000)).trimStart();
  if (/^BEGIN:VCALENDAR/i.test(start)) return readCalendarItems(bytes, signal);
  if (start.startsWith('{')) return readFeedItems(decodeText(bytes));
  if (start === '' || start.startsWith('<') || start.startsWith('%PDF')) throw new AppError('source.format');
  return readCsvItems(bytes, signal);
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

/** So many items are checked before other requests are served. */
const BATCH_SIZE = 200;

/** `keys` are those of all items, also of invalid ones. */
export async function checkItems(
  items: readonly SourceItem[],
  { defaults, today }: { defaults: Defaults; today: string },
): Promise<{ checked: CheckedItem[]; keys: Set<string>; errors: string[] }> {
  const check = rowChecker(today);
  const keys = new Set<string>();
  const checked: CheckedItem[] = [];
  const errors: RowError[] = [];
  for (const [index, { number, key, cells: ownCells }] of items.entries()) {
    if (index % BATCH_SIZE === 0) await setImmediate();
    const cells = withDefaults(ownCells, defaults);
    const ownKey = key && storableKey(key);
    if (ownKey) keys.add(ownKey);
    const row = check({ number, cells });
    if (!('event' in row)) {
      errors.push(row);
      continue;
    }
    const { event } = row;
    const finalKey = ownKey || storableKey(sameEventKey(event));
    if (!ownKey && keys.has(finalKey)) errors.push({ number, problems: [{ code: 'import.repeated' }] });
    else {
      keys.add(finalKey);
      const stated = IMPORT_FIELD_NAMES.filter((name) => name in cells);
      checked.push({
        number,
        key: finalKey,
        event,
        fields: Object.fromEntries(stated.map((name) => [name, event[name] ?? null])),
      });
    }
  }
  return { checked: lastOfEachKey(checked), keys, errors: errors.map(describeRowError) };
}

const lastOfEachKey = (items: CheckedItem[]) => [...new Map(items.map((item) => [item.key, item])).values()];
