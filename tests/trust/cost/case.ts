import type { Request } from '../fuzz/request';

/** A request that may be expensive. It is built when it is sent, because all requests together exceed the memory. */
export type Case = {
  /** The operation, or the path if it is no operation. */
  name: string;
  of: string;
  as: Request['as'];
  make: () => Request;
  /** Whether it stores so much that the data must be reset after it. */
  isFilling?: boolean;
  isByteByByte?: boolean;
  isShort?: boolean;
};

/** In bytes: just under the limit of a JSON body, and the most that fits into a URL when each byte is escaped. */
export const BODY = 990_000;
export const LINE = 5000;
