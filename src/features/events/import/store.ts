import { asc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { events } from '../../../../db/schema';
import type { Db, Reader, Sql } from '../../../platform/database';
import { arrayText, copyIn, copyText, NULL } from '../../../platform/database/copy';
import { pick } from '../../../shared/pick';
import { IMPORT_NAMES } from '../fields';

/** Columns in the order in which a line of COPY has them. */
const NAMES = ['id', ...IMPORT_NAMES, 'latitude', 'longitude', 'place_source'] as const;

/** What an import writes of an event. */
export type ImportedEvent = Pick<typeof events.$inferSelect, (typeof NAMES)[number]>;

/** What an event is known by ({@link sameEventKey}). */
export type NamedEvent = Pick<ImportedEvent, 'event_date' | 'event_name' | 'ort'>;

/** An event as a line of COPY. Lists of distances stand in many rows: each is written once. */
function eventLines(): (event: ImportedEvent) => string {
  const lists = new Map<readonly string[], string>();
  const listOf = (list: readonly string[]) => {
    const text = lists.get(list) ?? copyText(arrayText(list));
    lists.set(list, text);
    return text;
  };
  return (event) => {
    let line = '';
    for (const name of NAMES) {
      const value = event[name];
      const text =
        value === null ? NULL : typeof value === 'object' ? listOf(value) : copyText(String(value));
      line += line === '' ? text : `\t${text}`;
    }
    return `${line}\n`;
  };
}

const IMPORT_LOCK = 7_021_002;

/** Holds back other imports until the transaction ends: two at once must not store the same event twice. */
export async function lockImports(tx: Db): Promise<void> {
  // Whoever waits for another import waits longer than for a row.
  await tx.execute(sql`set local lock_timeout = '2min'`);
  await tx.execute(sql`set local statement_timeout = '2min'`);
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`);
}

const on = (days: readonly string[]): SQL =>
  sql`event_date = any(string_to_array(${[...new Set(days)].join()}, ',')::date[])`;

/**
 * The stored events of those days, oldest first. `keep`: nobody else changes or deletes them until the transaction ends,
 * so that an update writes nothing over that came meanwhile.
 */
export async function findEventsOn(
  db: Reader,
  days: readonly string[],
  { keep }: { keep: boolean },
): Promise<ImportedEvent[]> {
  const found = db
    .select(pick(getTableColumns(events), NAMES))
    .from(events)
    .where(on(days))
    .orderBy(asc(events.id));
  return await (keep ? found.for('update') : found);
}

/** What the stored events of those days are known by: of a full calendar no more is read than is looked at. */
export async function findNamesOn(db: Reader, days: readonly string[]): Promise<NamedEvent[]> {
  // As one text: there may be many of them, and rows are dear to read.
  const [found] = await db.execute<{ names: string }>(sql`
    select coalesce(json_agg(json_build_array(event_date, event_name, ort))::text, '[]') as names
    from events where ${on(days)}`);
  const names: [string, string, string | null][] = JSON.parse(found?.names ?? '[]');
  return names.map(([event_date, event_name, ort]) => ({ event_date, event_name, ort }));
}

/** Stores events as they come, a lot at a time, by COPY: the database reads while the next lot is made ready. */
export async function copyEvents(
  tx: Db,
  sql: Sql,
  lots: AsyncIterable<readonly ImportedEvent[]>,
): Promise<void> {
  const lineOf = eventLines();
  async function* texts() {
    for await (const lot of lots) if (lot.length > 0) yield lot.map(lineOf).join('');
  }
  await copyIn(tx, sql, `copy events (${NAMES.join()}) from stdin`, texts());
}

/** Rows as JSON, some hundred a statement. */
const ROWS_AT_ONCE = 250;

function* lotsOf(events: readonly ImportedEvent[]): Generator<string> {
  for (let start = 0; start < events.length; start += ROWS_AT_ONCE) {
    yield JSON.stringify(events.slice(start, start + ROWS_AT_ONCE));
  }
}

const CHANGES = sql.raw(
  NAMES.filter((name) => name !== 'id')
    .map((name) => `${name} = changed.${name}`)
    .join(),
);

/** Writes over events by id; a geocoder is asked anew where the place is another. */
export async function updateEvents(tx: Db, events: readonly ImportedEvent[]): Promise<void> {
  for (const lot of lotsOf(events)) {
    await tx.execute(sql`
      update events set ${CHANGES}, version = events.version + 1,
        geocode_due = case when (events.ort, events.address, events.landskap)
          is distinct from (changed.ort, changed.address, changed.landskap) then now() else events.geocode_due end
      from json_populate_recordset(null::events, ${lot}::text::json) changed where changed.id = events.id`);
  }
}
