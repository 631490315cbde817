import { join } from 'node:path';
import { openWriter, readLines, type Writer } from '../../../platform/work-dir';
import { readRow } from '../collections/rows';
import type { Collection } from '../collections/store';

/** Rows that one statement stores. */
const LOT_ROWS = 500;
const LOT_LENGTH = 200_000;

/** What was read of one collection. */
export type Records = {
  /** Takes a record, unless one before it was at fault. */
  take: (record: unknown) => Promise<void>;
  /** To be called when all have come. */
  end: () => Promise<void>;
  /** What is wrong with it, in words for the admin. */
  fault: string | undefined;
  /** Its rows, some hundred as one JSON list at a time. */
  lots: () => AsyncGenerator<string>;
  close: () => Promise<void>;
};

/** Checks the records of a collection and puts them aside in a file, to be stored when all of the document was read. */
export async function openRecords(dir: string, { name }: Collection): Promise<Records> {
  const path = join(dir, `${name}.jsonl`);
  const writer: Writer = await openWriter(path);
  let lot: string[] = [];
  let length = 0;
  let count = 0;
  const flush = async () => {
    if (lot.length > 0) await writer.write(`[${lot.join(',')}]\n`);
    lot = [];
    length = 0;
  };
  const records: Records = {
    fault: undefined,
    async take(record) {
      if (records.fault) return;
      count++;
      const read = readRow(name, record);
      if ('fault' in read) {
        records.fault = read.fault
          ? `Post ${count} går inte att läsa: fältet ${read.fault}.`
          : `Post ${count} går inte att läsa.`;
        return;
      }
      const text = JSON.stringify(read.row);
      lot.push(text);
      length += text.length;
      if (lot.length >= LOT_ROWS || length >= LOT_LENGTH) await flush();
    },
    async end() {
      await flush();
      await writer.flush();
    },
    lots: () => readLines(path),
    close: () => writer.close(),
  };
  return records;
}
