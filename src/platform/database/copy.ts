import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';
import type { Db, Sql } from '../database';

/** Milliseconds that the database may take for a piece of what is copied, or for its end. */
const STALL_LIMIT = 15_000;

/**
 * Sends what `pieces` give into a `copy ... from stdin`, in the caller's transaction of Drizzle, which runs on a client of the
 * driver's. Rejects with what the database says of it, with what ended the connection, or with what `pieces` throw;
 * nothing of it stays then, for the transaction cannot be committed.
 *
 * The server never gives up a COPY by itself: on a connection of which nothing comes any more it would wait, and hold what
 * the transaction locked, for hours. So `sql`, which has connections of its own, ends that session. `stall` is for tests.
 */
export async function copyIn(
  tx: Db,
  sql: Sql,
  statement: string,
  pieces: AsyncIterable<string>,
  { stall = STALL_LIMIT } = {},
): Promise<void> {
  const { client } = (tx as unknown as { session: { client: postgres.TransactionSql } }).session;
  const [backend] = await client<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const into = await client.unsafe(statement).writable();
  if (!(into instanceof Writable)) throw new Error('The database takes no copy.');
  const end = () => sql`select pg_terminate_backend(${backend?.pid ?? 0})`.catch(() => {});
  const watch = setTimeout(end, stall);
  async function* watched() {
    for await (const piece of pieces) {
      watch.refresh();
      yield piece;
    }
    watch.refresh();
  }
  try {
    await pipeline(watched(), into);
  } finally {
    clearTimeout(watch);
  }
}

/** How COPY writes that there is nothing. */
export const NULL = '\\N';

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value as COPY reads it. */
export const copyText = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? '') : text;

/** A list of texts as PostgreSQL reads one. */
export const arrayText = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`).join()}}`;
