import { setImmediate } from 'node:timers/promises';

const CHUNK_ITEMS = 200;

/** Serializes an object with large lists in chunks, with a pause after each one for other requests. */
export async function jsonInChunks(value: Record<string, unknown>): Promise<Blob> {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const add = (text: string) => parts.push(encoder.encode(text));
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    add(`${parts.length === 0 ? '{' : ','}${JSON.stringify(key)}:`);
    if (!Array.isArray(item)) {
      add(JSON.stringify(item));
      continue;
    }
    for (let start = 0; start < item.length; start += CHUNK_ITEMS) {
      add(`${start === 0 ? '[' : ','}${JSON.stringify(item.slice(start, start + CHUNK_ITEMS)).slice(1, -1)}`);
      await setImmediate();
    }
    add(item.length === 0 ? '[]' : ']');
  }
  add(parts.length === 0 ? '{}' : '}');
  return new Blob(parts);
}
