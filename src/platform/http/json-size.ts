import { JSON_DEPTH_MAX, JSON_ITEMS_MAX, JSON_VALUES_MAX } from '#src/shared/limits.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Whether a JSON text has too many values or is nested too deeply. Does not check that it is valid JSON. For 1 MB with
 * 100,000 keys this takes 3 ms. `JSON.parse` and one copy of the result take 160 ms.
 */
export function isCostlyJson(bytes: Uint8Array): boolean {
  let values = 0;
  let items = 0;
  let depth = 0;
  for (let index = 0; index < bytes.length; index++) {
    switch (bytes[index]) {
      case QUOTE:
        index = endOfString(bytes, index + 1);
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++depth > JSON_DEPTH_MAX) return true;
        if (++values > JSON_VALUES_MAX) return true;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth--;
        break;
      case COLON:
        if (++values > JSON_VALUES_MAX) return true;
        break;
      case COMMA:
        if (++items > JSON_ITEMS_MAX) return true;
    }
  }
  return false;
}

/** Returns the index of the closing quote. Without one, returns the number of bytes or more. */
function endOfString(bytes: Uint8Array, from: number): number {
  let index = from;
  while (index < bytes.length && bytes[index] !== QUOTE) index += bytes[index] === BACKSLASH ? 2 : 1;
  return index;
}
