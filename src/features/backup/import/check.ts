import { readChunks } from '../../../platform/work-dir';
import { AppError } from '../../../shared/errors';
import { BACKUP_COLLECTION_NAMES, ORDER_NUMBERS_COLLECTION, UPLOADS_COLLECTION } from '../collections/groups';
import { readLastNumber } from '../collections/rows';
import { COLLECTIONS } from '../collections/store';
import { BACKUP_VERSION } from '../contract';
import { type Part, readParts } from './document';
import { openRecords, type Records } from './records';
import { UploadReader } from './uploads';

/** Its rows and files are in the work directory. */
export type CheckedBackup = {
  /** Why a collection cannot be imported, by its name. Includes collections that the product does not have. */
  faults: Map<string, string>;
  records: Map<string, Records>;
  uploads: UploadReader['found'];
  lastNumber: number;
};

const UNKNOWN_MAX = 50;
const NO_NUMBER = 'Det senaste ordernumret går inte att läsa.';

/** Throws `backup.unreadable`, `backup.version`. */
export async function checkBackup(
  path: string,
  dir: string,
  onBytes: (bytes: number) => void,
): Promise<CheckedBackup> {
  const records = new Map<string, Records>();
  for (const collection of COLLECTIONS) records.set(collection.name, await openRecords(dir, collection));
  const uploads = new UploadReader(dir);
  try {
    const checker = new Checker(records, uploads);
    for await (const parts of readParts(withProgress(readChunks(path), onBytes)))
      for (const part of parts) await checker.take(part);
    return { ...(await checker.end()), records, uploads: uploads.found };
  } finally {
    await uploads.close();
    for (const reader of records.values()) await reader.close();
  }
}

async function* withProgress(pieces: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void) {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.byteLength;
    onBytes(bytes);
    yield piece;
  }
}

class Checker {
  readonly #faults = new Map<string, string>();
  readonly #seen = new Set<string>();
  #lastNumber: number | undefined;
  #version: unknown;
  #hasCollections = false;

  constructor(
    private readonly records: Map<string, Records>,
    private readonly uploads: UploadReader,
  ) {}

  async take(part: Part): Promise<void> {
    switch (part.kind) {
      case 'version':
        this.#version = part.value;
        break;
      case 'collections':
        this.#hasCollections = true;
        break;
      case 'collection':
        this.#see(part.name, part.isList);
        break;
      case 'record':
        if (part.collection === ORDER_NUMBERS_COLLECTION) this.#number(part.record);
        else await this.records.get(part.collection)?.take(part.record);
        break;
      case 'uploads':
        this.#seen.add(UPLOADS_COLLECTION);
        break;
      case 'upload':
        await this.uploads.take(part);
    }
  }

  #see(name: string, isList: boolean): void {
    const isKnown = BACKUP_COLLECTION_NAMES.includes(name) && name !== UPLOADS_COLLECTION;
    if (isKnown) this.#seen.add(name);
    if (!isKnown && this.#faults.size < UNKNOWN_MAX) this.#faults.set(name.slice(0, 100), 'Okänd samling.');
    else if (isKnown && !isList) this.#faults.set(name, 'Är ingen lista.');
  }

  /** The collection has exactly one record. */
  #number(record: unknown): void {
    const number = readLastNumber(record);
    if (number === undefined || this.#lastNumber !== undefined)
      this.#faults.set(ORDER_NUMBERS_COLLECTION, NO_NUMBER);
    this.#lastNumber ??= number;
  }

  async end() {
    if (this.#version === undefined || !this.#hasCollections) throw new AppError('backup.unreadable');
    if (this.#version !== BACKUP_VERSION) throw new AppError('backup.version');
    for (const [name, reader] of this.records) {
      await reader.end();
      if (reader.fault) this.#faults.set(name, reader.fault);
    }
    if (this.#lastNumber === undefined) this.#faults.set(ORDER_NUMBERS_COLLECTION, NO_NUMBER);
    if (this.uploads.fault) this.#faults.set(UPLOADS_COLLECTION, this.uploads.fault);
    for (const name of BACKUP_COLLECTION_NAMES)
      if (!this.#seen.has(name)) this.#faults.set(name, 'Saknas i filen.');
    return { faults: this.#faults, lastNumber: this.#lastNumber ?? 0 };
  }
}
