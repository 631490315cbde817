import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '../../../../db/schema';
import type { Db } from '../../../platform/database';

/** What a column holds, as far as a value in JSON is concerned. */
export type ColumnKind =
  | 'uuid'
  | 'text'
  | 'texts'
  | 'boolean'
  | 'integer'
  | 'number'
  | 'day'
  | 'instant'
  | 'json';

export type Column = {
  name: string;
  kind: ColumnKind;
  isNullable: boolean;
  /** What stands there when a record does not say; undefined when it must say. */
  otherwise: unknown;
};

/** A table of content (D19), as its schema has it. */
export type Collection = {
  name: string;
  columns: readonly Column[];
  /** The columns of the primary key: records are written in their order. */
  key: readonly string[];
  /** Tables that it refers to by foreign key. */
  refersTo: readonly string[];
};

/** Tables of content, in the order they stand in a backup. */
const CONTENT = [
  schema.admins,
  schema.events,
  schema.submissions,
  schema.banners,
  schema.contactInfo,
  schema.contactMessages,
  schema.marketplaceSettings,
  schema.accounts,
  schema.takenNames,
  schema.announcements,
  schema.conversations,
  schema.messages,
  schema.reports,
];

/** Tables that stay out of backups (D19): who is logged in, links that were mailed, limits, mails, and what was done. */
export const LEFT_OUT: readonly string[] = [
  'admin_sessions',
  'admin_login_addresses',
  'marketplace_sessions',
  'marketplace_tokens',
  'marketplace_login_addresses',
  'rate_limits',
  'outbox',
  'audit_log',
  // Lives outside the backup, so that who has deleted their account does not come back with one.
  'deleted_accounts',
];

/** Every table that there is. */
export const allTables = (): string[] =>
  Object.values(schema).flatMap((one) => (is(one, PgTable) ? [getTableConfig(one).name] : []));

const KINDS: Record<string, ColumnKind> = {
  uuid: 'uuid',
  text: 'text',
  'text[]': 'texts',
  boolean: 'boolean',
  integer: 'integer',
  'double precision': 'number',
  date: 'day',
  'timestamp with time zone': 'instant',
  jsonb: 'json',
};

function collectionOf(table: PgTable): Collection {
  const { name, columns, foreignKeys } = getTableConfig(table);
  return {
    name,
    columns: columns.map((column) => {
      const kind = KINDS[column.getSQLType()];
      if (!kind) throw new Error(`No backup knows what ${name}.${column.name} holds.`);
      const isNullable = !column.notNull;
      // A default that the database works out is no value to stand in for one.
      const isPlain =
        column.default !== undefined && !(column.default as { queryChunks?: unknown }).queryChunks;
      return {
        name: column.name,
        kind,
        isNullable,
        otherwise: isPlain ? column.default : isNullable ? null : undefined,
      };
    }),
    key: columns.filter(({ primary }) => primary).map((column) => column.name),
    refersTo: foreignKeys.map((key) => getTableConfig(key.reference().foreignTable).name),
  };
}

export const COLLECTIONS: readonly Collection[] = CONTENT.map(collectionOf);

/** The last number that an ad was given; 0 when none was. */
export async function findLastNumber(tx: Db): Promise<number> {
  const [row] = await tx.execute<{ last: number }>(sql`
    select (case when is_called then last_value else last_value - 1 end)::float8 as last
    from announcement_numbers`);
  return row?.last ?? 0;
}
