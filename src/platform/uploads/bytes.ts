import { type FileHandle, open } from 'node:fs/promises';
import { createTurns } from '#src/platform/turns.ts';

const WINDOW_BYTES = 256 * 1024;

/** Random access to the bytes of a file. Only one window of the file is in memory. */
export class Bytes {
  #window: Buffer = Buffer.alloc(0);
  #start = 0;
  readonly #takeTurns = createTurns();

  private constructor(
    readonly size: number,
    private readonly file: FileHandle,
  ) {}

  static async open(path: string): Promise<Bytes> {
    const file = await open(path, 'r');
    return new Bytes((await file.stat()).size, file);
  }

  close(): Promise<void> {
    return this.file.close();
  }

  /** At most 256 KiB. Throws {@link MalformedFile} if the file ends before that. */
  async read(offset: number, length: number): Promise<Buffer> {
    if (offset < 0 || offset + length > this.size) throw new MalformedFile('The file is truncated.');
    const bytes = await this.readBuffered(offset, length);
    return bytes.subarray(0, length);
  }

  /** At least `minLength` bytes, unless the file ends before that. */
  async readBuffered(offset: number, minLength = 1): Promise<Buffer> {
    // Awaiting buffered data does not yield to the event loop, so pause explicitly.
    await this.#takeTurns();
    const offsetInWindow = offset - this.#start;
    if (offsetInWindow < 0 || offsetInWindow + minLength > this.#window.length) await this.#load(offset);
    return this.#window.subarray(offset - this.#start);
  }

  async #load(offset: number): Promise<void> {
    const window = Buffer.alloc(Math.min(WINDOW_BYTES, Math.max(0, this.size - offset)));
    let filled = 0;
    while (filled < window.length) {
      const { bytesRead } = await this.file.read(window, filled, window.length - filled, offset + filled);
      if (bytesRead === 0) throw new MalformedFile('The file was truncated while it was read.');
      filled += bytesRead;
    }
    this.#window = window;
    this.#start = offset;
  }
}

/** The file starts with the signature of a known format but is malformed. */
export class MalformedFile extends Error {
  override readonly name = 'MalformedFile';
}

export function expect(condition: unknown, message: string): asserts condition {
  if (!condition) throw new MalformedFile(message);
}

/** No ordinary file has more parts than this. A file with more would only waste CPU time. */
const PARTS_MAX = 200_000;

/** The returned function throws {@link MalformedFile} if there are too many parts. */
export function createPartCounter(): () => void {
  let parts = 0;
  return () => expect(++parts <= PARTS_MAX, 'The file has too many parts.');
}

/** Browsers do not draw larger images. */
const SIDE_MAX = 16_384;
/** An image of this size takes a quarter of a gigabyte to draw, however small its file is. */
const PIXELS_MAX = 64_000_000;

export class TooManyPixels extends Error {
  override readonly name = 'TooManyPixels';
}

/** Throws {@link MalformedFile} for an empty image, and {@link TooManyPixels} for one that is too large. */
export function expectSides(width: number, height: number): void {
  expect(width > 0 && height > 0, 'The image has no size.');
  if (width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX) throw new TooManyPixels();
}
