import { Tokenizer, TokenType } from '@streamparser/json';
import { createTurns } from '#src/platform/turns.ts';
import { AppError } from '#src/shared/errors.ts';

export type Part =
  | { kind: 'version'; value: unknown }
  | { kind: 'collections' | 'uploads' }
  /** The start of a collection. `isList` is false if it is not a list of records. */
  | { kind: 'collection'; name: string; isList: boolean }
  | { kind: 'record'; collection: string; record: unknown }
  | { kind: 'upload'; step: 'start' }
  | { kind: 'upload'; step: 'data'; data: unknown }
  | { kind: 'upload'; step: 'end'; name: unknown; size: unknown };

type Value = unknown[] | Record<string, unknown>;
/** The meaning of a list or object: `value` is part of a record, `skipped` is unknown and ignored. */
type Role = 'root' | 'collections' | 'collection' | 'uploads' | 'upload' | 'data' | 'value' | 'skipped';
type Frame = {
  role: Role;
  isList: boolean;
  /** Duplicate keys are rejected, because JSON parsers disagree on them. */
  keys: Set<string>;
  key: string | undefined;
  /** The token that may come next: `first` is a key, a value or the end; `next` is a comma or the end. */
  expects: 'first' | 'key' | 'colon' | 'value' | 'next';
  /** Undefined if the value is not kept. */
  container: Value | undefined;
};

/** In bytes. Far more than any text of the product or piece of an upload needs. */
const TOKEN_MAX_BYTES = 1_000_000;
/** In bytes. Even with the shortest tokens this takes only a few milliseconds to parse. */
const SLICE_BYTES = 8 * 1024;
/** Limits per record: number of values, and characters. */
const RECORD_VALUES_MAX = 5000;
const RECORD_LENGTH_MAX = 2_000_000;
const DEPTH_MAX = 16;

function fail(): never {
  throw new AppError('backup.unreadable');
}

const WHITE_SPACE = /^[\s\ufeff]*/;

/** A CSV begins with a letter, a digit or a quote, and a workbook with `PK`. */
const beginsLikeJson = (piece: Uint8Array): boolean => {
  const [first = '{'] = new TextDecoder().decode(piece.subarray(0, SLICE_BYTES)).replace(WHITE_SPACE, '');
  return first === '{' || first === '[';
};

/**
 * Keeps at most one record in memory. Throws `backup.not_json`, or `backup.unreadable`, also for duplicate keys and
 * exceeded limits.
 */
