import { inArray, sql } from 'drizzle-orm';
import * as table from '#db/schema/index.ts';
import { syncLinks } from '#src/features/links/store.ts';
import type { Database } from '#src/platform/database.ts';

const FAR_FUTURE = '2099-01-01T00:00:00.000Z';
const RACE = { event_date: '2099-05-01', sport_type: 'Löpning', distances: ['10 km'] };

/** The calendar that sources fetch. */
export function startFeed() {
  const csv = 'event_date;event_name;distances;sport_type\n2099-05-22;Ur flödet;10 km;Löpning';
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response(csv) });
  const host = `127.0.0.1:${server.port}`;
  return { host, url: `http://${host}/lopp.csv`, stop: () => server.stop(true) };
}

type World = {
  count: number;
  /** Of the organisers with a link, of which there are `count`. */
  tokenHashes: readonly string[];
  emailOf: (n: number) => string;
  /** The address of a calendar that can be fetched. */
  feedUrl: string;
};

/** Organisers, history, sources, links and merges: what keeps the calendar up to date. */
export async function addUpkeep(
  { db }: Pick<Database, 'db'>,
  { count, tokenHashes, emailOf, feedUrl }: World,
): Promise<Record<string, string[]>> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const newId = () => Bun.randomUUIDv7();
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
  async function addEvents(
    name: string,
    row: (n: number) => Partial<typeof table.events.$inferInsert> = () => ({}),
  ) {
    const rows = numbers.map((n) => ({ ...RACE, id: newId(), event_name: `${name} ${n}`, ...row(n) }));
    await db.insert(table.events).values(rows);
    return rows;
  }

  const own = { id: newId(), name: 'Arrangörens serie', slug: 'arrangorens-serie' };
  const other = numbers.map((n) => ({ id: newId(), name: `Annan serie ${n}`, slug: `annan-serie-${n}` }));
  await db.insert(table.series).values([own, ...other]);
  const organiserRow = (series_id: string, n: number) => ({
    ...{ id: newId(), series_id, email: emailOf(n) },
    ...{ created_by: 'vera', expires_at: FAR_FUTURE },
  });
  const callers = tokenHashes.map((token_hash, n) => ({ ...organiserRow(own.id, n), token_hash }));
  const others = other.map(({ id }, n) => organiserRow(id, n));
  await db.insert(table.organisers).values(callers);
  await db.insert(table.organisers).values(others);
  const editions = await addEvents('Upplagan', (n) => ({ series_id: own.id, edition: `2099-${n + 2}` }));
  const proposed = await addEvents('Ändrat', (n) => ({ series_id: other[n]?.id, edition: '2099' }));
  const proposals = proposed.map(({ id: event_id }, n) => ({
    ...{ id: newId(), event_id, organiser_id: others[n]?.id, organiser_email: emailOf(n) },
    ...{ before: { ort: null }, after: { ort: 'Orsa' } },
  }));
  await db.insert(table.eventProposals).values(proposals);

  const changed = await addEvents('Historien');
  const revisions = changed.map(({ id: event_id }) => ({
    ...{ id: newId(), event_id, actor_kind: 'admin' as const },
    ...{ before: { ort: 'Mora' }, after: { ort: 'Orsa' } },
  }));
  await db.insert(table.eventRevisions).values(revisions);
  const batches = numbers.flatMap((n) =>
    (['bulk', 'import'] as const).map((kind) => ({ id: newId(), kind, name: `Omgången ${n}` })),
  );
  await db.insert(table.eventBatches).values(batches);

  const sourceRow = (n: number) => ({
    id: newId(),
    name: `Källan ${n}`,
    url: `${feedUrl}?${n}`,
    due_at: FAR_FUTURE,
  });
  const sources = [...numbers, ...numbers].map((_, n) => sourceRow(n));
  const [kept, removable] = [sources.slice(0, count), sources.slice(count)];
  await db.insert(table.sources).values(sources);
  const changeRow = (source_id: string | undefined, key: string) => ({
    ...{ id: newId(), source_id: source_id ?? '', key },
    after: { ...RACE, event_name: `Ur källan ${key}` },
  });
  const changes = numbers.flatMap((n) => [changeRow(kept[n]?.id, 'a'), changeRow(kept[n]?.id, 'b')]);
  await db
    .insert(table.sourceItems)
    .values(changes.map(({ source_id, key }) => ({ source_id, key, seen_at: new Date().toISOString() })));
  await db.insert(table.sourceChanges).values(changes);

  const linked = await addEvents('Länken', (n) => ({ race_link: `https://lopp.example/${n}` }));
  await db.transaction((tx) => syncLinks(tx, FAR_FUTURE));
  const links = await db.select({ id: table.linkChecks.id }).from(table.linkChecks);

  const merged = await addEvents('Ihopslaget');
  await db.execute(sql`insert into removed_events (id, into_id, restorable_until, event, related)
    select id, ${editions[0]?.id}::uuid, ${FAR_FUTURE}::timestamptz, to_jsonb(e), '{}'
    from events e where ${inArray(sql`id`, ids(merged))}`);
  await db.delete(table.events).where(inArray(table.events.id, ids(merged)));

  return {
    own_edition: ids(editions),
    organiser_series: ids(other),
    organiser: ids(others),
    proposal: ids(proposals),
    changed_event: ids(changed),
    revision: ids(revisions),
    bulk_batch: ids(batches.filter(({ kind }) => kind === 'bulk')),
    import_batch: ids(batches.filter(({ kind }) => kind === 'import')),
    source: ids(kept),
    spare_source: ids(removable),
    source_change: ids(changes),
    link: ids(links),
    double: ids(await addEvents('Dubbletten')),
    double_target: ids(linked),
    merged: ids(merged),
  };
}
