import { is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';
import { events, series } from '#db/schema/index.ts';
import type { Reader } from '#src/platform/database.ts';
import { formatColumn, type JsonList } from '#src/platform/snapshot/json-rows.ts';
import { byDate, listColumns, withSeries } from '../store.ts';
import { COLUMN_FIELDS, PLACE_FIELDS } from './contract.ts';
import { BLANK, SLUG_LETTERS } from './rules.ts';

/** Small enough that reading, parsing or encoding a page takes a few milliseconds. */
const PAGE_ROWS = 2500;

const lastDay = sql`coalesce(${events.event_end_date}, ${events.event_date})`;
const year = sql`left(${events.event_date}::text, 4)`;

/** As `usualSlugOf`. `collate "C"` makes it independent of the locale. */
const usualSlug = sql`trim('-' from replace(translate(
  lower(replace(${events.event_name}, ${year}, '') collate "C"), ${SLUG_LETTERS[0]}, ${SLUG_LETTERS[1]}), '--', '-'))`;

/** Null for what `BLANK` has. */
function withoutBlank(name: (typeof COLUMN_FIELDS)[number], value: SQLWrapper): SQL {
  const blank = BLANK[name];
  if (blank === null || blank === '') return sql`${formatColumn(value)}`;
  const isList = is(value, PgColumn) && value.getSQLType().endsWith('[]');
  return sql`nullif(${value}, ${sql.raw(isList ? `'{}'` : `'${Array.isArray(blank) ? '[]' : blank}'`)})`;
}

const places = {
  ort: sql`${events.ort} collate "C"`,
  landskap: sql`${events.landskap} collate "C"`,
  latitude: sql`${events.latitude}`,
  longitude: sql`${events.longitude}`,
  is_approximate: sql`nullif(${events.place_source} = 'landskap', false)`,
} satisfies Record<(typeof PLACE_FIELDS)[number], SQL>;

const allOf = (expressions: readonly SQLWrapper[]) => sql.join([...expressions], sql`, `);

const named = (columns: Record<string, SQLWrapper>) =>
  allOf(Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.identifier(name)}`));

const inOrder = sql`row_number() over (order by ${allOf(byDate)})`;

const selectionOf = (today: string) => {
  const columns = listColumns(today);
  return named({
    ...Object.fromEntries(COLUMN_FIELDS.map((name) => [name, withoutBlank(name, columns[name])])),
    ...places,
    id: sql`translate(encode(uuid_send(${events.id}), 'base64'), '+/=', '-_')`,
    slug: sql`nullif(coalesce(${series.slug}, ''), ${usualSlug})`,
    edition: sql`nullif(${events.edition}, ${year})`,
    number: inOrder,
    page: sql`(${inOrder} - 1) / ${sql.raw(String(PAGE_ROWS))}`,
    place: sql`dense_rank() over (order by ${allOf(Object.values(places))}) - 1`,
  });
};

/** The JSON of an object of columns. Those without a value are left out. */
function tableOf(names: readonly string[], order: SQL): SQL {
  const columns = names.map((name) => {
    const column = sql.identifier(name);
    return sql`case when count(${column}) > 0 then ${sql.raw(`'"${name}":'`)} || json_agg(${column} order by ${order})::text end`;
  });
  return sql`'{' || concat_ws(',', ${allOf(columns)}) || '}'`;
}

const PLACES = tableOf(PLACE_FIELDS, sql`place`);
const PAGE = tableOf(['id', ...COLUMN_FIELDS, 'place', 'slug', 'edition'], sql`number`);

/** The events of `where` as JSON of `EventPages`. */
async function readPages(db: Reader, today: string, where: SQL): Promise<JsonList> {
  // Each text is a row: taking a list of such long ones apart would take long.
  const [places, ...pages] = await db.execute<{ json: string }>(sql`
    with listed as materialized (select ${selectionOf(today)} from ${withSeries} where ${where})
    select json from (
      select -1 as page, ${PLACES} as json from (select distinct on (place) * from listed order by place) places
      union all
      select page, ${PAGE} from listed group by page) tables
    order by page`);
  const [head, tail] = [`{"places":${places?.json ?? '{}'},"pages":[`, ']}'];
  return { head, pages: pages.map(({ json }) => json), tail };
}

/** As JSON of `UpcomingEvents`. Two statements at once: after a write between them, both are read again. */
export async function listUpcoming(db: Reader, today: string): Promise<JsonList> {
  const [past, { head, ...list }] = await Promise.all([
    db.execute<{ year: string; count: number }>(sql`
      select left(day::text, 4) as year, sum(count)::int as count
      from (select ${lastDay} as day, count(*) from ${events} where ${lastDay} < ${today} group by 1) days
      group by 1 order by 1`),
    readPages(db, today, sql`${lastDay} >= ${today}`),
  ]);
  return { ...list, head: head.replace('{', `{"past":${JSON.stringify([...past])},`) };
}

/** The events that are over, of the year of their last day. As JSON of `EventPages`. */
export const listPast = (db: Reader, today: string, pastYear: string): Promise<JsonList> =>
  readPages(
    db,
    today,
    sql`${lastDay} < ${today} and ${lastDay} between ${`${pastYear}-01-01`} and ${`${pastYear}-12-31`}`,
  );
