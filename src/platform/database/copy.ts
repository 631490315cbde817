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
  const client = clientOf(tx);
  const backend = await backendOf(client);
  const into = await client.unsafe(statement).writable();
  if (!(into instanceof Writable)) throw new Error('The database takes no copy.');
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

/** Characters; each row comes by itself. */
const LOT = 128 * 1024;

/**
 * The lines of a `copy ... to stdout`, some at a time, in the caller's transaction. Who stops before the last has the
 * database stop as well, by `sql`, which has connections of its own; the transaction is over then.
 */
export async function* copyOut(tx: Db, sql: Sql, statement: string): AsyncGenerator<string[]> {
  const client = clientOf(tx);
  const backend = await backendOf(client);
  const from = await client.unsafe(statement).readable();
  const decoder = new TextDecoder();
  let text = '';
  let isWhole = false;
  try {
    // The driver waits for ever with a stream that was destroyed: who stops lets the rest run out.
    for await (const bytes of from.iterator({ destroyOnReturn: false })) {
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      if (text.length < LOT) continue;
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

// Drizzle has no COPY, and does not hand out the connection of a transaction.
const clientOf = (tx: Db) =>
  (tx as unknown as { session: { client: postgres.TransactionSql } }).session.client;

async function backendOf(client: postgres.TransactionSql): Promise<number> {
  const [backend] = await client<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return backend?.pid ?? 0;
}

/** How COPY writes that there is nothing. */
export const NULL = '\\N';

const WRITTEN: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** A text as it was before COPY wrote it. */
export const textOfCopy = (text: string): string =>
  text.includes('\\') ? text.replace(/\\(.)/gs, (_, sign: string) => WRITTEN[sign] ?? sign) : text;

const SPECIAL = /[\\\t\n\r]/;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** A value as COPY reads it. */
export const copyText = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? '') : text;

/** A list of texts as PostgreSQL reads one. */
export const arrayText = (texts: readonly string[]): string =>
  `{${texts.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`).join()}}`;
