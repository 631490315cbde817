import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';
import { events, series, sourceChanges, sourceItems, sources } from '#db/schema/index.ts';
import type { ColumnValues } from '#src/features/events/contract.ts';
import { urlColumn } from '#src/features/events/service.ts';
import { idsIn } from '#src/platform/database/ids-in.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import type { KnownItem } from '../rules.ts';

type ItemRow = typeof sourceItems.$inferSelect;
export type ChangeRow = typeof sourceChanges.$inferSelect;

/** Turning more rows into objects at once would delay other requests. */
const ROWS_PER_PAGE = 500;

/** Reads all rows in pages. `after` is the last row of the page before. */
async function inPages<Row>(readPage: (after: Row | undefined) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (;;) {
    const page = await readPage(rows.at(-1));
    for (const row of page) rows.push(row);
    // A page is shorter if rows were changed while it waited for their locks.
    if (page.length === 0) return rows;
  }
}

export function findItems(db: Reader, sourceId: string): Promise<ItemRow[]> {
  return inPages((after: ItemRow | undefined) =>
    db
      .select()
      .from(sourceItems)
      .where(and(eq(sourceItems.source_id, sourceId), after && gt(sourceItems.key, after.key)))
      .orderBy(asc(sourceItems.key))
      .limit(ROWS_PER_PAGE),
  );
}

export function findChangesOf(db: Reader, sourceId: string): Promise<ChangeRow[]> {
  return inPages((after: ChangeRow | undefined) =>
    db
      .select()
      .from(sourceChanges)
      .where(and(eq(sourceChanges.source_id, sourceId), after && gt(sourceChanges.key, after.key)))
      .orderBy(asc(sourceChanges.key))
      .limit(ROWS_PER_PAGE),
  );
}

/** The name, day and place of each item: as last accepted, else as they wait, else those of its event. */
export async function findIdentities(db: Reader, sourceId: string) {
  const of = (name: string) =>
    sql.raw(`coalesce(i.accepted ->> '${name}', c.after ->> '${name}', e.${name}::text) as ${name}`);
  return db.execute<{ key: string; event_date: string; event_name: string; ort: string | null }>(sql`
    select i.key, ${of('event_date')}, ${of('event_name')}, ${of('ort')}
    from source_items i
    left join source_changes c on c.source_id = i.source_id and c.key = i.key
    left join events e on e.id = i.event_id
    where i.source_id = ${sourceId}`);
}

/** Gives items and their changes new keys, which no item has. */
export async function renameItems(
  tx: Db,
  sourceId: string,
  renamed: readonly { from: string; to: string }[],
): Promise<void> {
  for (const json of batchesOf(renamed))
    await tx.execute(sql`
      with rows as (select * from jsonb_to_recordset(${json}::text::jsonb) as rows ("from" text, "to" text)),
      changes as (update source_changes c set key = rows."to" from rows
        where c.source_id = ${sourceId} and c.key = rows."from")
      update source_items i set key = rows."to" from rows where i.source_id = ${sourceId} and i.key = rows."from"`);
}

export async function findEventsById(db: Reader, ids: readonly string[]) {
  const rows: (typeof events.$inferSelect)[] = [];
  for (let start = 0; start < ids.length; start += ROWS_PER_PAGE) {
    const page = ids.slice(start, start + ROWS_PER_PAGE);
    for (const row of await db
      .select()
      .from(events)
      .where(sql`${events.id} = ${idsIn(page)}`))
      rows.push(row);
  }
  return rows;
}

type EventIdentity = Pick<typeof events.$inferSelect, 'id' | 'event_date' | 'event_name' | 'ort'>;

/** What identifies the events of some days, the first added first. */
export function findIdentitiesOn(db: Reader, days: readonly string[]): Promise<EventIdentity[]> {
  const list = [...new Set(days)].join();
  return inPages((after: EventIdentity | undefined) =>
    db
      .select({
        id: events.id,
        event_date: events.event_date,
        event_name: events.event_name,
        ort: events.ort,
      })
      .from(events)
      .where(
        and(
          sql`${events.event_date} = any(string_to_array(${list}, ',')::date[])`,
          after && gt(events.id, after.id),
        ),
      )
      .orderBy(asc(events.id))
      .limit(ROWS_PER_PAGE),
  );
}

const ROWS_PER_STATEMENT = 1000;

function* batchesOf<Row>(rows: readonly Row[]): Generator<string> {
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
    yield JSON.stringify(rows.slice(start, start + ROWS_PER_STATEMENT));
}

type Item = KnownItem & { key: string };

/** The items that the source has at `seenAt`. */
export async function storeItems(
  tx: Db,
  sourceId: string,
  seenAt: string,
  items: readonly Item[],
): Promise<void> {
  for (const json of batchesOf(items))
    await tx.execute(sql`
      insert into source_items (source_id, key, event_id, accepted, seen_at)
      select ${sourceId}::uuid, key, event_id, nullif(accepted, 'null'), ${seenAt}::timestamptz
      from jsonb_to_recordset(${json}::text::jsonb) as rows (key text, event_id uuid, accepted jsonb)
      on conflict (source_id, key) do update set event_id = excluded.event_id, accepted = excluded.accepted,
        seen_at = excluded.seen_at, vanished_at = null`);
}

