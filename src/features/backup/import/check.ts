import { readChunks } from '#src/platform/work-dir.ts';
import { AppError } from '#src/shared/errors.ts';
import {
  ADMINS,
  BACKUP_COLLECTION_NAMES,
  LATER_COLLECTIONS,
  ORDER_NUMBERS_COLLECTION,
  UPLOADS_COLLECTION,
} from '../collections/groups.ts';
import { readLastNumber } from '../collections/rows.ts';
import { COLLECTIONS } from '../collections/store.ts';
import { BACKUP_VERSION } from '../contract.ts';
import { type Part, readParts } from './document.ts';
import { openRecords, type Records } from './records.ts';
import { UploadReader } from './uploads.ts';

/** Its rows and files are in the work directory. */
export type CheckedBackup = {
  /** Why a collection cannot be imported, by its name. Includes collections that the product does not have. */
  errors: Map<string, string>;
  records: Map<string, Records>;
  uploads: UploadReader['uploads'];
  lastNumber: number;
  hasAdmins: boolean;
};

/** Reported unknown collections, and the characters of each name. */
const UNKNOWN_COLLECTIONS_MAX = 50;
const UNKNOWN_NAME_LENGTH_MAX = 100;
const ORDER_NUMBER_ERROR = 'Det senaste ordernumret går inte att läsa.';

/** Throws `backup.unreadable`, `backup.version`. */
export async function checkBackup(
  path: string,
  dir: string,
  onBytes: (bytes: number) => void,
): Promise<CheckedBackup> {
  const records = new Map<string, Records>();
  for (const collection of COLLECTIONS) records.set(collection.name, await openRecords(dir, collection));
  const uploadReader = new UploadReader(dir);
  try {
    const checker = new Checker(records, uploadReader);
    for await (const parts of readParts(withProgress(readChunks(path), onBytes)))
      for (const part of parts) await checker.add(part);
    return { ...(await checker.finish()), records, uploads: uploadReader.uploads };
  } finally {
    await uploadReader.close();
    for (const collectionRecords of records.values()) await collectionRecords.close();
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
  readonly #errors = new Map<string, string>();
  readonly #foundCollections = new Set<string>();
  #lastNumber: number | undefined;
  #version: unknown;
  #hasCollections = false;

  constructor(
    private readonly records: Map<string, Records>,
    private readonly uploads: UploadReader,
  ) {}

  async add(part: Part): Promise<void> {
    switch (part.kind) {
      case 'version':
        this.#version = part.value;
        break;
      case 'collections':
        this.#hasCollections = true;
        break;
      case 'collection':
        this.#addCollection(part.name, part.isList);
        break;
      case 'record':
        if (part.collection === ORDER_NUMBERS_COLLECTION) this.#addLastNumber(part.record);
        else await this.records.get(part.collection)?.add(part.record);
        break;
      case 'uploads':
        this.#foundCollections.add(UPLOADS_COLLECTION);
        break;
      case 'upload':
        await this.uploads.add(part);
    }
  }

  #addCollection(name: string, isList: boolean): void {
    const isKnown = BACKUP_COLLECTION_NAMES.includes(name) && name !== UPLOADS_COLLECTION;
    if (isKnown) this.#foundCollections.add(name);
    if (!isKnown && this.#errors.size < UNKNOWN_COLLECTIONS_MAX)
      this.#errors.set(name.slice(0, UNKNOWN_NAME_LENGTH_MAX), 'Okänd samling.');
    else if (isKnown && !isList) this.#errors.set(name, 'Är ingen lista.');
  }

  /** The collection has exactly one record. */
  #addLastNumber(record: unknown): void {
    const number = readLastNumber(record);
    if (number === undefined || this.#lastNumber !== undefined)
      this.#errors.set(ORDER_NUMBERS_COLLECTION, ORDER_NUMBER_ERROR);
    this.#lastNumber ??= number;
  }

  async finish() {
    if (this.#version === undefined || !this.#hasCollections) throw new AppError('backup.unreadable');
    if (this.#version !== BACKUP_VERSION) throw new AppError('backup.version');
    for (const [name, collectionRecords] of this.records) {
      await collectionRecords.finish();
      if (collectionRecords.error) this.#errors.set(name, collectionRecords.error);
    }
    if (this.#lastNumber === undefined) this.#errors.set(ORDER_NUMBERS_COLLECTION, ORDER_NUMBER_ERROR);
    if (this.uploads.error) this.#errors.set(UPLOADS_COLLECTION, this.uploads.error);
    for (const name of BACKUP_COLLECTION_NAMES)
      if (!this.#foundCollections.has(name) && !LATER_COLLECTIONS.includes(name))
        this.#errors.set(name, 'Saknas i filen.');
    return {
      errors: this.#errors,
      lastNumber: this.#lastNumber ?? 0,
      hasAdmins: this.#foundCollections.has(ADMINS),
    };
  }
}
