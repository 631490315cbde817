import { sql } from 'drizzle-orm';
import type { Db, Reader, Sql } from '../../../platform/database';
import { copyOut, NULL, textOfCopy } from '../../../platform/database/copy';
import type { Collection, Column, ColumnKind } from '../collections/store';

/** A transaction that sees the whole database as it was at one moment, for as long as it takes. */
export function inSnapshot<Result>(db: Reader, work: (tx: Db) => Promise<Result>): Promise<Result> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`set local statement_timeout = 0`);
      return work(tx);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

const named = (name: string) => `"${name}"`;

/** What is sent of a column: what is no single value as JSON already. */
function sent({ name, kind }: Column): string {
  // All that the database knows of it: its own JSON would, too, but says the zone another way (D4).
  if (kind === 'instant') return `to_char(${named(name)}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return kind === 'texts' || kind === 'json' ? `to_json(${named(name)})` : named(name);
}

const quoted = (text: string) => `"${text}"`;
const asItIs = (text: string) => text;
/** What COPY writes otherwise than JSON does: their escapes are the same, but JSON has more of them, and no `\v`. */
const OTHER_IN_JSON = /["\p{Cc}]|\\v/u;
const textInJson = (text: string) =>
  OTHER_IN_JSON.test(text) ? JSON.stringify(textOfCopy(text)) : quoted(text);

/** What was sent of a column, as JSON. */
const JSON_OF: Record<ColumnKind, (text: string) => string> = {
  uuid: quoted,
  day: quoted,
  instant: quoted,
  text: textInJson,
  texts: textOfCopy,
  json: textOfCopy,
  boolean: (text) => (text === 't' ? 'true' : 'false'),
  integer: asItIs,
  number: asItIs,
};

/** Makes a record's line of JSON of its line of COPY. */
function recordsOf(columns: readonly Column[]): (line: string) => string {
  const parts = columns.map(({ name, kind }, index) => ({
    name: `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`,
    toJson: JSON_OF[kind],
  }));
  return (line) => {
    const texts = line.split('\t');
    let record = '';
    parts.forEach(({ name, toJson }, index) => {
      const text = texts[index] ?? NULL;
      record += name + (text === NULL ? 'null' : toJson(text));
    });
    return `${record}}`;
  };
}

/**
 * The records of a collection as lines of JSON, some at a time, in the order of their key. They come by COPY and become
 * JSON here: for the database to write that takes it twice as long.
 */
export async function* readLines(
  tx: Db,
  sql: Sql,
  { name, columns, key }: Collection,
): AsyncGenerator<string[]> {
  const byKey = key.map((column) => {
    const { kind } = columns.find((one) => one.name === column) ?? {};
    // The same order on every machine, whatever its language is.
    return kind === 'text' ? `${named(column)} collate "C"` : named(column);
  });
  const statement = `copy (select ${columns.map(sent).join()} from ${named(name)} order by ${byKey.join()}) to stdout`;
  const recordOf = recordsOf(columns);
  for await (const lines of copyOut(tx, sql, statement)) yield lines.map(recordOf);
}
