import { and, asc, eq, inArray, lte, or, sql } from 'drizzle-orm';
import { events, linkChecks } from '#db/schema/index.ts';
import { idsIn } from '#src/platform/database/ids-in.ts';
import { atMostOne, exactlyOne } from '#src/platform/database/rows.ts';
import type { Db, Reader } from '#src/platform/database.ts';
import { type AdminLink, LINK_FIELDS, type LinkStatus } from './contract.ts';

type LinkRow = typeof linkChecks.$inferSelect;

/** For queries of `events` without an alias. */
const linksOfEvents = sql`events cross join lateral (values
  ('race_link', race_link), ('registration_url', registration_url),
  ('result_link', result_link), ('transfer_rules_url', transfer_rules_url)) as link (field, url)`;

const LINKS_LOCK = 7_021_021;

/**
 * Until the transaction ends. Two instances must not choose the same host at once, and two that add the same links in
 * different order would deadlock. Lock it before events.
 */
export async function lockLinks(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LINKS_LOCK})`);
}

/** Longer ones share their turns. It keeps the name of a batch short. */
const HOST_MAX = 150;

/** Adds the links of new events, due at `dueAt`, and removes those that no event has. */
export async function syncLinks(tx: Db, dueAt: string): Promise<void> {
  await lockLinks(tx);
  await tx.execute(sql`
    with used as (select distinct url from ${linksOfEvents} where url is not null),
    added as (
      insert into link_checks (id, url, host, due_at)
      select left(encode(sha256(convert_to(url, 'UTF8')), 'hex'), 32)::uuid, url,
        coalesce(left(lower(substring(url from '://[/\\\\]*([^/?#\\\\]+)')), ${HOST_MAX}), '-'), ${dueAt}::timestamptz
      from used on conflict do nothing
    )
    delete from link_checks where url not in (select url from used)`);
}

/**
 * Claims a link that is due, on a host without another claim, until `until`. If this process ends, others may check it
 * then. With `ids`, only those.
 */
export function claimLink(
  db: Reader,
  { now, until, ids }: { now: string; until: string; ids?: readonly string[] | undefined },
): Promise<LinkRow | undefined> {
  return db.transaction(async (tx) => {
    await lockLinks(tx);
    const isWanted = ids ? sql`l.id = ${idsIn(ids)}` : sql`true`;
    const row = await atMostOne(
      tx
        .update(linkChecks)
        .set({ claimed_until: until })
        .where(
          eq(
            linkChecks.id,
            sql`(select l.id from link_checks l where l.due_at <= ${now} and ${isWanted}
            and not exists (select 1 from link_checks other where other.host = l.host and other.claimed_until > ${now})
            order by l.due_at, l.id limit 1 for update skip locked)`,
          ),
        )
        .returning(),
    );
    return row;
  });
}

/** Does nothing if the claim has ended. */
export async function storeCheck(
  db: Reader,
  { id, claimed_until }: LinkRow,
  result: Partial<LinkRow>,
): Promise<void> {
  await db.transaction((tx) =>
    tx
      .update(linkChecks)
      .set(result)
      .where(and(eq(linkChecks.id, id), eq(linkChecks.claimed_until, claimed_until ?? ''))),
  );
}

/** Makes the link due, or without an id those that fail or are due for the first time. Returns their ids. */
export async function makeDue(tx: Db, id: string | null, now: string): Promise<string[]> {
  const isMeant = id
    ? eq(linkChecks.id, id)
    : or(
        inArray(linkChecks.status, ['failing', 'dead']),
        and(eq(linkChecks.status, 'unchecked'), lte(linkChecks.due_at, now)),
      );
  const rows = await tx
    .update(linkChecks)
    .set({ due_at: now })
    .where(isMeant)
    .returning({ id: linkChecks.id });
  return rows.map((row) => row.id);
}

export async function countDue(db: Reader, ids: readonly string[], now: string): Promise<number> {
  const row = await exactlyOne(
    db.execute<{ count: number }>(sql`select count(*)::int as count from link_checks
    where id = ${idsIn(ids)} and due_at <= ${now}`),
  );
  return row.count;
}

const USES_MAX = 20;

/** Those with the worst problems first. */
export async function findLinks(
  db: Reader,
  { statuses, limit }: { statuses: readonly LinkStatus[]; limit: number },
): Promise<AdminLink[]> {
  const { links } = await exactlyOne(
    db.execute<{ links: AdminLink[] }>(sql`
    with found as (
      select * from link_checks where status = any(string_to_array(${statuses.join()}, ','))
      order by array_position(array['dead', 'failing', 'unknown', 'unchecked', 'ok'], status), failing_since, url
      limit ${limit}
    ),
    uses as (
      select url, id, event_name, event_date, array_agg(field order by field) as fields,
        row_number() over (partition by url order by event_date desc, id) as number,
        count(*) over (partition by url) as total
      from ${linksOfEvents} where url in (select url from found) group by url, id, event_name, event_date
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', found.id, 'url', found.url, 'status', status, 'reason', reason, 'http_status', http_status,
      'since', to_char(failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'tries', failures,
      'checked_at', to_char(checked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'event_count', coalesce((select max(total) from uses where uses.url = found.url), 0),
      'events', coalesce((select jsonb_agg(jsonb_build_object('id', uses.id, 'event_name', event_name,
        'event_date', event_date, 'fields', fields) order by number)
        from uses where uses.url = found.url and number <= ${USES_MAX}), '[]'))
      order by array_position(array['dead', 'failing', 'unknown', 'unchecked', 'ok'], status), failing_since, found.url
    ), '[]') as links from found`),
  );
  return links;
}

export function findLink(db: Reader, id: string): Promise<LinkRow | undefined> {
  return atMostOne(db.select().from(linkChecks).where(eq(linkChecks.id, id)));
}

/** Null removes it. Returns the ids of the changed events. */
export async function replaceLink(db: Db, url: string, replacement: string | null): Promise<string[]> {
  const hasLink = or(...LINK_FIELDS.map((field) => eq(events[field], url)));
  // In the order of other changes of many events.
  await db.select({ id: events.id }).from(events).where(hasLink).orderBy(asc(events.id)).for('no key update');
  const rows = await db
    .update(events)
    .set(
      Object.fromEntries(
        LINK_FIELDS.map((field) => [
          field,
          sql`case when ${events[field]} = ${url} then ${replacement} else ${events[field]} end`,
        ]),
      ),
    )
    .where(hasLink)
    .returning({ id: events.id });
  return rows.map(({ id }) => id);
}
