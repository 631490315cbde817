import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../shared/errors';
import type { Part } from './document';
import { judgeUpload } from './judge';

type UploadPart = Extract<Part, { kind: 'upload' }>;

/** D21, in bytes. */
const SIZE_MAX = 50 * 1024 * 1024;

/** A file of the document, checked and put aside. */
export type ReadUpload = { name: string; path: string };

/** Takes the uploads of a document part by part; each is looked at as if it had been uploaded (D21). */
export class UploadReader {
  readonly found: ReadUpload[] = [];
  /** What is wrong, in words for the admin; nothing more is taken then. */
  fault: string | undefined;
  #count = 0;
  #file: FileHandle | undefined;
  #size = 0;

  constructor(private readonly dir: string) {}

  async take(part: UploadPart): Promise<void> {
    if (this.fault) return;
    if (part.at === 'start') await this.#start();
    else if (part.at === 'data') await this.#data(part.data);
    else await this.#end(part.name, part.size);
  }

  #refuse(): void {
    this.fault = `Fil ${this.#count} är inte hel, eller inte den den säger sig vara.`;
  }

  #pathOf = (count: number) => join(this.dir, `upload-${count}`);

  async #start(): Promise<void> {
    this.#count++;
    this.#file = await open(this.#pathOf(this.#count), 'w');
    this.#size = 0;
  }

  async #data(data: unknown): Promise<void> {
    if (typeof data !== 'string' || !this.#file) return this.#refuse();
    const bytes = Buffer.from(data, 'base64');
    this.#size += bytes.length;
    if (this.#size > SIZE_MAX) return this.#refuse();
    await this.#file.appendFile(bytes);
  }

  async #end(name: unknown, size: unknown): Promise<void> {
    await this.close();
    const path = this.#pathOf(this.#count);
    const judged = await judgeUpload(path).catch((error) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    if (!judged || name !== `${judged.digest}.${judged.ending}` || size !== this.#size) this.#refuse();
    else this.found.push({ name, path });
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }
}
