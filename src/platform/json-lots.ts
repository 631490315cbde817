import { setImmediate } from 'node:timers/promises';

const ITEMS_AT_ONCE = 200;

/**
 * The JSON of an object whose list `key`, when it has one, may take megabytes. It is written in lots, with a pause after
 * each in which the server answers others.
 */
export async function jsonInLots(value: Record<string, unknown>, key: string): Promise<Blob> {
  const { [key]: list, ...others } = value;
  const head = JSON.stringify(others);
  if (!Array.isArray(list)) return new Blob([list === undefined ? head : JSON.stringify(value)]);
  const encoder = new TextEncoder();
  const parts = [encoder.encode(`${head.slice(0, -1)}${head === '{}' ? '' : ','}${JSON.stringify(key)}:[`)];
  for (let start = 0; start < list.length; start += ITEMS_AT_ONCE) {
    const lot = JSON.stringify(list.slice(start, start + ITEMS_AT_ONCE)).slice(1, -1);
    parts.push(encoder.encode(start === 0 ? lot : `,${lot}`));
    await setImmediate();
  }
  parts.push(encoder.encode(']}'));
  return new Blob(parts);
}
