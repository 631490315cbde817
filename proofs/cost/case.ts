import type { Request } from '#proofs/fuzz/request.ts';

/** A request that may be expensive. It is built when it is sent, because all requests together exceed the memory. */
export type Case = {
  /** The operation, or the path if it is no operation. */
  name: string;
  /** What is expensive about its input, for the report. */
  label: string;
  caller: Request['caller'];
  makeRequest: () => Request;
  /** Whether it stores so much that the data must be reset after it. */
  needsReset?: boolean;
  isByteByByte?: boolean;
  isInShortForm?: boolean;
};

/** In bytes: just under the limit of a JSON body, and the most that fits into a URL when each byte is escaped. */
export const BODY_BYTES = 990_000;
export const URL_BYTES = 5000;
