import { sql } from 'drizzle-orm';
import { COPY_NULL, copyOut, decodeCopyText } from '#src/platform/database/copy.ts';
import type { Db, Reader, Sql } from '#src/platform/database.ts';
import type { Collection, Column, ColumnKind } from '../collections/store.ts';

export function inSnapshot<Result>(db: Reader, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      return work(tx);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

const identifier = (name: string) => `"${name}"`;

function selectExpression({ name, kind }: Column): string {
  // Full precision in UTC. PostgreSQL's own JSON would write the time zone differently.
  if (kind === 'instant') return `to_char(${identifier(name)}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return kind === 'texts' || kind === 'json' ? `to_json(${identifier(name)})` : identifier(name);
}

const quote = (text: string) => `"${text}"`;
const identity = (text: string) => text;
/** Characters that need more escaping in JSON than in COPY, and COPY's `\v`, which JSON does not have. */
const NEEDS_JSON_ESCAPING = /["\p{Cc}]|\\v/u;
const textToJson = (text: string) =>
  NEEDS_JSON_ESCAPING.test(text) ? JSON.stringify(decodeCopyText(text)) : quote(text);

const TO_JSON: Record<ColumnKind, (text: string) => string> = {
  uuid: quote,
  day: quote,
  instant: quote,
  text: textToJson,
  texts: decodeCopyText,
  json: decodeCopyText,
  boolean: (text) => (text === 't' ? 'true' : 'false'),
  integer: identity,
  number: identity,
};

function recordWriter(columns: readonly Column[]): (line: string) => string {
  const parts = columns.map(({ name, kind }, index) => ({
    name: `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    toJson: TO_JSON[kind],
  }));
  return (line) => {
    const texts = line.split('\t');
    let record = '';
    parts.forEach(({ name, toJson }, index) => {
      const text = texts[index] ?? COPY_NULL;
      record += name + (text === COPY_NULL ? 'null' : toJson(text));
    });
    return `${record}}`;
  };
}

/** Reads with COPY and converts here: JSON written by the database takes twice as long. */
export async function* readRecordLines(
  tx: Db,
  sql: Sql,
  { name, columns, key }: Collection,
): AsyncGenerator<string[]> {
  const orderExpressions = key.map((column) => {
    const { kind } = columns.find((candidate) => candidate.name === column) ?? {};
    // The same order on every machine, whatever its locale.
    return kind === 'text' ? `${identifier(column)} collate "C"` : identifier(column);
  });
  const statement = `copy (select ${columns.map(selectExpression).join()} from ${identifier(name)} order by ${orderExpressions.join()}) to stdout`;
  const toRecord = recordWriter(columns);
  for await (const lines of copyOut(tx, sql, statement)) yield lines.map(toRecord);
}
