import type { Principal } from './world';

/** A generated request. `PICK_...__` in it is replaced by the id of a stored record when it is sent. */
export type Request = {
  transport: 'rest' | 'trpc';
  /** The operations that it calls, in order. */
  names: string[];
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
  /** Number of chunks that the body is sent in. More than one means without content-length. */
  pieces: number;
  as: Principal | 'spare';
  /** Selects the token and the stored records. */
  which: number;
  level: 'right' | 'near' | 'wild';
  /** Whether the response is an endless stream. */
  isEndless: boolean;
};
