import type { Request } from '../fuzz/request';

/** One request that may be expensive. It is built when it is sent, because all requests together exceed the memory. */
export type Case = {
  /** The operation, or the path if it is no operation. */
  name: string;
  /** A description of its input. */
  of: string;
  as: Request['as'];
  make: () => Request;
  /** Whether it stores so much that the data must be reset after it. */
  isFilling?: boolean;
  /** Whether its body is sent in chunks of one byte. */
  isByteByByte?: boolean;
  /** Whether the short form includes it. */
  isShort?: boolean;
};

/** Sizes in bytes: just under the limit of a JSON body, and the most that fits into a URL when each byte is escaped. */
export const BODY = 990_000;
export const LINE = 5000;
