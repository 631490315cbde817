import { type SQL, sql } from 'drizzle-orm';
import { withoutHistory } from '#src/platform/database/actor.ts';
import { idsIn } from '#src/platform/database/ids-in.ts';
import type { Db } from '#src/platform/database.ts';

type Moved = {
  table: string;
  key: readonly string[];
  /** A row `r` that is not moved: the event that is kept has the same one. It is deleted with its event. */
  isSame?: (r: SQL, into: SQL) => SQL;
  /** Becomes null. */
  loses?: string;
};

export const isSameWatch = (r: SQL, eventId: SQL) => sql`exists (
  select from watches same where same.event_id = ${eventId} and same.watcher_id = ${r}.watcher_id
    and (same.kind, same.distance, same.min_price, same.max_price)
      is not distinct from (${r}.kind, ${r}.distance, ${r}.min_price, ${r}.max_price))`;

/**
 * Rows that follow an event that is merged into another one. Others are deleted with it, or have a rule of their own
 * below. A revision leaves its batch: otherwise undoing that import would remove the kept event.
 */
const MOVED: readonly Moved[] = [
  { table: 'announcements', key: ['id'] },
  { table: 'event_revisions', key: ['id'], loses: 'batch_id' },
  { table: 'watches', key: ['id'], isSame: isSameWatch },
  {
    table: 'event_proposals',
    key: ['id'],
    isSame: (r, into) => sql`${r}.status = 'pending' and exists (
      select from event_proposals same where same.event_id = ${into} and same.organiser_id = ${r}.organiser_id
        and same.status = 'pending')`,
  },
  { table: 'source_changes', key: ['id'] },
  { table: 'source_items', key: ['source_id', 'key'] },
];

/** By table: what {@link takeBack} needs to find the rows again. */
type MovedRows = Record<string, unknown[]>;

const nameOf = (table: string) => `moved.${table}`;
const r = sql.raw('r');

async function returned(tx: Db, query: SQL): Promise<unknown[]> {
  const rows = await tx.execute<{ row: unknown }>(query);
  return rows.map(({ row }) => row);
}

/** Moves the rows of an event to another one. This notifies nobody: the ads and watches are the same as before. */
export async function moveRows(tx: Db, id: string, intoId: string): Promise<MovedRows> {
  const moved: MovedRows = {};
  const into = sql`${intoId}::uuid`;
  await withoutHistory(tx, async () => {
    for (const { table, key, isSame, loses } of MOVED) {
      const target = sql.identifier(table);
      const columns = sql.raw([...key, ...(loses ? [loses] : [])].map((name) => `r.${name}`).join());
      const isSameRow = sql.raw(key.map((name) => `kept.${name} = was.${name}`).join(' and '));
      moved[nameOf(table)] = await returned(
        tx,
        sql`
      with was as (select ${columns} from ${target} r where r.event_id = ${id}${isSame ? sql` and not (${isSame(r, into)})` : sql``})
      update ${target} kept set event_id = ${into}${loses ? sql`, ${sql.identifier(loses)} = null` : sql``}
      from was where ${isSameRow} returning to_jsonb(was) as row`,
      );
    }
  });
  await tx.execute(sql`
    insert into page_views (event_id, day, views) select ${into}, day, views from page_views where event_id = ${id}
    on conflict (event_id, day) do update set views = page_views.views + excluded.views`);
  moved[nameOf('distinct_events')] = await returned(
    tx,
    sql`
    insert into distinct_events (event_id, other_id, decided_at, decided_by)
    select least(${into}, other), greatest(${into}, other), decided_at, decided_by from (
      select *, case event_id when ${id}::uuid then other_id else event_id end as other
      from distinct_events where ${id}::uuid in (event_id, other_id)) pairs
    where other <> ${into} on conflict do nothing
    returning jsonb_build_object('event_id', event_id, 'other_id', other_id) as row`,
  );
  return moved;
}

/**
 * Lets the addresses of the event lead to the other one. If its series has no other event, that is also true of the
 * addresses of the series, until it has one again.
 */
export async function moveAddresses(tx: Db, id: string, intoId: string): Promise<MovedRows> {
  const rows = await returned(
    tx,
    sql`
    update race_addresses a set event_id = ${intoId}::uuid from events e
    where e.id = ${id} and (a.event_id = e.id or (a.series_id = e.series_id and a.event_id is null and strpos(a.path, '/') = 0
      and not exists (select from events sibling where sibling.series_id = e.series_id and sibling.id <> e.id)))
    returning jsonb_build_object('path', a.path) as row`,
  );
  return { [nameOf('race_addresses')]: rows };
}

export async function storeMoved(tx: Db, id: string, moved: MovedRows): Promise<void> {
  await tx.execute(sql`
    update removed_events set related = related || ${JSON.stringify(moved)}::text::jsonb where id = ${id}`);
}

/** Rows of `table` that were moved with the merged events, as `row`. */
const movedRows = (table: string, ids: readonly string[]) => sql`
  removed_events r cross join lateral jsonb_populate_recordset(null::${sql.identifier(table)}, r.related -> ${nameOf(table)}::text) row
  where r.id = ${idsIn(ids)}`;

/** Before the events are restored: frees their addresses, except those that the kept event has itself by now. */
export async function freeAddresses(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update race_addresses a set event_id = null from ${movedRows('race_addresses', ids)}
      and a.path = row.path and a.event_id = r.into_id and not exists (
        select from events e join series s on s.id = e.series_id where e.id = r.into_id and s.slug || '/' || e.edition = a.path)`);
}

/** After the events are restored. Takes only what still belongs to the event that they were merged into. */
export async function takeBack(tx: Db, ids: readonly string[]): Promise<void> {
  await withoutHistory(tx, async () => {
    for (const { table, key, loses } of MOVED) {
      const isSameRow = sql.raw(key.map((name) => `kept.${name} = row.${name}`).join(' and '));
      // The batch may have been deleted.
      const found = loses
        ? sql`, batch_id = (select id from event_batches where id = row.${sql.identifier(loses)})`
        : sql``;
      await tx.execute(sql`
      update ${sql.identifier(table)} kept set event_id = r.id${found} from ${movedRows(table, ids)}
        and ${isSameRow} and kept.event_id = r.into_id`);
    }
  });
  await tx.execute(sql`
    update race_addresses a set event_id = r.id from ${movedRows('race_addresses', ids)}
      and a.path = row.path and a.event_id is null and strpos(a.path, '/') > 0`);
  const views = sql`removed_events r
    cross join lateral jsonb_populate_recordset(null::page_views, r.related -> 'page_views.event_id') row
    where r.id = ${idsIn(ids)} and kept.event_id = r.into_id and kept.day = row.day`;
  await tx.execute(sql`delete from page_views kept using ${views} and kept.views <= row.views`);
  await tx.execute(sql`update page_views kept set views = kept.views - row.views from ${views}`);
  await tx.execute(sql`
    delete from distinct_events kept using ${movedRows('distinct_events', ids)}
      and kept.event_id = row.event_id and kept.other_id = row.other_id`);
}
