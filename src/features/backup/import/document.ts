import { setImmediate } from 'node:timers/promises';
import { Tokenizer, TokenType } from '@streamparser/json';
import { AppError } from '../../../shared/errors';

/** A part of a backup, in the order it stands in the document. */
export type Part =
  | { kind: 'version'; value: unknown }
  /** The collections begin, or the uploads. */
  | { kind: 'collections' | 'uploads' }
  /** A collection begins; `isList` is whether it is a list of records at all. */
  | { kind: 'collection'; name: string; isList: boolean }
  | { kind: 'record'; collection: string; record: unknown }
  | { kind: 'upload'; at: 'start' }
  /** A piece of its data. */
  | { kind: 'upload'; at: 'data'; data: unknown }
  | { kind: 'upload'; at: 'end'; name: unknown; size: unknown };

type Value = unknown[] | Record<string, unknown>;
/** What stands there; `value` is part of a record, `skipped` is nothing that is known. */
type Role = 'root' | 'collections' | 'collection' | 'uploads' | 'upload' | 'data' | 'value' | 'skipped';
type Frame = {
  role: Role;
  isList: boolean;
  /** Keys so far; a name twice is no document that means one thing. */
  keys: Set<string>;
  /** The key whose value comes next. */
  key: string | undefined;
  expects: 'first' | 'key' | 'colon' | 'value' | 'next';
  /** What is made of it; undefined when nothing is. */
  into: Value | undefined;
};

/** In bytes: no text of the product, and no piece of an upload, comes near. */
const TOKEN_MAX = 1_000_000;
/** In bytes. Even the shortest tokens take only some milliseconds for them. */
const READ_AT_ONCE = 8 * 1024;
/** In milliseconds: how often other requests get a turn. */
const PAUSE_EVERY = 10;
/** Of one record: values, and characters. */
const VALUES_MAX = 5000;
const RECORD_MAX = 2_000_000;
const DEPTH_MAX = 16;

function refuse(): never {
  throw new AppError('backup.unreadable');
}

/**
 * Reads a backup piece by piece; no more than a record is in memory. Throws `backup.unreadable` for what is no JSON, is
 * cut short, names something twice, or is out of all proportion.
 */
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
      for (let at = 0; at < piece.byteLength; at += READ_AT_ONCE) {
        const slice = piece.subarray(at, at + READ_AT_ONCE);
        sinceToken += slice.byteLength;
        tokenizer.write(slice);
        if (sinceToken > TOKEN_MAX) refuse();
        yield reader.parts();
        if (performance.now() - pausedAt < PAUSE_EVERY) continue;
        await setImmediate();
        pausedAt = performance.now();
      }
    }
    if (!reader.isDone) refuse();
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('backup.unreadable', { cause: error });
  }
}

const OPENERS = new Set([TokenType.LEFT_BRACE, TokenType.LEFT_BRACKET]);
const CLOSERS = new Set([TokenType.RIGHT_BRACE, TokenType.RIGHT_BRACKET]);
const isListToken = (token: TokenType) =>
  token === TokenType.LEFT_BRACKET || token === TokenType.RIGHT_BRACKET;

/** Tokens in, parts out: the grammar of JSON, and where in a backup each value stands. */
class DocumentReader {
  isDone = false;
  readonly #stack: Frame[] = [];
  #parts: Part[] = [];
  /** Of the record that is being read. */
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
    if (frame?.expects !== from) refuse();
    frame.expects = to;
  }

  #name(frame: Frame, key: unknown): void {
    if (typeof key !== 'string' || frame.keys.has(key) || frame.keys.size >= VALUES_MAX) refuse();
    frame.keys.add(key);
    frame.key = key;
    frame.expects = 'colon';
  }

  /** A value begins in that frame. */
  #begin(frame: Frame | undefined): void {
    if (!frame || !(frame.expects === 'value' || (frame.isList && frame.expects === 'first'))) refuse();
    frame.expects = 'next';
  }

  #scalar(frame: Frame | undefined, value: unknown): void {
    this.#begin(frame);
    const { role, key = '' } = frame as Frame;
    if (role === 'root') {
      if (key === 'version') this.#parts.push({ kind: 'version', value });
      else if (key === 'collections' || key === 'uploads') refuse();
    } else if (role === 'collections') this.#parts.push({ kind: 'collection', name: key, isList: false });
    else if (role === 'collection')
      this.#parts.push({ kind: 'record', collection: this.#collection, record: value });
    else if (role === 'uploads') this.#parts.push(...NO_UPLOAD);
    else if (role === 'upload') put(frame as Frame, value);
    else if (role === 'data') this.#parts.push({ kind: 'upload', at: 'data', data: value });
    else if (role === 'value') this.#put(frame as Frame, value);
  }

  #put(frame: Frame, value: unknown): void {
    this.#length += typeof value === 'string' ? value.length : 0;
    if (++this.#values > VALUES_MAX || this.#length > RECORD_MAX) refuse();
    put(frame, value);
  }

  #open(frame: Frame | undefined, isList: boolean): void {
    if (frame) this.#begin(frame);
    // One document, and it is an object.
    else if (this.isDone || isList) refuse();
    if (this.#stack.length >= DEPTH_MAX) refuse();
    const role = frame ? this.#roleWithin(frame, isList) : 'root';
    const into = role === 'value' || role === 'upload' ? empty(isList) : undefined;
    if (frame?.role === 'value') this.#put(frame, into);
    this.#stack.push({ role, isList, keys: new Set(), key: undefined, expects: 'first', into });
  }

  /** What a list or object is that begins in that frame. */
  #roleWithin({ role, key = '' }: Frame, isList: boolean): Role {
    switch (role) {
      case 'root':
        if (key === 'version') refuse();
        if (key !== 'collections' && key !== 'uploads') return 'skipped';
        if ((key === 'uploads') !== isList) refuse();
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
        if (isList) this.#parts.push(...NO_UPLOAD);
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
    if (frame?.isList !== isList || (frame.expects !== 'first' && frame.expects !== 'next')) refuse();
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

  /** The name of the collection that is being read. */
  get #collection(): string {
    return this.#stack[1]?.key ?? '';
  }
}

/** Something in the list of uploads that is none. */
const NO_UPLOAD: Part[] = [
  { kind: 'upload', at: 'start' },
  { kind: 'upload', at: 'end', name: undefined, size: undefined },
];

/** Without a prototype, so that `__proto__` is a key like any other. */
const empty = (isList: boolean): Value => (isList ? [] : Object.create(null));

function put({ into, key = '' }: Frame, value: unknown): void {
  if (Array.isArray(into)) into.push(value);
  else if (into) into[key] = value;
}
