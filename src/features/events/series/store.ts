import { asc, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { events, raceAddresses, series, seriesKeys, watches } from '#db/schema/index.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { type JsonList, jsonRows } from '#src/platform/snapshot/json-rows.ts';
import type { Address, Edition, Series, StoredSeries } from './rules.ts';

const SERIES_LOCK = 7_021_005;

/** Until the transaction ends, no series is added, changed or merged, and no event moves into another one. */
export async function lockSeries(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SERIES_LOCK})`);
}

export async function hasEventsWithoutSeries(db: Reader): Promise<boolean> {
  return (
    (await db.select({ id: events.id }).from(events).where(isNull(events.series_id)).limit(1)).length > 0
  );
}

/** Locked, so that nobody deletes or moves them meanwhile. */
export function lockEventsWithoutSeries(db: Db, limit: number) {
  return db
    .select({ id: events.id, event_name: events.event_name, event_date: events.event_date, ort: events.ort })
    .from(events)
    .where(isNull(events.series_id))
    .orderBy(asc(events.event_date), asc(events.id))
    .limit(limit)
    .for('no key update');
}

/** As one parameter: thousands of placeholders are slow to parse. */
const anyOf = (texts: readonly string[]) =>
  sql`any(select json_array_elements_text(${JSON.stringify(texts)}::text::json))`;

export async function findStoredSeries(
  db: Reader,
  keys: readonly string[],
  slugs: readonly string[],
): Promise<StoredSeries> {
  const known = await db
    .select({ key: seriesKeys.key, id: series.id, slug: series.slug })
    .from(seriesKeys)
    .innerJoin(series, eq(series.id, seriesKeys.series_id))
    .where(sql`${seriesKeys.key} = ${anyOf(keys)}`);
  const allSlugs = [...new Set([...slugs, ...known.map(({ slug }) => slug)])];
  const addresses = await db
    .select()
    .from(raceAddresses)
    .where(sql`split_part(${raceAddresses.path}, '/', 1) = ${anyOf(allSlugs)}`);
  // A backup may have a series without its address.
  const owners = await db
    .select({ path: series.slug, series_id: series.id, event_id: sql<null>`null` })
    .from(series)
    .where(sql`${series.slug} = ${anyOf(allSlugs)}`);
  return { byKey: new Map(known.map((row) => [row.key, row])), addresses: [...owners, ...addresses] };
}

export async function insertSeries(db: Db, rows: readonly (Series & { key: string })[]): Promise<void> {
  const json = JSON.stringify(rows.map(({ id, ...row }) => ({ ...row, id, series_id: id })));
  await db.execute(sql`
    insert into series (id, name, slug) select id, name, slug from json_populate_recordset(null::series, ${json}::text::json)`);
  await db.execute(sql`
    insert into series_keys select * from json_populate_recordset(null::series_keys, ${json}::text::json)`);
}

export async function storeAddresses(db: Db, rows: readonly Address[]): Promise<void> {
  await db.execute(sql`
    insert into race_addresses select * from json_populate_recordset(null::race_addresses, ${JSON.stringify(rows)}::text::json)
    on conflict (path) do update set series_id = excluded.series_id, event_id = excluded.event_id`);
}

/** Does not count as an edit of the events. */
export async function storeEditions(db: Db, editions: readonly Edition[]): Promise<void> {
  await db.execute(sql`
    update events set series_id = found.series_id, edition = found.edition
    from json_populate_recordset(null::events, ${JSON.stringify(editions)}::text::json) found
    where events.id = found.id`);
}

export function findSeriesById(db: Reader, id: string): Promise<Series | undefined> {
  return atMostOne(db.select().from(series).where(eq(series.id, id)));
}

/** By its slug or one that it had before. */
export function findSeriesBySlug(db: Reader, slug: string): Promise<Series | undefined> {
  const formerId = db
    .select({ id: raceAddresses.series_id })
    .from(raceAddresses)
    .where(eq(raceAddresses.path, slug));
  return atMostOne(
    db
      .select()
      .from(series)
      .where(or(eq(series.slug, slug), inArray(series.id, formerId)))
      .orderBy(desc(eq(series.slug, slug)))
      .limit(1),
  );
}

/** Returns a JSON list of {@link SeriesSummary}. Series whose events were all deleted are not listed. */
export function listSeries(db: Reader): Promise<JsonList> {
  return jsonRows(
    db,
    {
      id: series.id,
      name: series.name,
      slug: series.slug,
      url: sql`'/lopp/' || ${series.slug}`,
      edition_count: sql`counted.edition_count`,
    },
    {
      from: sql`from ${series} join (
      select ${events.series_id}, count(*)::int as edition_count from ${events} group by ${events.series_id}
    ) counted on counted.series_id = ${series.id}`,
      orderBy: sql`${series.name} collate "sv-x-icu", ${series.id}`,
    },
  );
}

/** Locks them, so that nobody deletes or moves them meanwhile. */
export function lockEditions(db: Db, seriesIds: readonly string[]) {
  return db
    .select({
      id: events.id,
      event_date: events.event_date,
      series_id: events.series_id,
      edition: events.edition,
    })
    .from(events)
    .where(inArray(events.series_id, [...seriesIds]))
    .orderBy(asc(events.id))
    .for('no key update');
}

export async function updateSeries(db: Db, { id, name, slug }: Series): Promise<void> {
  await db.update(series).set({ name, slug }).where(eq(series.id, id));
}

/** Gives keys, addresses, watches and organisers to another series, and removes it. Move its editions first. */
export async function replaceSeries(db: Db, id: string, replacementId: string): Promise<void> {
  await db.update(seriesKeys).set({ series_id: replacementId }).where(eq(seriesKeys.series_id, id));
  await db.update(raceAddresses).set({ series_id: replacementId }).where(eq(raceAddresses.series_id, id));
  // Watches of both are deleted with the series.
  await db.execute(sql`
    update ${watches} w set series_id = ${replacementId} where series_id = ${id} and not exists (
      select from ${watches} o where o.watcher_id = w.watcher_id and o.series_id = ${replacementId}
        and (o.kind, o.distance, o.min_price, o.max_price) is not distinct from (w.kind, w.distance, w.min_price, w.max_price))`);
  // So are links of organisers whose address has one for the other series.
  await db.execute(sql`
    update organisers o set series_id = ${replacementId} where series_id = ${id} and (revoked_at is not null or not exists (
      select from organisers other
      where other.series_id = ${replacementId} and other.email = o.email and other.revoked_at is null))`);
  await db.delete(series).where(eq(series.id, id));
}

/** By the path after `/lopp/`. `url` is the event's now, `slug` the series'. Undefined if it was never used. */
export function findAddress(db: Reader, path: string) {
  return atMostOne(
    db
      .select({
        series_id: raceAddresses.series_id,
        event_id: raceAddresses.event_id,
        slug: sql<string | null>`(select slug from ${series} where id = ${raceAddresses.series_id})`,
        url: sql<string | null>`'/lopp/' || ${series.slug} || '/' || ${events.edition}`,
        hasEditions: sql<boolean>`exists (select from ${events} e where e.series_id = ${raceAddresses.series_id})`,
      })
      .from(raceAddresses)
      .leftJoin(events, eq(events.id, raceAddresses.event_id))
      .leftJoin(series, eq(series.id, events.series_id))
      .where(eq(raceAddresses.path, path)),
  );
}
