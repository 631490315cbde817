import type { Sql } from '../../../src/platform/database';

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

/** What the database holds, to be asked by a column's value. */
export type Books = {
  /** The row of a table where a column has that value. */
  find: (table: (typeof TABLES)[number], column: string, value: unknown) => Row | undefined;
  /** Whether an admin's act is in the audit log, by the record's id or name. */
  hasAct: (action: string, record: string) => boolean;
  /** Whether a mail of that kind is ordered, by a value of what it is about. */
  hasMail: (kind: string, about: unknown) => boolean;
  /** The places of the banners, in order. */
  bannerPlaces: number[];
};

/** Reads all of it. */
export async function readBooks(sql: Sql): Promise<Books> {
  const tables = new Map<string, Row[]>();
  for (const table of TABLES) tables.set(table, await sql`select * from ${sql(table)}`);
  const acts = new Set<string>();
  for (const {
    action,
    record_id,
    record_name,
  } of await sql`select action, record_id, record_name from audit_log`) {
    acts.add(`${action} ${record_id}`).add(`${action} ${record_name}`);
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
    const known = indexes.get(key) ?? new Map((tables.get(table) ?? []).map((row) => [row[column], row]));
    indexes.set(key, known);
    return known;
  };
  return {
    find: (table, column, value) => indexOf(table, column).get(value),
    hasAct: (action, record) => acts.has(`${action} ${record}`),
    hasMail: (kind, about) => mails.has(`${kind} ${about}`),
    bannerPlaces: (tables.get('banners') ?? []).map((row) => Number(row.order_index)).sort((a, b) => a - b),
  };
}
