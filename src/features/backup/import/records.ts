import { join } from 'node:path';
import { openWriter, readLines, type Writer } from '../../../platform/work-dir';
import { readRow } from '../collections/rows';
import type { Collection } from '../collections/store';

/** Limits per INSERT statement: rows, and characters. */
const BATCH_ROWS = 500;
const BATCH_LENGTH = 200_000;

export type Records = {
  /** Ignores the record if an earlier one was invalid. */
  take: (record: unknown) => Promise<void>;
  /** Call it after the last record. */
  end: () => Promise<void>;
  /** A message for the admin. */
  fault: string | undefined;
  batches: () => AsyncGenerator<string>;
  close: () => Promise<void>;
};

/** Writes the records to a file, because they are stored only once the whole document has been read. */
export async function openRecords(dir: string, { name }: Collection): Promise<Records> {
  const path = join(dir, `${name}.jsonl`);
  const writer: Writer = await openWriter(path);
  let batch: string[] = [];
  let length = 0;
  let count = 0;
  const flush = async () => {
    if (batch.length > 0) await writer.write(`[${batch.join(',')}]\n`);
    batch = [];
    length = 0;
  };
  const records: Records = {
    fault: undefined,
    async take(record) {
      if (records.fault) return;
      count++;
      const parsed = readRow(name, record);
      if ('fault' in parsed) {
        records.fault = parsed.fault
          ? `Post ${count} går inte att läsa: fältet ${parsed.fault}.`
          : `Post ${count} går inte att läsa.`;
        return;
      }
      const text = JSON.stringify(parsed.row);
      batch.push(text);
      length += text.length;
      if (batch.length >= BATCH_ROWS || length >= BATCH_LENGTH) await flush();
    },
    async end() {
      await flush();
      await writer.flush();
    },
    batches: () => readLines(path),
    close: () => writer.close(),
  };
  return records;
}
