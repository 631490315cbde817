import type { TestApp } from './app';

/** What each table holds, but for attempts that were counted, and the names of all uploads. */
export async function checksum({
  sql,
  context,
}: Pick<TestApp, 'sql' | 'context'>): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_limits'`;
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as held from "${name}" t`,
  );
  const rows = await sql.unsafe<{ name: string; held: string }[]>(each.join(' union all '));
  const uploads = (await context.uploads.list()).map(({ name }) => name).sort();
  return { ...Object.fromEntries(rows.map(({ name, held }) => [name, held])), uploads: uploads.join() };
}
