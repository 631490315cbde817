import { and, asc, eq, sql } from 'drizzle-orm';
import { sources } from '#db/schema/index.ts';
import { atMostOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';

export type SourceRow = typeof sources.$inferSelect;

export function insertSource(tx: Db, row: typeof sources.$inferInsert): Promise<SourceRow | undefined> {
  return atMostOne(tx.insert(sources).values(row).onConflictDoNothing().returning());
}

export async function hasUrl(db: Reader, url: string, exceptId: string): Promise<boolean> {
  const rows = await db
    .select({ id: sources.id })
    .from(sources)
    .where(and(eq(sources.url, url), sql`${sources.id} <> ${exceptId}`));
  return rows.length > 0;
}

export async function changeSource(tx: Db, id: string, row: Partial<SourceRow>): Promise<void> {
  await tx.update(sources).set(row).where(eq(sources.id, id));
}

/** Keeps the version, so that an edit in progress can be saved. */
export async function storeFetch(tx: Db, id: string, row: Partial<SourceRow>): Promise<void> {
  await tx
    .update(sources)
    .set({ ...row, version: sql`version` as never })
    .where(eq(sources.id, id));
}

export async function removeSource(tx: Db, id: string): Promise<string | undefined> {
  const source = await atMostOne(
    tx.delete(sources).where(eq(sources.id, id)).returning({ name: sources.name }),
  );
  return source?.name;
}

export function lockSource(tx: Db, id: string): Promise<SourceRow | undefined> {
  return atMostOne(tx.select().from(sources).where(eq(sources.id, id)).for('no key update'));
}

/** Moves the due time to `until`: no other instance fetches the source, and it is retried after a crash. */
export function claimSource(
  tx: Db,
  { now, until, id }: { now: string; until: string; id?: string },
): Promise<SourceRow | undefined> {
  const due = id
    ? sql`${id}::uuid`
    : sql`(select id from sources where due_at <= ${now} order by due_at, id limit 1 for update skip locked)`;
  return atMostOne(
    tx
      .update(sources)
      .set({ due_at: until, version: sql`version` as never })
      .where(eq(sources.id, due))
      .returning(),
  );
}

export async function findSources(db: Reader) {
  return db
    .select({
      source: sources,
      item_count: sql<number>`(select count(*)::int from source_items i where i.source_id = "sources"."id" and i.vanished_at is null)`,
      waiting_count: sql<number>`(select count(*)::int from source_changes c where c.source_id = "sources"."id" and c.status = 'pending')`,
      vanished: sql<
        { event_id: string; event_name: string; event_date: string; vanished_at: string }[]
      >`(select coalesce(jsonb_agg(jsonb_build_object('event_id', e.id, 'event_name', e.event_name, 'event_date', e.event_date,
        'vanished_at', to_char(i.vanished_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by e.event_date, e.event_name), '[]')
        from (select * from source_items where source_id = "sources"."id" and vanished_at is not null limit 500) i
        join events e on e.id = i.event_id)`,
    })
    .from(sources)
    .orderBy(sql`${sources.name} collate "sv-x-icu"`, asc(sources.id));
}
