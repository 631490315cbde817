import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';

const WINDOW = 256 * 1024;
/** In milliseconds: whoever walks what is in memory lets others in between so often. */
const PAUSE_EVERY = 10;

/** The bytes of a file, read in windows as its structure is walked: however large it is, little of it is in memory. */
export class Bytes {
  #window: Buffer = Buffer.alloc(0);
  #start = 0;
  #pausedAt = performance.now();

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

  /** So many bytes from there, at most 256 kB; throws {@link Broken} when the file ends before. */
  async read(offset: number, length: number): Promise<Buffer> {
    if (offset < 0 || offset + length > this.size) throw new Broken('It ends too early.');
    const bytes = await this.from(offset, length);
    return bytes.subarray(0, length);
  }

  /** What is in memory from there on: at least `least` bytes, unless the file ends before. */
  async from(offset: number, least = 1): Promise<Buffer> {
    // To wait for what is there already lets nobody in.
    if (performance.now() - this.#pausedAt > PAUSE_EVERY) {
      await setImmediate();
      this.#pausedAt = performance.now();
    }
    const at = offset - this.#start;
    if (at < 0 || at + least > this.#window.length) await this.#load(offset);
    return this.#window.subarray(offset - this.#start);
  }

  async #load(offset: number): Promise<void> {
    const window = Buffer.alloc(Math.min(WINDOW, Math.max(0, this.size - offset)));
    let filled = 0;
    while (filled < window.length) {
      const { bytesRead } = await this.file.read(window, filled, window.length - filled, offset + filled);
      if (bytesRead === 0) throw new Broken('It became shorter.');
      filled += bytesRead;
    }
    this.#window = window;
    this.#start = offset;
  }
}

/** The bytes begin as a kind does, and do not go on so. */
export class Broken extends Error {
  override readonly name = 'Broken';
}

export function expect(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Broken(what);
}

/** Nobody makes a file of so many parts; whoever does wants us to be busy. */
const PARTS_MAX = 200_000;

/** Counts the parts of a structure, and throws when there are too many. */
export function partCounter(): () => void {
  let parts = 0;
  return () => expect(++parts <= PARTS_MAX, 'It has too many parts.');
}

/** More than what browsers draw, on a side; and what of a few bytes would take a quarter of a gigabyte to draw. */
const SIDE_MAX = 16_384;
const PIXELS_MAX = 64_000_000;

/** A picture that would take more memory than it is worth. */
export class TooManyPixels extends Error {
  override readonly name = 'TooManyPixels';
}

export function expectSides(width: number, height: number): void {
  expect(width > 0 && height > 0, 'It has no size.');
  if (width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX) throw new TooManyPixels();
}
