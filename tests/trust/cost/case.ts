import type { Request } from '../fuzz/request';

/** One request that may cost much. It is made when it is sent: all of them together would not fit into memory. */
export type Case = {
  /** The operation, or what else is asked for. */
  name: string;
  /** What its input is. */
  of: string;
  as: Request['as'];
  make: () => Request;
  /** Whether it leaves so much behind that all is made anew after it. */
  isFilling?: boolean;
  /** Whether its body is sent in chunks of one byte. */
  isByteByByte?: boolean;
  /** Whether the short form sends it too. */
  isShort?: boolean;
};

/** In bytes: the most a JSON body may have, and what fits into an address when each byte is escaped. */
export const BODY = 990_000;
export const LINE = 5000;
