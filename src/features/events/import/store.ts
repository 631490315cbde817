import { type SQL, sql } from 'drizzle-orm';
import type { PlaceSource } from '../../../../db/schema/events';
import type { Db } from '../../../platform/database';
import type { EventInput } from '../contract';

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

/** Of the table, in the order in which the statements below name them. */
const COLUMNS = sql.raw(
  (
    [
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
    ] satisfies (keyof ImportedEvent)[]
  ).join(', '),
);

const IMPORT_LOCK = 7_021_002;

/** Holds back other imports until the transaction ends: two at once must not store the same event twice. */
export async function lockImports(tx: Db): Promise<void> {
  // Whoever waits for another import waits longer than for a row.
  await tx.execute(sql`set local lock_timeout = '2min'`);
  await tx.execute(sql`set local statement_timeout = '2min'`);
  await tx.execute(sql`select pg_advisory_xact_lock(${IMPORT_LOCK})`);
}

/**
 * The stored events of those days, oldest first. `keep`: nobody else changes or deletes them until the transaction ends,
 * so that an update writes nothing over that came meanwhile.
 */
export async function findEventsOn(
  db: Db,
  days: readonly string[],
  { keep }: { keep: boolean },
): Promise<ImportedEvent[]> {
  const list = [...new Set(days)].join();
  const found: SQL = sql`
    select id, event_name, event_date::text, event_end_date::text, sport_type, distances, ort, landskap, address,
      race_link, result_link, organizer, latitude, longitude, place_source
    from events where event_date = any(string_to_array(${list}, ',')::date[]) order by id`;
  return [...(await db.execute<ImportedEvent>(keep ? sql`${found} for update` : found))];
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

export async function insertEvents(tx: Db, events: readonly ImportedEvent[]): Promise<void> {
  for (const lot of lotsOf(events)) {
    await tx.execute(sql`
      insert into events (${COLUMNS})
      select ${COLUMNS} from json_populate_recordset(null::events, ${lot}::text::json)`);
  }
}

/** Writes over events by id; a geocoder is asked anew where the place is another. */
export async function updateEvents(tx: Db, events: readonly ImportedEvent[]): Promise<void> {
  for (const lot of lotsOf(events)) {
    await tx.execute(sql`
      update events set
        event_name = changed.event_name, event_date = changed.event_date, event_end_date = changed.event_end_date,
        sport_type = changed.sport_type, distances = changed.distances, ort = changed.ort,
        landskap = changed.landskap, address = changed.address, race_link = changed.race_link,
        result_link = changed.result_link, organizer = changed.organizer, latitude = changed.latitude,
        longitude = changed.longitude, place_source = changed.place_source,
        geocode_due = case when (events.ort, events.address, events.landskap)
          is distinct from (changed.ort, changed.address, changed.landskap) then now() else events.geocode_due end
      from json_populate_recordset(null::events, ${lot}::text::json) changed where changed.id = events.id`);
  }
}