type Change = { key: string; event_id: string | null; before: ColumnValues | null; after: ColumnValues };

/** A change that was ignored stays ignored while it is the same. */
export async function storeChanges(
  tx: Db,
  sourceId: string,
  foundAt: string,
  changes: readonly Change[],
): Promise<void> {
  const rows = changes.map((change) => ({ ...change, id: Bun.randomUUIDv7() }));
  for (const json of batchesOf(rows))
    await tx.execute(sql`
      insert into source_changes (id, source_id, key, event_id, before, after, found_at)
      select id, ${sourceId}::uuid, key, event_id, nullif(before, 'null'), after, ${foundAt}::timestamptz
      from jsonb_to_recordset(${json}::text::jsonb) as rows (id uuid, key text, event_id uuid, before jsonb, after jsonb)
      on conflict (source_id, key) do update set event_id = excluded.event_id, before = excluded.before,
        after = excluded.after, status = 'pending', found_at = excluded.found_at
      where source_changes.after <> excluded.after or source_changes.event_id is distinct from excluded.event_id`);
}

const keysIn = (keys: readonly string[]) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb))`;

export async function deleteChanges(tx: Db, sourceId: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await tx.execute(sql`delete from source_changes where source_id = ${sourceId} and key in ${keysIn(keys)}`);
}

/**
 * Items that were not seen have vanished. Their changes no longer wait, and those that never became an event are
 * forgotten. Returns how many have vanished since the fetch before.
 */
export async function markVanished(
  tx: Db,
  sourceId: string,
  now: string,
  keys: readonly string[],
): Promise<number> {
  const { count } = await exactlyOne(
    tx.execute<{ count: number }>(sql`
    with present as (select jsonb_array_elements_text(${JSON.stringify(keys)}::text::jsonb) as key),
    dropped as (delete from source_changes where source_id = ${sourceId} and key not in (select key from present)),
    forgotten as (delete from source_items where source_id = ${sourceId} and accepted is null
      and key not in (select key from present)),
    vanished as (update source_items set vanished_at = ${now}::timestamptz where source_id = ${sourceId}
      and accepted is not null and vanished_at is null and key not in (select key from present) returning event_id)
    select count(event_id)::int as count from vanished`),
  );
  return count;
}

export async function countWaiting(db: Reader, sourceId: string): Promise<number> {
  const row = await exactlyOne(
    db.execute<{ count: number }>(
      sql`select count(*)::int as count from source_changes where source_id = ${sourceId} and status = 'pending'`,
    ),
  );
  return row.count;
}

const CHANGES_LISTED = 1000;

/** The pending changes, the oldest first. */
export async function findWaiting(db: Reader) {
  return db
    .select({
      change: sourceChanges,
      source_name: sources.name,
      event: events,
      url: urlColumn,
    })
    .from(sourceChanges)
    .innerJoin(sources, eq(sources.id, sourceChanges.source_id))
    .leftJoin(events, eq(events.id, sourceChanges.event_id))
    .leftJoin(series, eq(series.id, events.series_id))
    .where(eq(sourceChanges.status, 'pending'))
    .orderBy(asc(sourceChanges.found_at), asc(sourceChanges.source_id), asc(sourceChanges.id))
    .limit(CHANGES_LISTED);
}

/** Those of a source that wait, or the ones with these ids. Call it with the import lock. */
export function lockWaiting(tx: Db, of: { sourceId: string } | { ids: string[] }): Promise<ChangeRow[]> {
  return inPages((after: ChangeRow | undefined) =>
    tx
      .select()
      .from(sourceChanges)
      .where(
        and(
          eq(sourceChanges.status, 'pending'),
          'ids' in of ? inArray(sourceChanges.id, of.ids) : eq(sourceChanges.source_id, of.sourceId),
          after && gt(sourceChanges.id, after.id),
        ),
      )
      .orderBy(asc(sourceChanges.id))
      .limit(ROWS_PER_PAGE)
      .for('update'),
  );
}

/** Returns the name of its source, or undefined if no such change waits. */
export async function ignoreChange(tx: Db, id: string): Promise<string | undefined> {
  const change = await atMostOne(
    tx
      .update(sourceChanges)
      .set({ status: 'ignored' })
      .from(sources)
      .where(
        and(
          eq(sourceChanges.id, id),
          eq(sourceChanges.status, 'pending'),
          eq(sources.id, sourceChanges.source_id),
        ),
      )
      .returning({ name: sources.name }),
  );
  return change?.name;
}

/** Adds the fields to what was accepted of the items, and removes the changes. */
export async function storeAccepted(
  tx: Db,
  sourceId: string,
  accepted: readonly { key: string; event_id: string; fields: ColumnValues }[],
): Promise<void> {
  for (const json of batchesOf(accepted))
    await tx.execute(sql`
      with rows as (select * from jsonb_to_recordset(${json}::text::jsonb) as rows (key text, event_id uuid, fields jsonb)),
      removed as (delete from source_changes c using rows where c.source_id = ${sourceId} and c.key = rows.key)
      update source_items i set event_id = rows.event_id, accepted = coalesce(i.accepted, '{}') || rows.fields
      from rows where i.source_id = ${sourceId} and i.key = rows.key`);
}
