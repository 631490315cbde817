import { asc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { events } from '../../../../db/schema';
import type { Db, Reader, Sql } from '../../../platform/database';
import { COPY_NULL, copyIn, encodeCopyArray, encodeCopyText } from '../../../platform/database/copy';
import { pick } from '../../../shared/pick';
import { IMPORT_FIELD_NAMES } from '../fields';

const COLUMNS = ['id', ...IMPORT_FIELD_NAMES, 'latitude', 'longitude', 'place_source'] as const;

export type ImportedEvent = Pick<typeof events.$inferSelect, (typeof COLUMNS)[number]>;

/** Identifies an event, see {@link sameEventKey}. */
export type NamedEvent = Pick<ImportedEvent, 'event_date' | 'event_name' | 'ort'>;

/** Caches formatted lists, because many rows share the same list of distances. */
function lineFormatter(): (event: ImportedEvent) => string {
  const listTexts = new Map<readonly string[], string>();
  const listOf = (list: readonly string[]) => {
    const text = listTexts.get(list) ?? encodeCopyText(encodeCopyArray(list));
    listTexts.set(list, text);
    return text;
  };
  return (event) => {
    let line = '';
    for (const name of COLUMNS) {
      const value = event[name];
      const text =
        value === null
          ? COPY_NULL
          : typeof value === 'object'
            ? listOf(value)
            : encodeCopyText(String(value));
      line += line === '' ? text : `\t${text}`;
    }
    return `${line}\n`;
  };
}

const IMPORT_LOCK = 7_021_002;

/** Two concurrent imports could store the same event twice. */
export async function lockImports(tx: Db): Promise<void> {
  // Waiting for another import can take longer than waiting for a row.
  await tx.execute(sql`set local lock_timeout = '2min'`);
  await tx.execute(sql`set local statement_timeout = '2min'`);
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`);
}

const isOnDays = (days: readonly string[]): SQL =>
  sql`event_date = any(string_to_array(${[...new Set(days)].join()}, ',')::date[])`;

/** `lock` keeps an update from overwriting a concurrent edit. */
export async function findEventsOn(
  db: Reader,
  days: readonly string[],
  { lock }: { lock: boolean },
): Promise<ImportedEvent[]> {
  const found = db
    .select(pick(getTableColumns(events), COLUMNS))
    .from(events)
    .where(isOnDays(days))
    .orderBy(asc(events.id));
  return await (lock ? found.for('update') : found);
}

/** Reading whole rows of a full calendar would be slow. */
export async function findNamesOn(db: Reader, days: readonly string[]): Promise<NamedEvent[]> {
  // As one JSON text: parsing many separate rows is slower.
  const [found] = await db.execute<{ names: string }>(sql`
    select coalesce(json_agg(json_build_array(event_date, event_name, ort))::text, '[]') as names
    from events where ${isOnDays(days)}`);
  const names: [string, string, string | null][] = JSON.parse(found?.names ?? '[]');
  return names.map(([event_date, event_name, ort]) => ({ event_date, event_name, ort }));
}

/** The database reads one batch while the next is prepared. */
export async function copyEvents(
  tx: Db,
  sql: Sql,
  batches: AsyncIterable<readonly ImportedEvent[]>,
): Promise<void> {
  const lineOf = lineFormatter();
  async function* texts() {
    for await (const batch of batches) if (batch.length > 0) yield batch.map(lineOf).join('');
  }
  await copyIn(tx, sql, `copy events (${COLUMNS.join()}) from stdin`, texts());
}

const ROWS_PER_STATEMENT = 250;

function* batchesOf(events: readonly ImportedEvent[]): Generator<string> {
  for (let start = 0; start < events.length; start += ROWS_PER_STATEMENT) {
    yield JSON.stringify(events.slice(start, start + ROWS_PER_STATEMENT));
  }
}

const ASSIGNMENTS = sql.raw(
  COLUMNS.filter((name) => name !== 'id')
    .map((name) => `${name} = changed.${name}`)
    .join(),
);

/** Events with a new place are geocoded again. */
export async function updateEvents(tx: Db, events: readonly ImportedEvent[]): Promise<void> {
  for (const batch of batchesOf(events)) {
    await tx.execute(sql`
      update events set ${ASSIGNMENTS}, version = events.version + 1,
        geocode_due = case when (events.ort, events.address, events.landskap)
          is distinct from (changed.ort, changed.address, changed.landskap) then now() else events.geocode_due end
      from json_populate_recordset(null::events, ${batch}::text::json) changed where changed.id = events.id`);
  }
}
