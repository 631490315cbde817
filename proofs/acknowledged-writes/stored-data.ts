import type { Sql } from '#src/platform/database.ts';

type Row = Record<string, unknown>;
const TABLES = [
  'contact_messages',
  'event_submissions',
  'marketplace_users',
  'marketplace_sessions',
  'announcements',
  'conversations',
  'messages',
  'reports',
  'events',
  'banners',
] as const;

export type StoredData = {
  find: (table: (typeof TABLES)[number], column: string, value: unknown) => Row | undefined;
  hasAuditEntry: (action: string, record: string) => boolean;
  hasMail: (kind: string, about: unknown) => boolean;
  bannerPositions: number[];
};

export async function readStoredData(sql: Sql): Promise<StoredData> {
  const tables = new Map<string, Row[]>();
  for (const table of TABLES) tables.set(table, await sql`select * from ${sql(table)}`);
  const auditEntries = new Set<string>();
  for (const {
    action,
    record_id,
    record_name,
  } of await sql`select action, record_id, record_name from audit_log`) {
    auditEntries.add(`${action} ${record_id}`).add(`${action} ${record_name}`);
  }
  const mails = new Set<string>();
  for (const { kind, about } of await sql<{ kind: string; about: Record<string, string> }[]>`
    select kind, about from outbox`) {
    for (const value of Object.values(about)) mails.add(`${kind} ${value}`);
    mails.add(`${kind} ${Object.values(about).sort().join(' ')}`);
  }
  const indexes = new Map<string, Map<unknown, Row>>();
  const indexOf = (table: string, column: string) => {
    const key = `${table}.${column}`;
    const index = indexes.get(key) ?? new Map((tables.get(table) ?? []).map((row) => [row[column], row]));
    indexes.set(key, index);
    return index;
  };
  return {
    find: (table, column, value) => indexOf(table, column).get(value),
    hasAuditEntry: (action, record) => auditEntries.has(`${action} ${record}`),
    hasMail: (kind, about) => mails.has(`${kind} ${about}`),
    bannerPositions: (tables.get('banners') ?? [])
      .map((row) => Number(row.order_index))
      .sort((a, b) => a - b),
  };
}
