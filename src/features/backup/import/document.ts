import { setImmediate } from 'node:timers/promises';
import { Tokenizer, TokenType } from '@streamparser/json';
import { AppError } from '../../../shared/errors';

export type Part =
  | { kind: 'version'; value: unknown }
  | { kind: 'collections' | 'uploads' }
  /** The start of a collection. `isList` is false if it is not a list of records. */
  | { kind: 'collection'; name: string; isList: boolean }
  | { kind: 'record'; collection: string; record: unknown }
  | { kind: 'upload'; at: 'start' }
  | { kind: 'upload'; at: 'data'; data: unknown }
  | { kind: 'upload'; at: 'end'; name: unknown; size: unknown };

type Value = unknown[] | Record<string, unknown>;
/** The meaning of a list or object: `value` is part of a record, `skipped` is unknown and ignored. */
type Role = 'root' | 'collections' | 'collection' | 'uploads' | 'upload' | 'data' | 'value' | 'skipped';
type Frame = {
  role: Role;
  isList: boolean;
  /** Duplicate keys are rejected, because JSON parsers disagree on them. */
  keys: Set<string>;
  key: string | undefined;
  expects: 'first' | 'key' | 'colon' | 'value' | 'next';
  /** Undefined if the value is not kept. */
  into: Value | undefined;
};

/** In bytes. Far more than any text of the product or piece of an upload needs. */
const TOKEN_MAX = 1_000_000;
/** In bytes. Even with the shortest tokens this takes only a few milliseconds to parse. */
const SLICE_SIZE = 8 * 1024;
const PAUSE_INTERVAL_MS = 10;
/** Limits per record: number of values, and characters. */
const VALUES_MAX = 5000;
const RECORD_MAX = 2_000_000;
const DEPTH_MAX = 16;

function fail(): never {
  throw new AppError('backup.unreadable');
}

/** Keeps at most one record in memory. Throws `backup.unreadable`, also for duplicate keys and exceeded limits. */
export async function* readParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Part[]> {
  const reader = new DocumentReader();
  const tokenizer = new Tokenizer({ stringBufferSize: 64 * 1024 });
  let sinceToken = 0;
  let pausedAt = performance.now();
  tokenizer.onToken = ({ token, value }) => {
    sinceToken = 0;
    reader.take(token, value);
  };
  tokenizer.onError = (error) => {
    throw error;
  };
  try {
    for await (const piece of pieces) {
      for (let at = 0; at < piece.byteLength; at += SLICE_SIZE) {
        const slice = piece.subarray(at, at + SLICE_SIZE);
        sinceToken += slice.byteLength;
        tokenizer.write(slice);
        if (sinceToken > TOKEN_MAX) fail();
        yield reader.parts();
        if (performance.now() - pausedAt < PAUSE_INTERVAL_MS) continue;
        await setImmediate();
        pausedAt = performance.now();
      }
    }
    if (!reader.isDone) fail();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('backup.unreadable', { cause: error });
  }
}

const OPENERS = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET]);
const CLOSERS = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET]);
const isListToken = (token: TokenType) =>
  token === TokenType.LEFT_BRACKET || token === TokenType.RIGHT_BRACKET;

/** Turns tokens into parts: checks the JSON grammar and tracks the position in the backup. */
class DocumentReader {
  isDone = false;
  readonly #stack: Frame[] = [];
  #parts: Part[] = [];
  /** Counters for the current record. */
  #values = 0;
  #length = 0;

  parts(): Part[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  take(token: TokenType, value: unknown): void {
    const frame = this.#stack.at(-1);
    if (token === TokenType.COLON) this.#move(frame, 'colon', 'value');
    else if (token === TokenType.COMMA) this.#move(frame, 'next', frame?.isList ? 'value' : 'key');
    else if (CLOSERS.has(token)) this.#close(frame, isListToken(token));
    else if (frame && !frame.isList && (frame.expects === 'first' || frame.expects === 'key'))
      this.#name(frame, value);
    else if (OPENERS.has(token)) this.#open(frame, isListToken(token));
    else this.#scalar(frame, value);
  }

  #move(frame: Frame | undefined, from: Frame['expects'], to: Frame['expects']): void {
    if (frame?.expects !== from) fail();
    frame.expects = to;
  }

