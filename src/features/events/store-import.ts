import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';
import type { Sql } from '../../platform/database';
import type { ImportedEvent } from './import-plan';

type Transaction = postgres.TransactionSql;

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

/** COPY, the quickest way in: 20,000 rows in a fraction of a second. */
export async function insertEvents(sql: Transaction, events: readonly ImportedEvent[]): Promise<void> {
  if (events.length > 0) await copyInto(sql, 'events', events);
}

/** Writes over events by id. */
export async function updateEvents(sql: Transaction, events: readonly ImportedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await sql`create temporary table changed_events (like events including defaults) on commit drop`;
  await copyInto(sql, 'changed_events', events);
  await sql`
    update events set
      event_name = changed.event_name, event_date = changed.event_date, event_end_date = changed.event_end_date,
      sport_type = changed.sport_type, distances = changed.distances, ort = changed.ort,
      landskap = changed.landskap, address = changed.address, race_link = changed.race_link,
      result_link = changed.result_link, organizer = changed.organizer, latitude = changed.latitude,
      longitude = changed.longitude, place_source = changed.place_source
    from changed_events changed where changed.id = events.id`;
}

const LINES_AT_ONCE = 500;

async function copyInto(
  sql: Transaction,
  table: 'events' | 'changed_events',
  events: readonly ImportedEvent[],
): Promise<void> {
  const target = await sql`copy ${sql(table)} (${sql(COLUMNS)}) from stdin`.writable();
  await pipeline(Readable.from(linesOf(events)), target);
}

function* linesOf(events: readonly ImportedEvent[]): Generator<Buffer> {
  for (let start = 0; start < events.length; start += LINES_AT_ONCE) {
    const lines = events.slice(start, start + LINES_AT_ONCE).map(lineOf);
    yield Buffer.from(lines.join(''));
  }
}

const lineOf = (event: ImportedEvent) => `${COLUMNS.map((column) => fieldOf(event[column])).join('\t')}\n`;

function fieldOf(value: string | number | readonly string[] | null): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  return escapeField(typeof value === 'string' ? value : arrayLiteral(value));
}

const arrayLiteral = (items: readonly string[]) =>
  `{${items.map((item) => `"${item.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escapeField = (text: string) =>
  text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
