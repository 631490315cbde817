import { importEvents } from '#src/features/imports/service.ts';
import { canonicalQuery } from '#src/features/watches/creation/service.ts';
import { searchIndexOf } from '#src/features/watches/matching/rules.ts';
import { connect, type Database, migrateDatabase, openDatabase, type Sql } from '#src/platform/database.ts';
import { atEnd } from './ending.ts';
import { csvOfEvents } from './events.ts';
import type { Postgres } from './postgres.ts';

export const WATCHES_OF_AN_ADDRESS = 2.5;

/** Shares of the kinds of watches, and of the kinds of searches among the searches. */
export const DISTRIBUTION =
  '40 % searches (sport and landskap 30 %, sport or landskap alone 10 % each, within 30 or 50 km of a town 25 %, text 15 %, sport ' +
  'and landskap in a period 10 %), 25 % races, 10 % series, 15 % sales and 10 % wanted ads of a race';

export type WatchWorld = {
  database: Database;
  /** For large writes, without a timeout. */
  bulk: Sql;
  target: { socketDir: string; database: string };
};

/** A calendar whose races are in one series in three, without watches. */
export async function openCalendar(postgres: Postgres, name: string, events: number): Promise<WatchWorld> {
  await postgres.create(name);
  const target = { socketDir: postgres.socketDir, database: name };
  await migrateDatabase(target);
  const database = openDatabase(target);
  atEnd(database.close);
  const bulk = connect(target, { max: 1, connection: { statement_timeout: 0 } });
  atEnd(() => bulk.end());
  for (const csv of csvOfEvents(events))
    await importEvents(
      { database, now: () => new Date() },
      { bytes: Buffer.from(csv), filename: 'events.csv' },
    );
  await database.sql`delete from watch_changes`;
  return { database, bulk, target };
}

type Race = { id: string; series_id: string | null; sport: string; landskap: string; ort: string };

const ROWS_OF_AN_INSERT = 10_000;

/** Makes it `count` watches altogether, less the few that an address would have twice. */
export async function fillWatches({ bulk: sql }: WatchWorld, count: number): Promise<void> {
  await sql`truncate watchers, watched_searches cascade`;
  const races = await sql<Race[]>`
    select id, series_id, sport_type as sport, landskap, ort from events where ort is not null order by md5(id::text)`;
  const watchers = await sql<{ id: string }[]>`
    insert into watchers (id, email) select gen_random_uuid(), 'adress' || n || '@exempel.se'
    from generate_series(1, ${Math.ceil(count / WATCHES_OF_AN_ADDRESS)}) n returning id`;
  const rows = Array.from({ length: count }, (_, n) => ({
    id: Bun.randomUUIDv7(),
    watcher_id: watchers[n % watchers.length]?.id,
    number: 1 + Math.floor(n / watchers.length),
    ...targetOf(n, races[(n * 7919) % races.length] as Race),
  }));
  for (const query of new Set(rows.flatMap(({ query }) => query ?? []))) {
    const { key, area } = searchIndexOf(query);
    const box = area && `(${area.east},${area.north}),(${area.west},${area.south})`;
    await sql`insert into watched_searches (query, key, area) values (${query}, ${key}, ${box}::text::box)`;
  }
  for (let at = 0; at < rows.length; at += ROWS_OF_AN_INSERT)
    await sql`
      insert into watches (id, watcher_id, number, kind, query, event_id, series_id, cadence)
      select * from json_to_recordset(${JSON.stringify(rows.slice(at, at + ROWS_OF_AN_INSERT))}::text::json)
        r(id uuid, watcher_id uuid, number int, kind text, query text, event_id uuid, series_id uuid, cadence text)
      on conflict do nothing`;
  await sql`analyze`;
}

type Target = { kind: string; cadence: string; query?: string; event_id?: string; series_id?: string };

function targetOf(n: number, race: Race): Target {
  const percentile = (n * 37) % 100;
  if (percentile < 40) {
    const query = canonicalQuery(new URLSearchParams(fieldsOf((n * 61) % 100, race)).toString());
    return { kind: 'search', query, cadence: 'daily' };
  }
  if (percentile < 50 && race.series_id)
    return { kind: 'series', series_id: race.series_id, cadence: 'daily' };
  if (percentile < 60) return { kind: 'market_wanted', event_id: race.id, cadence: 'direct' };
  return { kind: percentile < 75 ? 'market_sale' : 'event', event_id: race.id, cadence: 'direct' };
}

function fieldsOf(percentile: number, { sport, landskap, ort }: Race): Record<string, string> {
  if (percentile < 30) return { sport, landskap };
  if (percentile < 40) return { sport };
  if (percentile < 50) return { landskap };
  if (percentile < 75) return { near: ort, within: percentile % 2 ? '30' : '50' };
  if (percentile < 90) return { q: ort };
  return { sport, landskap, from: '2027-05-01', to: '2027-09-30' };
}
