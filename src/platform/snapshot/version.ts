import { COMPRESS } from '../compress';
import { type Encoding, WORTH_COMPRESSING } from '../encoding';

/** Which door bytes are for: tRPC has the answer in an envelope of its own. */
export type Door = 'rest' | 'trpc';

/** What goes out, as a blob: its bytes are not copied for each answer. */
export type Bytes = {
  body: Blob;
  encoding: Encoding;
  /** Each sequence of bytes has one of its own. */
  etag: string;
};

/** An answer as it was read at one moment. Its bytes are made when they are first asked for. */
export type Version = {
  /** Another one has another. */
  id: string;
  json: string;
  day: string;
  /** Whether compressing it is worth anything. */
  isWorthIt: boolean;
  bytes: (door: Door, encoding: Encoding) => Bytes | undefined;
  make: (door: Door, encoding: Encoding) => Promise<Bytes>;
  made: () => [Door, Encoding][];
};

export type Answer = {
  version: Version;
  /** Seconds since it was known to be as the database has it, while that does not answer. */
  age?: number;
};

export type Snapshot = {
  /** What is known to be no older than is allowed, without waiting; undefined when that has to be found out. */
  atOnce: () => Version | undefined;
  /** The same, found out. Throws `server.unavailable` when the database does not answer and nothing is kept. */
  read: () => Promise<Answer>;
};

export type Snapshots = {
  find: (name: string) => Snapshot | undefined;
  /** After a write: resolves when whoever reads on this instance reads what it left, but after `limit` ms or a second at the latest. */
  settle: (limit?: number) => Promise<void>;
};

/** What tells an answer from memory. */
export const snapshotHeaders = (age: number) => ({ 'x-served-from': 'snapshot', age: String(age) });

/** What was read, as the bytes that it goes out as. */
export function versionOf(json: string, day: string): Version {
  // Of the content, so that it is the same on every instance.
  const tag = Bun.hash(json).toString(36);
  const made = new Map<string, Bytes>();
  const making = new Map<string, Promise<Bytes>>();
  const wrapped = { rest: () => json, trpc: () => `{"result":{"data":${json}}}` };
  const isWorthIt = json.length >= WORTH_COMPRESSING;

  async function begin(door: Door, encoding: Encoding): Promise<Bytes> {
    const plain = new TextEncoder().encode(wrapped[door]());
    const bytes = encoding === 'identity' ? plain : await COMPRESS[encoding](plain);
    const etag = `"${tag}-${door}-${encoding}"`;
    const one = { body: new Blob([bytes as Uint8Array<ArrayBuffer>]), encoding, etag };
    made.set(`${door} ${encoding}`, one);
    return one;
  }

  return {
    id: `${tag} ${day}`,
    json,
    day,
    isWorthIt,
    bytes: (door: Door, encoding: Encoding) => made.get(`${door} ${encoding}`),
    make(door: Door, encoding: Encoding) {
      const key = `${door} ${encoding}`;
      const begun = making.get(key) ?? begin(door, encoding);
      making.set(key, begun);
      return begun;
    },
    made: () => [...made.keys()].map((key) => key.split(' ') as [Door, Encoding]),
  };
}
