import { join } from 'node:path';
import type postgres from 'postgres';

type Client = postgres.Sql;

const LIMIT_MS = 300;

/** Statements that send rows before they fail. */
const FAILING = [
  // Exceeds LIMIT_MS.
  (rows: number) =>
    `select repeat('x', 4000) as x, case when n > ${rows} then pg_sleep(30)::text end as slow from generate_series(1, ${rows + 1}) n`,
  (rows: number) =>
    `select repeat('x', 4000) as x, 1 / (${rows} - n) as share from generate_series(1, ${rows + 9}) n`,
  (rows: number) =>
    `select n, case when n = ${rows} then repeat('x', 9)::int end as number from generate_series(1, ${rows}) n`,
];

/** Ways to send such a statement. */
const WAYS: ((sql: Client, statement: string) => Promise<unknown>)[] = [
  async (sql, statement) => sql.unsafe(statement),
  async (sql, statement) => sql.unsafe(statement, [], { prepare: true }),
  async (sql, statement) => sql.unsafe(`${statement} where n > $1`, [0], { prepare: false }),
  async (sql, statement) => sql.unsafe(statement, [], { prepare: true }).values(),
  async (sql, statement) => sql.begin((tx) => tx.unsafe(statement)),
  async (sql, statement) => sql.unsafe(`select 1 as n; ${statement}`),
];

/** Ways to ask for the numbers up to `count`. */
const NEXT: ((sql: Client, count: number) => Promise<readonly { n: number }[]>)[] = [
  async (sql, count) => sql.unsafe(`select n from generate_series(1, ${count}) n`),
  async (sql, count) => sql`select n from generate_series(1, ${count}::int) n`,
  async (sql, count) => sql.unsafe(`select n from generate_series(1, ${count}) n`, [], { prepare: true }),
];

/** Returns what was wrong in the results after `rounds` failures on one connection. */
export async function failAndAsk(
  driver: typeof postgres,
  target: { socketDir: string; database: string },
  rounds: number,
): Promise<string[]> {
  const sql = driver({
    path: join(target.socketDir, '.s.PGSQL.5432'),
    user: 'postgres',
    database: target.database,
    max: 1,
    onnotice: () => {},
    connection: { statement_timeout: LIMIT_MS },
  });
  const wrong: string[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const failing = pick(FAILING, round)(20 + Math.floor(Math.random() * 80));
      const hasFailed = await pick(WAYS, Math.floor(round / FAILING.length))(sql, failing).then(
        () => false,
        () => true,
      );
      if (!hasFailed) wrong.push(`round ${round}: did not fail`);
      const count = Math.floor(Math.random() * 50);
      const rows = await pick(NEXT, Math.floor(Math.random() * NEXT.length))(sql, count);
      const expected = Array.from({ length: count }, (_, index) => ({ n: index + 1 }));
      if (JSON.stringify(rows) !== JSON.stringify(expected))
        wrong.push(`round ${round}: ${rows.length} rows`);
    }
  } finally {
    await sql.end({ timeout: 0 });
  }
  return wrong;
}

const pick = <One>(list: readonly One[], index: number): One => list[index % list.length] as One;
