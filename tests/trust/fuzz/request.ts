import type { Principal } from './world';

/** A request before it is known which things there are: `PICK_...__` stands for their ids. */
export type Request = {
  door: 'rest' | 'trpc';
  /** The operations that it means, in their order. */
  names: string[];
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
  /** In so many pieces, without its length. */
  pieces: number;
  as: Principal | 'spare';
  /** Which of the things. */
  which: number;
  level: 'right' | 'near' | 'wild';
  /** One whose answer goes on for ever. */
  isEndless: boolean;
};
