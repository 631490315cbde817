import type postgres from 'postgres';
import type { PlaceSource } from '../../../../db/schema/events';
import type { Sql } from '../../../platform/database';
import type { EventInput } from '../contract';

type Transaction = postgres.TransactionSql;

/** What an import writes of an event. */
export type ImportedEvent = Pick<
  EventInput,
  | 'event_date'
  | 'event_name'
  | 'distances'
  | 'event_end_date'
  | 'ort'
  | 'landskap'
  | 'address'
  | 'race_link'
  | 'result_link'
  | 'organizer'
> & {
  id: string;
  sport_type: string;
  latitude: number | null;
  longitude: number | null;
  place_source: PlaceSource | null;
};

const COLUMNS = [
  'id',
  'event_name',
  'event_date',
  'event_end_date',
  'sport_type',
  'distances',
  'ort',
  'landskap',
  'address',
  'race_link',
  'result_link',
  'organizer',
  'latitude',
  'longitude',
  'place_source',
] as const satisfies (keyof ImportedEvent)[];

const IMPORT_LOCK = 7_021_002;

/** Holds back other imports until the transaction ends: two at once must not store the same event twice. */
export async function lockImports(sql: Transaction): Promise<void> {
  // Whoever waits for another import waits longer than for a row.
  await sql`set local lock_timeout = '2min'`;
  await sql`set local statement_timeout = '2min'`;
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`;
}

/** The stored events of those days, oldest first. */
export function findEventsOn(sql: Sql | Transaction, days: readonly string[]): Promise<ImportedEvent[]> {
  return sql<ImportedEvent[]>`
    select id, event_name, event_date::text, event_end_date::text, sport_type, distances, ort, landskap, address,
      race_link, result_link, organizer, latitude, longitude, place_source
    from events where event_date = any(${[...new Set(days)]}::date[]) order by id`;
}

/**
 * Rows as JSON, some thousand a statement. COPY would take two thirds of the time; but when the connection breaks
 * during a COPY, postgres.js 3.4.9 throws from inside its stream, and when the database refuses the last rows it
 * never ends it.
 */
const ROWS_AT_ONCE = 2000;

function* lotsOf(events: readonly ImportedEvent[]): Generator<string> {
  for (let start = 0; start < events.length; start += ROWS_AT_ONCE) {
    yield JSON.stringify(events.slice(start, start + ROWS_AT_ONCE));
  }
}

export async function insertEvents(sql: Transaction, events: readonly ImportedEvent[]): Promise<void> {
  for (const lot of lotsOf(events)) {
    await sql`
      insert into events (${sql(COLUMNS)})
      select ${sql(COLUMNS)} from json_populate_recordset(null::events, ${lot}::text::json)`;
  }
}

/** Writes over events by id; a geocoder is asked anew where the place is another. */
export async function updateEvents(sql: Transaction, events: readonly ImportedEvent[]): Promise<void> {
  for (const lot of lotsOf(events)) {
    await sql`
      update events set
        event_name = changed.event_name, event_date = changed.event_date, event_end_date = changed.event_end_date,
        sport_type = changed.sport_type, distances = changed.distances, ort = changed.ort,
        landskap = changed.landskap, address = changed.address, race_link = changed.race_link,
        result_link = changed.result_link, organizer = changed.organizer, latitude = changed.latitude,
        longitude = changed.longitude, place_source = changed.place_source,
        geocode_due = case when (events.ort, events.address, events.landskap)
          is distinct from (changed.ort, changed.address, changed.landskap) then now() else events.geocode_due end
      from json_populate_recordset(null::events, ${lot}::text::json) changed where changed.id = events.id`;
  }
}
