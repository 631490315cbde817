import { raw } from '../fuzz/values';

export type Shape = { of: string; json: (bytes: number) => string };

const repeated = (open: string, unit: string, close: string) => (bytes: number) => {
  const count = Math.max(1, Math.floor((bytes - open.length - close.length) / (unit.length + 1)));
  return `${open}${`${unit},`.repeat(count).slice(0, -1)}${close}`;
};

function keys(name: (index: number) => string) {
  return (bytes: number) => {
    const parts: string[] = [];
    for (let size = 2, index = 0; size < bytes - 30; index++) {
      const part = `"${name(index)}":0`;
      parts.push(part);
      size += part.length + 1;
    }
    return `{${parts.join(',')}}`;
  };
}

const nested = (open: string, inner: string, close: string) => (bytes: number) => {
  const depth = Math.max(1, Math.floor((bytes - inner.length) / (open.length + close.length)));
  return `${open.repeat(depth)}${inner}${close.repeat(depth)}`;
};

export const SHAPES: readonly Shape[] = [
  { of: 'list of empty objects', json: repeated('[', '{}', ']') },
  { of: 'list of empty lists', json: repeated('[', '[]', ']') },
  { of: 'list of nulls', json: repeated('[', 'null', ']') },
  { of: 'list of empty texts', json: repeated('[', '""', ']') },
  { of: 'list of numbers', json: repeated('[', '1.1e-9', ']') },
  { of: 'keys', json: keys((index) => `k${index}`) },
  { of: 'keys that are numbers', json: keys((index) => String(index * 40_000)) },
  { of: 'nested lists', json: nested('[', '', ']') },
  { of: 'nested objects', json: nested('{"a":', '0', '}') },
  { of: 'list of objects with keys', json: repeated('[', '{"a":0,"b":0,"c":0}', ']') },
  { of: 'a long number', json: (bytes) => '1'.repeat(bytes) },
];

export const listOf = (item: string): Shape => ({
  of: `list of ${item.slice(0, 40)}`,
  json: repeated('[', item, ']'),
});

export const rawOf = (shape: Shape, bytes: number) => raw(shape.json(bytes));
