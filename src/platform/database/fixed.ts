import { fillPlaceholders, type Query, SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db } from '../database';

const dialect = new PgDialect({ casing: 'snake_case' });

/** A statement as it is sent. */
class Ready extends SQL {
  constructor(private readonly query: Query) {
    super([]);
  }
  override toQuery(): Query {
    return this.query;
  }
}

type Values = Record<string, unknown>;

/**
 * A statement whose text is made once, for calls that are made all the time: to make it anew takes longer than all else here.
 * `value` stands in it for what is given by that name, and rows have the names that it gives its columns.
 */
export function fixed<Row extends Values, Given extends Values>(
  statement: (value: (name: keyof Given & string) => SQL) => SQL,
): (db: Db, values: Given) => Promise<Row[]> {
  let made: Query | undefined;
  return async (db, values) => {
    made ??= dialect.sqlToQuery(statement((name) => sql`${sql.placeholder(name)}`));
    const rows = await db.execute(new Ready({ ...made, params: fillPlaceholders(made.params, values) }));
    return [...rows] as Row[];
  };
}
