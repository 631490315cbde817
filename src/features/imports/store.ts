import { asc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { events } from '#db/schema/index.ts';
import { IMPORT_FIELD_NAMES } from '#src/features/events/fields.ts';
import type { Edition } from '#src/features/events/series/rules.ts';
import { exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { pick } from '#src/shared/pick.ts';

const COLUMNS = ['id', ...IMPORT_FIELD_NAMES, 'latitude', 'longitude', 'place_source'] as const;

/** The others get their defaults. */
const NEW_COLUMNS = sql.raw([...COLUMNS, 'series_id', 'edition'].join());

export type ImportedEvent = Pick<typeof events.$inferSelect, (typeof COLUMNS)[number]>;

/** Identifies an event, see {@link sameEventKey}. */
export type NamedEvent = Pick<ImportedEvent, 'event_date' | 'event_name' | 'ort'>;

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
  const found = await exactlyOne(
    db.execute<{ names: string }>(sql`
    select coalesce(json_agg(json_build_array(event_date, event_name, ort))::text, '[]') as names
    from events where ${isOnDays(days)}`),
  );
  const names: [string, string, string | null][] = JSON.parse(found.names);
  return names.map(([event_date, event_name, ort]) => ({ event_date, event_name, ort }));
}

export async function insertImportedEvents(
  tx: Db,
  rows: readonly (ImportedEvent & Edition)[],
): Promise<void> {
  await tx.execute(sql`
    insert into events (${NEW_COLUMNS}) select ${NEW_COLUMNS}
    from json_populate_recordset(null::events, ${JSON.stringify(rows)}::text::json)`);
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
