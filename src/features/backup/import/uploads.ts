import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { inspectUpload } from '../../../platform/uploads/inspect';
import { openFile, writeAll } from '../../../platform/work-dir';
import { AppError } from '../../../shared/errors';
import { UPLOAD_MAX } from '../../banners/contract';
import type { Part } from './document';

type UploadPart = Extract<Part, { kind: 'upload' }>;

/** The maximum number of base64 characters in one part. The export writes 64 kB. */
const DATA_MAX = 1024 * 1024;

type ReadUpload = { name: string; path: string };

/** Checks each upload like a new one. */
export class UploadReader {
  readonly found: ReadUpload[] = [];
  /** A message for the admin about the first invalid file. Later parts are ignored. */
  fault: string | undefined;
  #count = 0;
  #file: FileHandle | undefined;
  #size = 0;
  /** Reused for all pieces: allocating one per piece outpaces the garbage collector. */
  readonly #bytes = Buffer.alloc(DATA_MAX);

  constructor(private readonly dir: string) {}

  async take(part: UploadPart): Promise<void> {
    if (this.fault) return;
    if (part.at === 'start') await this.#start();
    else if (part.at === 'data') await this.#data(part.data);
    else await this.#end(part.name, part.size);
  }

  #reject(): void {
    this.fault = `Fil ${this.#count} är skadad eller stämmer inte med sitt namn.`;
  }

  #pathOf = (count: number) => join(this.dir, `upload-${count}`);

  async #start(): Promise<void> {
    this.#count++;
    this.#file = await openFile(this.#pathOf(this.#count));
    this.#size = 0;
  }

  async #data(data: unknown): Promise<void> {
    if (typeof data !== 'string' || !this.#file) return this.#reject();
    const length = this.#bytes.write(data, 'base64');
    this.#size += length;
    // Longer data was cut off by the buffer.
    if (data.length > DATA_MAX || this.#size > UPLOAD_MAX) return this.#reject();
    await writeAll(this.#file, this.#bytes, length);
  }

  async #end(name: unknown, size: unknown): Promise<void> {
    await this.close();
    const path = this.#pathOf(this.#count);
    const checked = await inspectUpload(path).catch((error) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    if (!checked || name !== `${checked.digest}.${checked.extension}` || size !== this.#size) this.#reject();
    else this.found.push({ name, path });
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}
