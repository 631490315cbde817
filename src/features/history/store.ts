import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { type BatchKind, eventBatches, eventRevisions, events } from '#db/schema/index.ts';
import { writeFields } from '#src/features/events/changes/service.ts';
import { idsIn } from '#src/platform/database/ids-in.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { BATCH_KINDS, type BatchEvent, type KeptReason } from './contract.ts';

/** An organiser may make hundreds a day. */
const REVISIONS_LISTED = 500;

/** The latest first. */
export function findRevisions(db: Reader, eventId: string) {
  return db
    .select({
      id: eventRevisions.id,
      changed_at: eventRevisions.changed_at,
      actor_kind: eventRevisions.actor_kind,
      actor: eventRevisions.actor,
      batch: { id: eventBatches.id, name: eventBatches.name },
      before: eventRevisions.before,
      after: eventRevisions.after,
    })
    .from(eventRevisions)
    .leftJoin(eventBatches, eq(eventBatches.id, eventRevisions.batch_id))
    .where(eq(eventRevisions.event_id, eventId))
    .orderBy(desc(eventRevisions.changed_at), desc(eventRevisions.id))
    .limit(REVISIONS_LISTED);
}

export function findRevision(db: Reader, eventId: string, id: string) {
  return atMostOne(
    db
      .select()
      .from(eventRevisions)
      .where(and(eq(eventRevisions.id, id), eq(eventRevisions.event_id, eventId))),
  );
}

export async function insertBatch(
  db: Db,
  row: { kind: BatchKind; name: string; made_by: string | null; source_id?: string; created_at: string },
): Promise<string> {
  const batch = await exactlyOne(db.insert(eventBatches).values(row).returning({ id: eventBatches.id }));
  return batch.id;
}

/** Counts what the triggers wrote for the batch, and what was removed in it. */
export async function countBatch(db: Db, id: string): Promise<void> {
  await db.execute(sql`
    update event_batches b set
      added = (select count(distinct event_id) from event_revisions r where r.batch_id = b.id and r.before is null),
      changed = (select count(distinct event_id) from event_revisions r where r.batch_id = b.id and r.before is not null
        and not exists (select from event_revisions f where f.batch_id = b.id and f.event_id = r.event_id and f.before is null)),
      removed = (select count(*) from removed_events r where r.batch_id = b.id)
    where b.id = ${id}`);
}

export async function deleteBatch(db: Db, id: string): Promise<void> {
  await db.delete(eventBatches).where(eq(eventBatches.id, id));
}

const BATCHES_LISTED = 200;

/** The latest first. */
export function findBatches(db: Reader) {
  return db
    .select()
    .from(eventBatches)
    .where(inArray(eventBatches.kind, [...BATCH_KINDS]))
    .orderBy(desc(eventBatches.created_at), desc(eventBatches.id))
    .limit(BATCHES_LISTED);
}

export function findBatch(db: Reader, id: string) {
  return atMostOne(db.select().from(eventBatches).where(eq(eventBatches.id, id)));
}

/** Two that undo it at once wait for one another. */
export function lockBatch(db: Db, id: string) {
  return atMostOne(db.select().from(eventBatches).where(eq(eventBatches.id, id)).for('update'));
}

export async function markUndone(
  db: Db,
  id: string,
  undone_at: string,
  undone_by: string | null,
): Promise<void> {
  await db.update(eventBatches).set({ undone_at, undone_by }).where(eq(eventBatches.id, id));
}

/** Locks the events of a batch against edits, new ads and watches. */
export async function lockEventsOfBatch(db: Db, batchId: string): Promise<void> {
  await db.execute(sql`
    select from events where id in (select event_id from event_revisions where batch_id = ${batchId})
    order by id for update`);
}

/** Values that are only valid together count as one. */
const fieldGroup = (key: string) =>
  sql.raw(`case ${key} when 'event_end_date' then 'event_date' when 'registration_closes_on' then 'registration_opens_on'
    when 'longitude' then 'latitude' when 'place_source' then 'latitude' else ${key} end`);

