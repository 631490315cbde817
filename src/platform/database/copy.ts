import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type postgres from 'postgres';
import type { Db, Sql } from '../database';

const STALL_LIMIT_MS = 15_000;

/**
 * Streams `pieces` into a `copy ... from stdin` within the caller's Drizzle transaction. Rejects with the error of the
 * database, of the connection or of `pieces`. The transaction cannot be committed after that, so nothing is stored.
 *
 * PostgreSQL has no timeout for a COPY. On a dead connection it would wait for hours and keep the transaction's locks.
 * A stalled COPY is therefore terminated over `sql`, which has separate connections. `stall` is for tests.
 */
export async function copyIn(
  tx: Db,
  sql: Sql,
  statement: string,
  pieces: AsyncIterable<string>,
  { stall = STALL_LIMIT_MS } = {},
): Promise<void> {
  const client = clientOf(tx);
  const backend = await backendOf(client);
  const into = await client.unsafe(statement).writable();
  if (!(into instanceof Writable)) throw new Error('The database driver did not start the COPY.');
  const end = () => sql`select pg_terminate_backend(${backend})`.catch(() => {});
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

/** The driver delivers each row separately. Rows are collected up to this many characters. */
const BATCH_LENGTH = 128 * 1024;

/**
 * Yields the lines of a `copy ... to stdout` in batches, within the caller's transaction. If the caller stops early,
 * the statement is cancelled over `sql`, which has separate connections. That aborts the transaction.
 */
export async function* copyOut(tx: Db, sql: Sql, statement: string): AsyncGenerator<string[]> {
  const client = clientOf(tx);
  const backend = await backendOf(client);
  const from = await client.unsafe(statement).readable();
  const decoder = new TextDecoder();
  let text = '';
  let isWhole = false;
  try {
    // The driver hangs forever if the stream is destroyed. On an early stop, the rest is read and discarded instead.
    for await (const bytes of from.iterator({ destroyOnReturn: false })) {
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      if (text.length < BATCH_LENGTH) continue;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      yield lines;
    }
    if (text) yield text.slice(0, -1).split('\n');
    isWhole = true;
  } finally {
    if (!isWhole) {
      from.on('error', () => {}).resume();
      await sql`select pg_cancel_backend(${backend})`.catch(() => {});
    }
  }
}

// Drizzle does not support COPY and does not expose the connection of a transaction.
const clientOf = (tx: Db) =>
  (tx as unknown as { session: { client: postgres.TransactionSql } }).session.client;

async function backendOf(client: postgres.TransactionSql): Promise<number> {
  const [backend] = await client<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return backend?.pid ?? 0;
}

/** SQL NULL in the text format of COPY. */
export const NULL = '\\N';

const UNESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** Decodes a field of the COPY text format. */
export const textOfCopy = (text: string): string =>
  text.includes('\\') ? text.replace(/\\(.)/gs, (_, char: string) => UNESCAPED[char] ?? char) : text;

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** Encodes a field in the COPY text format. */
export const copyText = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? '') : text;

export const arrayText = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`).join()}}`;
