import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { UPLOAD_MAX_BYTES } from '#src/features/banners/contract.ts';
import { inspectUpload } from '#src/platform/uploads/inspect.ts';
import { openFile, writeAll } from '#src/platform/work-dir.ts';
import { AppError } from '#src/shared/errors.ts';
import type { Part } from './document.ts';

type UploadPart = Extract<Part, { kind: 'upload' }>;

/** The maximum number of base64 characters in one part. The export writes 64 kB. */
const DATA_LENGTH_MAX = 1024 * 1024;

/** `isNew` and `isStored` are set once the file was looked up and moved to its place. */
type CheckedUpload = { name: string; path: string; isNew?: boolean; isStored?: boolean };

/** Checks each upload like a new one. */
export class UploadReader {
  readonly uploads: CheckedUpload[] = [];
  /** A message for the admin about the first invalid file. Later parts are ignored. */
  error: string | undefined;
  #fileNumber = 0;
  #file: FileHandle | undefined;
  #fileBytes = 0;
  /** Reused for all pieces: allocating one per piece outpaces the garbage collector. */
  readonly #buffer = Buffer.alloc(DATA_LENGTH_MAX);

  constructor(private readonly dir: string) {}

  async add(part: UploadPart): Promise<void> {
    if (this.error) return;
    if (part.step === 'start') await this.#startFile();
    else if (part.step === 'data') await this.#addData(part.data);
    else await this.#finishFile(part.name, part.size);
  }

  #reject(): void {
    this.error = `Fil ${this.#fileNumber} är skadad eller stämmer inte med sitt namn.`;
  }

  #pathOf = (count: number) => join(this.dir, `upload-${count}`);

  async #startFile(): Promise<void> {
    this.#fileNumber++;
    this.#file = await openFile(this.#pathOf(this.#fileNumber));
    this.#fileBytes = 0;
  }

  async #addData(data: unknown): Promise<void> {
    if (typeof data !== 'string' || !this.#file) return this.#reject();
    const length = this.#buffer.write(data, 'base64');
    this.#fileBytes += length;
    // Longer data was cut off by the buffer.
    if (data.length > DATA_LENGTH_MAX || this.#fileBytes > UPLOAD_MAX_BYTES) return this.#reject();
    await writeAll(this.#file, this.#buffer, length);
  }

  async #finishFile(name: unknown, size: unknown): Promise<void> {
    await this.close();
    const path = this.#pathOf(this.#fileNumber);
    const inspected = await inspectUpload(path).catch((error) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    if (!inspected || name !== `${inspected.digest}.${inspected.extension}` || size !== this.#fileBytes)
      this.#reject();
    else this.uploads.push({ name, path });
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}
