import type { Principal } from './people.ts';

/** Sending replaces each `PICK_...__` by the id of a stored record. */
export type Request = {
  transport: 'rest' | 'trpc';
  /** The called operations. A tRPC batch calls several. */
  procedures: string[];
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
  /** More than one chunk means without content-length. */
  chunkCount: number;
  /** A `spare` member is used once: the operation ends the session or deletes the account. */
  caller: Principal | 'spare';
  /** Selects one of the stored records and tokens. */
  pickIndex: number;
  level: 'valid' | 'mutated' | 'malformed';
  isStream: boolean;
};
