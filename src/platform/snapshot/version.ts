import { COMPRESS } from '../compress';
import { type Encoding, MIN_COMPRESSIBLE_BYTES } from '../encoding';

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
  json: string;
  /** The parsed `json`. The same object for each caller, so do not change it. */
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
  find: (name: string) => Snapshot | undefined;
  /** Call it after a write. Resolves when readers on this instance see the write, or after `limitMs`, at most 1 s. */
  waitForFresh: (limitMs?: number) => Promise<void>;
};

/** The headers of a response that is served from memory while the database is unavailable. `age` is in seconds. */
export const snapshotHeaders = (age: number) => ({ 'x-served-from': 'snapshot', age: String(age) });

/** `day` is empty if the result does not depend on the day. */
export function createVersion(json: string, day: string): Version {
  // A hash of the content, so that ETags are the same on every instance.
  const hash = Bun.hash(json).toString(36);
  const encodedBodies = new Map<string, EncodedBody>();
  const pendingBodies = new Map<string, Promise<EncodedBody>>();
  const payloads = { rest: () => json, trpc: () => `{"result":{"data":${json}}}` };
  let content: unknown;
  const isCompressible = json.length >= MIN_COMPRESSIBLE_BYTES;

  async function encode(transport: ApiTransport, encoding: Encoding): Promise<EncodedBody> {
    const plain = new TextEncoder().encode(payloads[transport]());
    const bytes = encoding === 'identity' ? plain : await COMPRESS[encoding](plain);
    const etag = `"${hash}-${transport}-${encoding}"`;
    const encoded = { body: new Blob([bytes as Uint8Array<ArrayBuffer>]), encoding, etag };
    encodedBodies.set(`${transport} ${encoding}`, encoded);
    return encoded;
  }

  return {
    id: `${hash} ${day}`,
    json,
    content<Content>() {
      content ??= JSON.parse(json);
      return content as Content;
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