  #name(frame: Frame, key: unknown): void {
    if (typeof key !== 'string' || frame.keys.has(key) || frame.keys.size >= VALUES_MAX) fail();
    frame.keys.add(key);
    frame.key = key;
    frame.expects = 'colon';
  }

  #beginValue(frame: Frame | undefined): void {
    if (!frame || !(frame.expects === 'value' || (frame.isList && frame.expects === 'first'))) fail();
    frame.expects = 'next';
  }

  #scalar(frame: Frame | undefined, value: unknown): void {
    this.#beginValue(frame);
    const { role, key = '' } = frame as Frame;
    if (role === 'root') {
      if (key === 'version') this.#parts.push({ kind: 'version', value });
      else if (key === 'collections' || key === 'uploads') fail();
    } else if (role === 'collections') this.#parts.push({ kind: 'collection', name: key, isList: false });
    else if (role === 'collection')
      this.#parts.push({ kind: 'record', collection: this.#collection, record: value });
    else if (role === 'uploads') this.#parts.push(...INVALID_UPLOAD);
    else if (role === 'upload') put(frame as Frame, value);
    else if (role === 'data') this.#parts.push({ kind: 'upload', at: 'data', data: value });
    else if (role === 'value') this.#put(frame as Frame, value);
  }

  #put(frame: Frame, value: unknown): void {
    this.#length += typeof value === 'string' ? value.length : 0;
    if (++this.#values > VALUES_MAX || this.#length > RECORD_MAX) fail();
    put(frame, value);
  }

  #open(frame: Frame | undefined, isList: boolean): void {
    if (frame) this.#beginValue(frame);
    // The document is a single object.
    else if (this.isDone || isList) fail();
    if (this.#stack.length >= DEPTH_MAX) fail();
    const role = frame ? this.#roleWithin(frame, isList) : 'root';
    const into = role === 'value' || role === 'upload' ? empty(isList) : undefined;
    if (frame?.role === 'value') this.#put(frame, into);
    this.#stack.push({ role, isList, keys: new Set(), key: undefined, expects: 'first', into });
  }

  #roleWithin({ role, key = '' }: Frame, isList: boolean): Role {
    switch (role) {
      case 'root':
        if (key === 'version') fail();
        if (key !== 'collections' && key !== 'uploads') return 'skipped';
        if ((key === 'uploads') !== isList) fail();
        this.#parts.push({ kind: key });
        return key;
      case 'collections':
        this.#parts.push({ kind: 'collection', name: key, isList });
        return isList ? 'collection' : 'skipped';
      case 'collection':
        this.#values = 0;
        this.#length = 0;
        return 'value';
      case 'uploads':
        if (isList) this.#parts.push(...INVALID_UPLOAD);
        else this.#parts.push({ kind: 'upload', at: 'start' });
        return isList ? 'skipped' : 'upload';
      case 'upload':
        return key === 'data' && isList ? 'data' : 'skipped';
      case 'data':
        this.#parts.push({ kind: 'upload', at: 'data', data: undefined });
        return 'skipped';
      default:
        return role;
    }
  }

  #close(frame: Frame | undefined, isList: boolean): void {
    if (frame?.isList !== isList || (frame.expects !== 'first' && frame.expects !== 'next')) fail();
    this.#stack.pop();
    const { role, into } = frame;
    if (role === 'root') this.isDone = true;
    if (role === 'value' && this.#stack.at(-1)?.role === 'collection')
      this.#parts.push({ kind: 'record', collection: this.#collection, record: into });
    if (role === 'upload') {
      const { name, size } = into as Record<string, unknown>;
      this.#parts.push({ kind: 'upload', at: 'end', name, size });
    }
  }

  get #collection(): string {
    return this.#stack[1]?.key ?? '';
  }
}

const INVALID_UPLOAD: Part[] = [
  { kind: 'upload', at: 'start' },
  { kind: 'upload', at: 'end', name: undefined, size: undefined },
];

/** Without a prototype, so that `__proto__` is an ordinary key. */
const empty = (isList: boolean): Value => (isList ? [] : Object.create(null));

function put({ into, key = '' }: Frame, value: unknown): void {
  if (Array.isArray(into)) into.push(value);
  else if (into) into[key] = value;
}