export async function* readParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Part[]> {
  const reader = new DocumentReader();
  const tokenizer = new Tokenizer({ stringBufferSize: 64 * 1024 });
  let bytesSinceToken = 0;
  let isFirst = true;
  const takeTurns = createTurns();
  tokenizer.onToken = ({ token, value }) => {
    bytesSinceToken = 0;
    reader.takeToken(token, value);
  };
  tokenizer.onError = (error) => {
    throw error;
  };
  try {
    for await (const piece of pieces) {
      if (isFirst && !beginsLikeJson(piece)) throw new AppError('backup.not_json');
      isFirst = false;
      for (let offset = 0; offset < piece.byteLength; offset += SLICE_BYTES) {
        const slice = piece.subarray(offset, offset + SLICE_BYTES);
        bytesSinceToken += slice.byteLength;
        tokenizer.write(slice);
        if (bytesSinceToken > TOKEN_MAX_BYTES) fail();
        yield reader.takeParts();
        await takeTurns();
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
  #valueCount = 0;
  #recordLength = 0;

  takeParts(): Part[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  takeToken(token: TokenType, value: unknown): void {
    const frame = this.#stack.at(-1);
    if (token === TokenType.COLON) this.#expectNext(frame, 'colon', 'value');
    else if (token === TokenType.COMMA) this.#expectNext(frame, 'next', frame?.isList ? 'value' : 'key');
    else if (CLOSERS.has(token)) this.#close(frame, isListToken(token));
    else if (frame && !frame.isList && (frame.expects === 'first' || frame.expects === 'key'))
      this.#takeKey(frame, value);
    else if (OPENERS.has(token)) this.#open(frame, isListToken(token));
    else this.#takeScalar(frame, value);
  }

  #expectNext(frame: Frame | undefined, from: Frame['expects'], to: Frame['expects']): void {
    if (frame?.expects !== from) fail();
    frame.expects = to;
  }

  #takeKey(frame: Frame, key: unknown): void {
    if (typeof key !== 'string' || frame.keys.has(key) || frame.keys.size >= RECORD_VALUES_MAX) fail();
    frame.keys.add(key);
    frame.key = key;
    frame.expects = 'colon';
  }

  #beginValue(frame: Frame | undefined): void {
    if (!frame || !(frame.expects === 'value' || (frame.isList && frame.expects === 'first'))) fail();
    frame.expects = 'next';
  }

  #takeScalar(frame: Frame | undefined, value: unknown): void {
    this.#beginValue(frame);
    const { role, key = '' } = frame as Frame;
    if (role === 'root') {
      if (key === 'version') this.#parts.push({ kind: 'version', value });
      else if (key === 'collections' || key === 'uploads') fail();
    } else if (role === 'collections') this.#parts.push({ kind: 'collection', name: key, isList: false });
    else if (role === 'collection')
      this.#parts.push({ kind: 'record', collection: this.#collection, record: value });
    else if (role === 'uploads') this.#parts.push(...INVALID_UPLOAD);
    else if (role === 'upload') addToContainer(frame as Frame, value);
    else if (role === 'data') this.#parts.push({ kind: 'upload', step: 'data', data: value });
    else if (role === 'value') this.#addToRecord(frame as Frame, value);
  }

  #addToRecord(frame: Frame, value: unknown): void {
    this.#recordLength += typeof value === 'string' ? value.length : 0;
    if (++this.#valueCount > RECORD_VALUES_MAX || this.#recordLength > RECORD_LENGTH_MAX) fail();
    addToContainer(frame, value);
  }

  #open(frame: Frame | undefined, isList: boolean): void {
    if (frame) this.#beginValue(frame);
    // The document is a single object.
    else if (this.isDone || isList) fail();
    if (this.#stack.length >= DEPTH_MAX) fail();
    const role = frame ? this.#roleWithin(frame, isList) : 'root';
    const container = role === 'value' || role === 'upload' ? createContainer(isList) : undefined;
    if (frame?.role === 'value') this.#addToRecord(frame, container);
    this.#stack.push({ role, isList, keys: new Set(), key: undefined, expects: 'first', container });
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
        this.#valueCount = 0;
        this.#recordLength = 0;
        return 'value';
      case 'uploads':
        if (isList) this.#parts.push(...INVALID_UPLOAD);
        else this.#parts.push({ kind: 'upload', step: 'start' });
        return isList ? 'skipped' : 'upload';
      case 'upload':
        return key === 'data' && isList ? 'data' : 'skipped';
      case 'data':
        this.#parts.push({ kind: 'upload', step: 'data', data: undefined });
        return 'skipped';
      default:
        return role;
    }
  }

  #close(frame: Frame | undefined, isList: boolean): void {
    if (frame?.isList !== isList || (frame.expects !== 'first' && frame.expects !== 'next')) fail();
    this.#stack.pop();
    const { role, container } = frame;
    if (role === 'root') this.isDone = true;
    if (role === 'value' && this.#stack.at(-1)?.role === 'collection')
      this.#parts.push({ kind: 'record', collection: this.#collection, record: container });
    if (role === 'upload') {
      const { name, size } = container as Record<string, unknown>;
      this.#parts.push({ kind: 'upload', step: 'end', name, size });
    }
  }

  get #collection(): string {
    return this.#stack[1]?.key ?? '';
  }
}

const INVALID_UPLOAD: Part[] = [
  { kind: 'upload', step: 'start' },
  { kind: 'upload', step: 'end', name: undefined, size: undefined },
];

/** Without a prototype, so that `__proto__` is an ordinary key. */
const createContainer = (isList: boolean): Value => (isList ? [] : Object.create(null));

function addToContainer({ container, key = '' }: Frame, value: unknown): void {
  if (Array.isArray(container)) container.push(value);
  else if (container) container[key] = value;
}
