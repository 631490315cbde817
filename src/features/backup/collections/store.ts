import { is, sql } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from '#db/schema/index.ts';
import { exactlyOne } from '#src/platform/database/rows.ts';
import type { Db } from '#src/platform/database.ts';

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
  /** The value if a record lacks the column; undefined if the column is required. */
  defaultValue: unknown;
};

export type Collection = {
  name: string;
  columns: readonly Column[];
  /** The primary key, which is also the sort order of an export. */
  key: readonly string[];
  refersTo: readonly string[];
};

/** In the order of the backup document. */
const CONTENT_TABLES = [
  schema.admins,
  schema.adminPasskeys,
  schema.adminRecoveryCodes,
  schema.series,
  schema.seriesKeys,
  schema.organisers,
  schema.sources,
  schema.events,
  schema.eventBatches,
  schema.eventRevisions,
  schema.eventProposals,
  schema.pageViews,
  schema.distinctEvents,
  schema.sourceItems,
  schema.sourceChanges,
  schema.linkChecks,
  schema.raceAddresses,
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
  schema.dealSteps,
  schema.blocks,
  schema.notices,
  schema.statements,
  schema.watchers,
  schema.mergedWatchers,
  schema.watches,
  schema.mailStops,
];

const tableConfigs = () =>
  Object.values(schema).flatMap((table) => (is(table, PgTable) ? [getTableConfig(table)] : []));

/** With the tables whose rows refer to them, which the foreign keys delete or change, and so on. */
export function withReferringTables(names: readonly string[]): string[] {
  const found = new Set(names);
  // This also visits the names that are added meanwhile.
  for (const name of found)
    for (const table of tableConfigs())
      if (table.foreignKeys.some((key) => getTableConfig(key.reference().foreignTable).name === name))
        found.add(table.name);
  return [...found];
}

const KIND_BY_SQL_TYPE: Record<string, ColumnKind> = {
  uuid: 'uuid',
  text: 'text',
  'text[]': 'texts',
  'date[]': 'texts',
  boolean: 'boolean',
  integer: 'integer',
  'double precision': 'number',
  date: 'day',
  'timestamp with time zone': 'instant',
  jsonb: 'json',
};

function collectionOf(table: PgTable): Collection {
  const { name, columns, foreignKeys, primaryKeys } = getTableConfig(table);
  return {
    name,
    columns: columns.map((column) => {
      const kind = KIND_BY_SQL_TYPE[column.getSQLType()];
      if (!kind)
        throw new Error(
          `Backup: ${name}.${column.name} has an unknown SQL type. Add it to KIND_BY_SQL_TYPE.`,
        );
      const isNullable = !column.notNull;
      // Defaults that the database computes cannot be used here.
      const hasPlainDefault =
        column.default !== undefined && !(column.default as { queryChunks?: unknown }).queryChunks;
      return {
        name: column.name,
        kind,
        isNullable,
        defaultValue: hasPlainDefault ? column.default : isNullable ? null : undefined,
      };
    }),
    key: [...columns.filter(({ primary }) => primary), ...primaryKeys.flatMap((key) => key.columns)].map(
      (column) => column.name,
    ),
    refersTo: foreignKeys.map((key) => getTableConfig(key.reference().foreignTable).name),
  };
}

export const COLLECTIONS: readonly Collection[] = CONTENT_TABLES.map(collectionOf);

/** A sequence that was never used has `last_value` 1 and `is_called` false. */
export async function findLastOrderNumber(tx: Db): Promise<number> {
  const row = await exactlyOne(
    tx.execute<{ last: number }>(sql`
    select (case when is_called then last_value else last_value - 1 end)::float8 as last
    from announcement_numbers`),
  );
  return row.last;
}
