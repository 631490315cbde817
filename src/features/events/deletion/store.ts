import { desc, eq, gte, type SQL, sql } from 'drizzle-orm';
import { events, removedEvents, series } from '#db/schema/index.ts';
import { withoutHistory } from '#src/platform/database/actor.ts';
import { idsIn } from '#src/platform/database/ids-in.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { urlColumn } from '../store.ts';
import { isSameWatch } from './moved/store.ts';

type Related = {
  table: string;
  /** Refers to the event. */
  column: string;
  /** A row is not restored if one of these was deleted meanwhile. */
  needs?: Record<string, string>;
  /** Becomes null if what it refers to was deleted meanwhile. */
  mayLose?: Record<string, string>;
  /** After a merge, a row that the kept event has too is only restored if that one is still there. */
  isSame?: (row: SQL, intoId: SQL) => SQL;
};

/** Rows that are deleted with an event. A test compares this with the foreign keys. */
export const DELETED_WITH_EVENT: readonly Related[] = [
  { table: 'event_revisions', column: 'event_id', mayLose: { batch_id: 'event_batches' } },
  { table: 'watches', column: 'event_id', needs: { watcher_id: 'watchers' }, isSame: isSameWatch },
  { table: 'page_views', column: 'event_id' },
  { table: 'event_proposals', column: 'event_id', mayLose: { organiser_id: 'organisers' } },
  { table: 'source_changes', column: 'event_id', needs: { source_id: 'sources' } },
  { table: 'distinct_events', column: 'event_id', needs: { other_id: 'events' } },
  { table: 'distinct_events', column: 'other_id', needs: { event_id: 'events' } },
  { table: 'removed_events', column: 'into_id', mayLose: { batch_id: 'event_batches' } },
];

/**
 * Rows that lose their event, with their key. Nothing else of them is saved: ads are personal data. An ad becomes
 * active again if it was.
 */
export const KEPT_WITHOUT_EVENT = [
  { table: 'announcements', key: ['id'], saved: ['is_active'] },
  { table: 'race_addresses', key: ['path'], saved: [] },
  { table: 'source_items', key: ['source_id', 'key'], saved: [] },
] as const;

const nameOf = ({ table, column }: Related) => `${table}.${column}`;

const deletedRows = ({ table, column }: Related) => sql`(
  select coalesce(jsonb_agg(to_jsonb(r)), '[]') from ${sql.identifier(table)} r where r.${sql.identifier(column)} = e.id)`;

const keptRows = ({ table, key, saved }: (typeof KEPT_WITHOUT_EVENT)[number]) => {
  const columns = sql.raw([...key, ...saved].map((name) => `'${name}', r.${name}`).join());
  return sql`(select coalesce(jsonb_agg(jsonb_build_object(${columns})), '[]') from ${sql.identifier(table)} r where r.event_id = e.id)`;
};

export type Removal = {
  batchId?: string;
  /** The event that they are merged into. */
  intoId?: string;
  removedBy: string | null;
  removedAt: string;
  restorableUntil: string;
};

/** Waits for ads that are being made: what refers to the events is saved next. */
export async function lockForDeletion(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`select from events where id = ${idsIn(ids)} order by id for update`);
}

/** Saves the events and the rows that refer to them, so that their deletion can be undone. */
export async function saveEvents(
  tx: Db,
  ids: readonly string[],
  { batchId, intoId, removedBy, removedAt, restorableUntil }: Removal,
): Promise<void> {
  const related = [
    ...DELETED_WITH_EVENT.map((one) => sql`${nameOf(one)}::text, ${deletedRows(one)}`),
    ...KEPT_WITHOUT_EVENT.map((one) => sql`${one.table}::text, ${keptRows(one)}`),
  ];
  await tx.execute(sql`
    insert into removed_events (id, batch_id, into_id, removed_by, removed_at, restorable_until, event, related)
    select e.id, ${batchId ?? null}::uuid, ${intoId ?? null}::uuid, ${removedBy}::text, ${removedAt}::timestamptz,
      ${restorableUntil}::timestamptz, to_jsonb(e), jsonb_build_object(${sql.join(related, sql`, `)})
    from events e where e.id = ${idsIn(ids)}`);
}

export async function deleteEvents(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`delete from events where id = ${idsIn(ids)}`);
}

export async function lockRemoved(tx: Db, ids: readonly string[]) {
  return tx.execute<{ id: string; into_id: string | null; restorable_until: string }>(sql`
    select id, into_id, restorable_until from removed_events where id = ${idsIn(ids)} order by id for update`);
}

