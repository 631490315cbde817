import type { TestApp } from './app';

/** Rate limits are omitted, because refused calls change them too. */
export async function tableChecksums({ sql }: Pick<TestApp, 'sql'>): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_limits'`;
  const queries = tables.map(
    ({ name }) =>
      `select '${name}' as name, coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as checksum from "${name}" t`,
  );
  const rows = await sql.unsafe<{ name: string; checksum: string }[]>(queries.join(' union all '));
  return Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]));
}
