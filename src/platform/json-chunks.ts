import { setImmediate } from 'node:timers/promises';

const CHUNK_ITEMS = 200;

/**
 * Serializes an object whose list `key` may take megabytes. The list is serialized in chunks, with a pause after each
 * one so that other requests can run.
 */
export async function jsonInChunks(value: Record<string, unknown>, key: string): Promise<Blob> {
  const { [key]: list, ...others } = value;
  const head = JSON.stringify(others);
  if (!Array.isArray(list)) return new Blob([list === undefined ? head : JSON.stringify(value)]);
  const encoder = new TextEncoder();
  const parts = [encoder.encode(`${head.slice(0, -1)}${head === '{}' ? '' : ','}${JSON.stringify(key)}:[`)];
  for (let start = 0; start < list.length; start += CHUNK_ITEMS) {
    const chunk = JSON.stringify(list.slice(start, start + CHUNK_ITEMS)).slice(1, -1);
    parts.push(encoder.encode(start === 0 ? chunk : `,${chunk}`));
    await setImmediate();
  }
  parts.push(encoder.encode(']}'));
  return new Blob(parts);
}
