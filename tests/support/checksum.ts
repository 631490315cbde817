import type { TestApp } from './app.ts';

/** Rate limits and the last use of sessions are omitted, because refused calls change them too. */
export async function tableChecksums({ sql }: Pick<TestApp, 'sql'>): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_limits'`;
  const queries = tables.map(({ name }) => {
    const row = name === 'admin_sessions' ? "(to_jsonb(t) - 'last_used_at')::text" : 't::text';
    return `select '${name}' as name, coalesce(md5(string_agg(${row}, ',' order by ${row})), '') as checksum from "${name}" t`;
  });
  const rows = await sql.unsafe<{ name: string; checksum: string }[]>(queries.join(' union all '));
  return Object.fromEntries(rows.map(({ name, checksum }) => [name, checksum]));
}