type PlannedEvent = BatchEvent & { was_added: boolean; reason: KeptReason | null };

/** The events of a batch, whether it added them, and when it last changed them. */
const ofBatch = (batchId: string) => sql`of_batch as materialized (
  select event_id, bool_or(before is null) as was_added, max(changed_at) as changed_at
  from event_revisions where batch_id = ${batchId} group by event_id)`;

/** What undoing the batch does to its events: those without a `reason` are removed if it added them, else restored. */
export async function planUndo(db: Reader, batchId: string): Promise<PlannedEvent[]> {
  const edited = await findEdited(db, batchId);
  const planned = await db.execute<PlannedEvent>(sql`
    with ${ofBatch(batchId)}
    select e.id, e.event_name, e.event_date::text, b.was_added, case
      when b.was_added and exists (select from announcements a where a.event_id = e.id) then 'ads'
      when b.was_added and exists (select from watches w where w.event_id = e.id) then 'watched'
      end as reason
    from of_batch b join events e on e.id = b.event_id order by e.event_date, e.id`);
  return planned.map((event) => (edited.has(event.id) ? { ...event, reason: 'edited' } : event));
}

/**
 * The ids of the events of a batch that were edited since: in any field if the batch added them, else in one that it
 * changed or that is only valid together with such a one. A reverted edit does not count. A query of its own, because
 * the join with the others would compare each with each.
 */
async function findEdited(db: Reader, batchId: string): Promise<Set<string>> {
  const edited = await db.execute<{ id: string }>(sql`
    with ${ofBatch(batchId)}, written as materialized (
      select distinct on (r.event_id, a.key) r.event_id, a.key, a.value
      from event_revisions r cross join jsonb_each(r.after) a
      where r.batch_id = ${batchId} and r.event_id in (
        select later.event_id from of_batch b join event_revisions later on later.event_id = b.event_id
        where later.changed_at > b.changed_at)
      order by r.event_id, a.key, r.changed_at desc
    ), edits as materialized (
      select distinct r.event_id, b.was_added, a.key, event_for_history(e) -> a.key as value
      from of_batch b join event_revisions r on r.event_id = b.event_id
      join events e on e.id = b.event_id cross join jsonb_object_keys(r.after) a(key)
      where r.changed_at > b.changed_at and r.batch_id is distinct from ${batchId}::uuid and r.actor_kind <> 'geocoder'
    )
    select distinct e.event_id as id from edits e left join written w on w.event_id = e.event_id and w.key = e.key
    where coalesce(w.value, 'null') <> e.value and (e.was_added or exists (
      select from written g where g.event_id = e.event_id and ${fieldGroup('g.key')} = ${fieldGroup('e.key')}))`);
  return new Set(edited.map(({ id }) => id));
}

/** Gives the events the values that they had before the batch. A series that no longer exists is not restored. */
export async function writeBefore(db: Db, batchId: string, ids: readonly string[]): Promise<void> {
  await writeFields(
    db,
    sql`
      select event_id as id, jsonb_object_agg(key, value) as fields from (
        select distinct on (r.event_id, b.key) r.event_id, b.key, b.value
        from event_revisions r cross join jsonb_each(r.before) b
        where r.batch_id = ${batchId} and r.event_id = ${idsIn(ids)}
          and not (b.key = 'series_id' and not exists (select from series s where s.id = (b.value #>> '{}')::uuid))
        order by r.event_id, b.key, r.changed_at) first_values
      group by event_id`,
  );
}

/** The name of an event now, for the audit log. */
export async function findName(db: Reader, id: string): Promise<string | undefined> {
  const row = await atMostOne(
    db.select({ event_name: events.event_name }).from(events).where(eq(events.id, id)),
  );
  return row?.event_name;
}
