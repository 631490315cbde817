import type { Principal } from './world';

/** Sending replaces each `PICK_...__` by the id of a stored record. */
export type Request = {
  transport: 'rest' | 'trpc';
  names: string[];
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
  /** Chunks of the body. More than one means without content-length. */
  pieces: number;
  as: Principal | 'spare';
  which: number;
  level: 'right' | 'near' | 'wild';
  isEndless: boolean;
};
