import { join } from 'node:path';
import { openWriter, readLines, type Writer } from '#src/platform/work-dir.ts';
import { readRow } from '../collections/rows.ts';
import type { Collection } from '../collections/store.ts';

/** Limits per INSERT statement: rows, and characters. */
const BATCH_ROWS = 500;
const BATCH_LENGTH = 200_000;

export type Records = {
  /** Ignores the record if an earlier one was invalid. */
  add: (record: unknown) => Promise<void>;
  /** Call it after the last record. */
  finish: () => Promise<void>;
  /** A message for the admin. */
  error: string | undefined;
  batches: () => AsyncGenerator<string>;
  close: () => Promise<void>;
};

/** Keeps the records in a file: nothing may be stored in the database before the whole document has been read. */
export async function openRecords(dir: string, { name }: Collection): Promise<Records> {
  const path = join(dir, `${name}.jsonl`);
  const writer: Writer = await openWriter(path);
  let batch: string[] = [];
  let batchLength = 0;
  let recordCount = 0;
  const flush = async () => {
    if (batch.length > 0) await writer.write(`[${batch.join(',')}]\n`);
    batch = [];
    batchLength = 0;
  };
  const records: Records = {
    error: undefined,
    async add(record) {
      if (records.error) return;
      recordCount++;
      const parsed = readRow(name, record);
      if ('invalidColumn' in parsed) {
        records.error = parsed.invalidColumn
          ? `Post ${recordCount} går inte att läsa: fältet ${parsed.invalidColumn}.`
          : `Post ${recordCount} går inte att läsa.`;
        return;
      }
      const text = JSON.stringify(parsed.row);
      batch.push(text);
      batchLength += text.length;
      if (batch.length >= BATCH_ROWS || batchLength >= BATCH_LENGTH) await flush();
    },
    async finish() {
      await flush();
      await writer.flush();
    },
    batches: () => readLines(path),
    close: () => writer.close(),
  };
  return records;
}
