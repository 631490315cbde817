import { setImmediate } from 'node:timers/promises';
import { COMPRESS } from '#src/platform/http/compress.ts';
import { type Encoding, MIN_COMPRESSIBLE_BYTES } from '#src/platform/http/encoding.ts';
import type { JsonList } from './json-rows.ts';

/** tRPC wraps the JSON in an envelope. */
export type ApiTransport = 'rest' | 'trpc';

/** An encoded response body. It is a blob, so that its bytes are not copied for each response. */
export type EncodedBody = {
  body: Blob;
  encoding: Encoding;
  etag: string;
};

/** The result of a cached public read at one moment. It is encoded on first use. */
export type Version = {
  id: string;
  /** Parses it for `content`, a page at a time, so that other requests can run meanwhile. */
  parse: () => Promise<void>;
  isParsed: () => boolean;
  /** The same object for each caller, so do not change it. Parses everything at once, unless `parse` has. */
  content: <Content>() => Content;
  day: string;
  isCompressible: boolean;
  encodedIfReady: (transport: ApiTransport, encoding: Encoding) => EncodedBody | undefined;
  encode: (transport: ApiTransport, encoding: Encoding) => Promise<EncodedBody>;
  encodings: () => [ApiTransport, Encoding][];
};

export type SnapshotResult = {
  version: Version;
  /** The age in seconds of a version that is served while the database is unavailable. Undefined for a current one. */
  age?: number;
};

export type Snapshot = {
  /** Returns the version if it is fresh enough, without waiting. Otherwise returns undefined. */
  current: () => Version | undefined;
  /**
   * Returns a version that is fresh enough, reading it again if necessary. Throws `server.unavailable` if the database
   * is unavailable and no old version may be served.
   */
  read: () => Promise<SnapshotResult>;
};

export type Snapshots = {
  /** By the name of the procedure, and its input if it takes one: `public.events.past 2026`. */
  find: (name: string) => Snapshot | undefined;
  /** Call it after a write. Resolves when readers on this instance see the write, or after `limitMs`, at most 1 s. */
  waitForFresh: (limitMs?: number) => Promise<void>;
  /** The reads whose refresh has failed at least twice in a row: an old version is served, or none. */
  stale: () => readonly StaleRead[];
  /** Since when the oldest of them is out of date, null without any. */
  staleSince: () => string | null;
};

export type StaleRead = { name: string; since: Date };

/** The headers of a response that is served from memory while the database is unavailable. `age` is in seconds. */
export const snapshotHeaders = (age: number) => ({ 'x-served-from': 'snapshot', age: String(age) });

const ENVELOPE = { rest: ['', ''], trpc: ['{"result":{"data":', '}}'] } as const;

/** The JSON of a list in pieces. Each but the last ends with a whole row. */
function* piecesOf({ head, pages, tail }: JsonList): Generator<string> {
  yield head + (pages[0] ?? '');
  for (const page of pages.slice(1)) yield `,\n${page}`;
  yield tail;
}

/**
 * `content` is the whole JSON, or that of a list. `day` is empty if the result does not depend on the day. Pauses
 * after each page, as all work on a list does: it may have 100,000 rows.
 */
export async function createVersion(content: string | JsonList, day: string): Promise<Version> {
  const pieces = typeof content === 'string' ? [content] : [...piecesOf(content)];
  // A hash of the content, so that ETags are the same on every instance.
  let hashed = 0n;
  for (const piece of pieces) {
    hashed = Bun.hash.wyhash(piece, hashed);
    if (pieces.length > 1) await setImmediate();
  }
  const hash = hashed.toString(36);
  const encodedBodies = new Map<string, EncodedBody>();
  const pendingBodies = new Map<string, Promise<EncodedBody>>();
  let parsed: { content: unknown } | undefined;
  let parsing: Promise<void> | undefined;
  const isCompressible = pieces.reduce((sum, { length }) => sum + length, 0) >= MIN_COMPRESSIBLE_BYTES;

  async function encode(transport: ApiTransport, encoding: Encoding): Promise<EncodedBody> {
    const encoder = new TextEncoder();
    const [head, tail] = ENVELOPE[transport];
    const parts: Uint8Array<ArrayBuffer>[] = [encoder.encode(head)];
    for (const piece of pieces) {
      parts.push(encoder.encode(piece));
      if (pieces.length > 1) await setImmediate();
    }
    parts.push(encoder.encode(tail));
    const body =
      encoding === 'identity'
        ? new Blob(parts)
        : new Blob([(await COMPRESS[encoding](Buffer.concat(parts))) as Uint8Array<ArrayBuffer>]);
    const encoded = { body, encoding, etag: `"${hash}-${transport}-${encoding}"` };
    encodedBodies.set(`${transport} ${encoding}`, encoded);
    return encoded;
  }

  async function parse(): Promise<void> {
    if (typeof content === 'string') {
      parsed ??= { content: JSON.parse(content) };
      return;
    }
    const whole = JSON.parse(content.head + content.tail);
    const rows: unknown[] = Array.isArray(whole) ? whole : whole.pages;
    for (const page of content.pages) {
      for (const row of JSON.parse(`[${page}]`)) rows.push(row);
      await setImmediate();
    }
    parsed ??= { content: whole };
  }

  return {
    id: `${hash} ${day}`,
    parse() {
      parsing ??= parse();
      return parsing;
    },
    isParsed: () => parsed !== undefined,
    content<Content>() {
      parsed ??= { content: JSON.parse(pieces.join('')) };
      return parsed.content as Content;
    },
    day,
    isCompressible,
    encodedIfReady: (transport: ApiTransport, encoding: Encoding) =>
      encodedBodies.get(`${transport} ${encoding}`),
    encode(transport: ApiTransport, encoding: Encoding) {
      const key = `${transport} ${encoding}`;
      const pending = pendingBodies.get(key) ?? encode(transport, encoding);
      pendingBodies.set(key, pending);
      return pending;
    },
    encodings: () => [...encodedBodies.keys()].map((key) => key.split(' ') as [ApiTransport, Encoding]),
  };
}
