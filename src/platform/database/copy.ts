import type postgres from 'postgres';
import type { Db, Sql } from '#src/platform/database.ts';
import { exactlyOne } from './rows.ts';

/** In characters. Lines are yielded in batches, because the driver delivers each row separately. */
const BATCH_LENGTH = 128 * 1024;

/**
 * Yields the lines of a `copy ... to stdout` in batches, within the caller's transaction. If the caller stops early,
 * the statement is cancelled over `sql`, which has separate connections. That aborts the transaction.
 */
export async function* copyOut(tx: Db, sql: Sql, statement: string): AsyncGenerator<string[]> {
  const client = clientOf(tx);
  const backendPid = await backendPidOf(client);
  const copyStream = await client.unsafe(statement).readable();
  const decoder = new TextDecoder();
  let text = '';
  let isComplete = false;
  try {
    // The driver hangs forever if the stream is destroyed. On an early stop, the rest is read and discarded instead.
    for await (const bytes of copyStream.iterator({ destroyOnReturn: false })) {
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      if (text.length < BATCH_LENGTH) continue;
      const lines = text.split('\n');
      text = lines.pop() ?? '';
      yield lines;
    }
    if (text) yield text.slice(0, -1).split('\n');
    isComplete = true;
  } finally {
    if (!isComplete) {
      copyStream.on('error', () => {}).resume();
      await sql`select pg_cancel_backend(${backendPid})`.catch(() => {});
    }
  }
}

// Drizzle does not support COPY and does not expose the connection of a transaction.
const clientOf = (tx: Db) =>
  (tx as unknown as { session: { client: postgres.TransactionSql } }).session.client;

async function backendPidOf(client: postgres.TransactionSql): Promise<number> {
  const backend = await exactlyOne(client<{ pid: number }[]>`select pg_backend_pid() as pid`);
  return backend.pid;
}

export const COPY_NULL = '\\N';

const ESCAPED_CHARACTERS: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

export const decodeCopyText = (text: string): string =>
  text.includes('\\') ? text.replace(/\\(.)/gs, (_, char: string) => ESCAPED_CHARACTERS[char] ?? char) : text;
