import { importEvents } from '../../../src/features/events/import/service';
import { searchIndexOf } from '../../../src/features/watches/matching/rules';
import { canonicalQuery } from '../../../src/features/watches/service';
import { type Database, migrateDatabase, openDatabase } from '../../../src/platform/database';
import { atEnd } from './ending';
import { csvOfEvents } from './events';
import type { Postgres } from './postgres';

export const WATCHES_OF_AN_ADDRESS = 2.5;

/** Shares of the kinds of watches, and of the kinds of searches among the searches. */
export const DISTRIBUTION =
  '40 % searches (sport and landskap 30 %, sport or landskap alone 10 % each, within 30 or 50 km of a town 25 %, text 15 %, sport ' +
  'and landskap in a period 10 %), 25 % races, 10 % series, 15 % sales and 10 % wanted ads of a race';

export type WatchWorld = { database: Database; target: { socketDir: string; database: string } };

/** A calendar whose races are in one series in three, without watches. */
export async function openCalendar(postgres: Postgres, name: string, events: number): Promise<WatchWorld> {
  await postgres.create(name);
  const target = { socketDir: postgres.socketDir, database: name };
  await migrateDatabase(target);
  const database = openDatabase(target);
  atEnd(database.close);
  for (const csv of csvOfEvents(events))
    await importEvents(
      { database, now: () => new Date() },
      { bytes: Buffer.from(csv), filename: 'events.csv' },
    );
  await database.sql`delete from watch_changes`;
  return { database, target };
}

/** Makes it `count` watches altogether. The distribution is the same at each count. */
export async function fillWatches({ database: { sql } }: WatchWorld, count: number): Promise<void> {
  await sql`delete from watchers`;
  await sql`delete from watched_searches`;
  await sql`
    insert into watchers (id, email)
    select gen_random_uuid(), 'adress' || n || '@exempel.se' from generate_series(1, ${Math.ceil(count / WATCHES_OF_AN_ADDRESS)}) n`;
  const searches = Math.round(count * 0.4);
  const queries = await queriesOf(sql, searches);
  for (const query of new Set(queries)) {
    const { key, area } = searchIndexOf(query);
    const box = area && `(${area.east},${area.north}),(${area.west},${area.south})`;
    await sql`insert into watched_searches (query, key, area) values (${query}, ${key}, ${box}::text::box)`;
  }
  await sql`
    insert into watches (id, watcher_id, number, kind, query, cadence)
    select gen_random_uuid(), w.id, q.n, 'search', q.query, 'daily'
    from json_array_elements_text(${JSON.stringify(queries)}::text::json) with ordinality q(query, n)
    join (select id, row_number() over () as n from watchers) w on w.n = 1 + q.n % ${Math.ceil(count / WATCHES_OF_AN_ADDRESS)}
    on conflict do nothing`;
  const shares = { event: 0.25, series: 0.1, market_sale: 0.15, market_wanted: 0.1 };
  for (const [kind, share] of Object.entries(shares))
    await sql`
      insert into watches (id, watcher_id, number, kind, event_id, series_id, cadence)
      select gen_random_uuid(), w.id, 100000 + row_number() over () + ${count * (1 + Object.keys(shares).indexOf(kind))}, ${kind},
        case when ${kind} <> 'series' then e.id end, case when ${kind} = 'series' then e.series_id end, 'direct'
      from generate_series(1, ${Math.round(count * share)}) g
      join (select id, row_number() over () as n, count(*) over () as count from watchers) w on w.n = 1 + (g * 7919) % w.count
      join (select id, series_id, row_number() over (order by id) as n, count(*) over () as count from events) e
        on e.n = 1 + (g * 104729) % e.count
      where ${kind} <> 'series' or e.series_id is not null
      on conflict do nothing`;
  await sql`analyze`;
}

type Place = { sport: string; landskap: string; ort: string };

async function queriesOf(sql: Database['sql'], count: number): Promise<string[]> {
  const places = await sql<Place[]>`
    select sport_type as sport, landskap, ort from events where ort is not null order by md5(id::text) limit 5000`;
  return Array.from({ length: count }, (_, n) => {
    const { sport, landskap, ort } = places[(n * 31) % places.length] as Place;
    return canonicalQuery(new URLSearchParams(fieldsOf(n % 100, { sport, landskap, ort })).toString());
  });
}

function fieldsOf(percentile: number, { sport, landskap, ort }: Place): Record<string, string> {
  if (percentile < 30) return { sport, landskap };
  if (percentile < 40) return { sport };
  if (percentile < 50) return { landskap };
  if (percentile < 75) return { near: ort, within: percentile % 2 ? '30' : '50' };
  if (percentile < 90) return { q: ort };
  return { sport, landskap, from: '2027-05-01', to: '2027-09-30' };
}