export async function findRemovedIn(tx: Reader, batchId: string) {
  return tx.execute<{ id: string; event_name: string; event_date: string }>(sql`
    select id, event ->> 'event_name' as event_name, event ->> 'event_date' as event_date
    from removed_events where batch_id = ${batchId} order by event ->> 'event_date', id`);
}

/** History and watches see no new event: it is the same one. An address that another event has got stays there. */
export async function insertRemoved(tx: Db, ids: readonly string[]): Promise<void> {
  await withoutHistory(tx, () =>
    tx.execute(sql`
    insert into events select (jsonb_populate_record(null::events, r.event || case
      when exists (select from series s left join race_addresses a on a.path = s.slug || '/' || (r.event ->> 'edition')
        where s.id = (r.event ->> 'series_id')::uuid and a.event_id is null)
      then '{}' else '{"series_id": null, "edition": null}'::jsonb end)).*
    from removed_events r where r.id = ${idsIn(ids)}`),
  );
}

const exists = (table: string, column: string) =>
  sql`exists (select from ${sql.identifier(table)} t where t.id = (row ->> ${column}::text)::uuid)`;

export async function restoreRelated(tx: Db, ids: readonly string[]): Promise<void> {
  for (const one of DELETED_WITH_EVENT) {
    const lost = Object.entries(one.mayLose ?? {}).map(
      ([column, table]) =>
        sql` || case when ${exists(table, column)} then '{}' else jsonb_build_object(${column}::text, null) end`,
    );
    const needed = Object.entries(one.needs ?? {}).map(
      ([column, table]) => sql` and ${exists(table, column)}`,
    );
    const target = sql.identifier(one.table);
    const isWanted = one.isSame
      ? sql` and (r.into_id is null or ${one.isSame(sql`restored`, sql`r.into_id`)})`
      : sql``;
    await tx.execute(sql`
      insert into ${target} select restored.*
      from removed_events r cross join jsonb_array_elements(r.related -> ${nameOf(one)}::text) row
      cross join lateral jsonb_populate_record(null::${target}, row${sql.join(lost)}) restored
      where r.id = ${idsIn(ids)}${sql.join(needed)}${isWanted} on conflict do nothing`);
  }
  for (const { table, key, saved } of KEPT_WITHOUT_EVENT) {
    const target = sql.identifier(table);
    const assignments: SQL[] = saved.map((name) => sql.raw(`, ${name} = row.${name}`));
    const isSame = sql.raw(key.map((name) => `kept.${name} = row.${name}`).join(' and '));
    await tx.execute(sql`
      update ${target} kept set event_id = r.id${sql.join(assignments)}
      from removed_events r cross join lateral jsonb_populate_recordset(null::${target}, r.related -> ${table}::text) row
      where r.id = ${idsIn(ids)} and kept.event_id is null and ${isSame}`);
  }
  await tx.execute(sql`delete from removed_events where id = ${idsIn(ids)}`);
}

/** Merges that can be undone, the latest first. */
export function findMerges(db: Reader, now: string) {
  return db
    .select({
      id: removedEvents.id,
      event_name: sql<string>`${removedEvents.event} ->> 'event_name'`,
      event_date: sql<string>`${removedEvents.event} ->> 'event_date'`,
      into: {
        id: events.id,
        event_name: events.event_name,
        event_date: events.event_date,
        url: urlColumn,
      },
      merged_at: removedEvents.removed_at,
      merged_by: removedEvents.removed_by,
      restorable_until: removedEvents.restorable_until,
    })
    .from(removedEvents)
    .innerJoin(events, eq(events.id, removedEvents.into_id))
    .leftJoin(series, eq(series.id, events.series_id))
    .where(gte(removedEvents.restorable_until, now))
    .orderBy(desc(removedEvents.removed_at), desc(removedEvents.id))
    .limit(MERGES_LISTED);
}

const MERGES_LISTED = 100;

/** The event that it was merged into. Null if it was not merged but deleted, undefined if it was not removed. */
export async function findTarget(db: Reader, id: string): Promise<string | null | undefined> {
  const row = await atMostOne(
    db.execute<{ into_id: string | null }>(sql`select into_id from removed_events where id = ${id}`),
  );
  return row?.into_id;
}

/** Whether the event was merged into one that has itself been removed since: its row is then saved with that one. */
export async function isSavedWithOther(db: Reader, id: string): Promise<boolean> {
  const row = await exactlyOne(
    db.execute<{ is_saved: boolean }>(sql`
    select exists (select from removed_events where jsonb_path_exists(related,
      '$.**."removed_events.into_id"[*] ? (@.id == $id)', jsonb_build_object('id', ${id}::text))) as is_saved`),
  );
  return row.is_saved;
}

export async function deleteExpired(tx: Db, now: string): Promise<void> {
  await tx.execute(sql`delete from removed_events where restorable_until < ${now}`);
}
