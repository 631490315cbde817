import { asc, getTableColumns, sql } from 'drizzle-orm';
import { events } from '#db/schema/index.ts';
import { idsIn } from '#src/platform/database/ids-in.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { pick } from '#src/shared/pick.ts';
import type { ColumnValues } from '../contract.ts';

/** Columns whose changes have consequences for other records, see `followChange`. */
const STATE_COLUMNS = [
  'id',
  'event_name',
  'event_date',
  'status',
  'transfer_policy',
  'series_id',
  'edition',
] as const;

export type EventStateRow = Pick<typeof events.$inferSelect, (typeof STATE_COLUMNS)[number]>;

export function findStates(db: Reader, ids: readonly string[]): Promise<EventStateRow[]> {
  return db
    .select(pick(getTableColumns(events), STATE_COLUMNS))
    .from(events)
    .where(sql`${events.id} = ${idsIn(ids)}`);
}

/** The ids of those that have ads. */
export async function findEventsWithAds(db: Reader, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.execute<{ id: string }>(
    sql`select distinct event_id as id from announcements where event_id = ${idsIn(ids)}`,
  );
  return new Set(rows.map(({ id }) => id));
}

/** New ads only lock the key of their event and do not wait. */
export async function lockEvents(tx: Db, ids: readonly string[]) {
  return tx
    .select()
    .from(events)
    .where(sql`${events.id} = ${idsIn(ids)}`)
    .orderBy(asc(events.id))
    .for('no key update');
}

/** Columns that a change does not set. The series of an event follows from its address. */
const KEPT_COLUMNS: readonly string[] = [
  'id',
  'geocode_due',
  'edition',
  'created_at',
  'updated_at',
  'sequence',
  'version',
];

const ASSIGNMENTS = sql.raw(
  Object.keys(getTableColumns(events))
    .filter((name) => !KEPT_COLUMNS.includes(name))
    .map((name) => `${name} = changed.${name}`)
    .join(),
);

/**
 * `changes` selects `id` and `fields`, a JSON object of columns. Fields that are left out stay. Events with a new place
 * are geocoded again, unless the change also sets coordinates of a geocoder or an admin.
 */
export async function writeFields(tx: Db, changes: ReturnType<typeof sql>): Promise<void> {
  await tx.execute(sql`
    update events set ${ASSIGNMENTS}, version = events.version + 1,
      geocode_due = case when events.place_source is distinct from 'admin'
        and (not changed.has_coordinates or changed.place_source is null or changed.place_source in ('gazetteer', 'landskap'))
        and (events.ort, events.address, events.landskap) is distinct from (changed.ort, changed.address, changed.landskap)
        then now() else events.geocode_due end
    from (
      select stored.id as event_id, change.fields ? 'latitude' as has_coordinates, filled.*
      from (${changes}) change join events stored on stored.id = change.id
      cross join lateral jsonb_populate_record(stored, change.fields) filled) changed
    where events.id = changed.event_id`);
}

export type FieldChange = { id: string; fields: ColumnValues };

const ROWS_PER_STATEMENT = 500;

export async function writeChanges(tx: Db, changes: readonly FieldChange[]): Promise<void> {
  for (let start = 0; start < changes.length; start += ROWS_PER_STATEMENT) {
    const json = JSON.stringify(changes.slice(start, start + ROWS_PER_STATEMENT));
    await writeFields(
      tx,
      sql`select id, fields from jsonb_to_recordset(${json}::text::jsonb) as rows(id uuid, fields jsonb)`,
    );
  }
}
