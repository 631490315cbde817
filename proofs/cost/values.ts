import { raw } from '#proofs/fuzz/values.ts';

export type Shape = { label: string; json: (bytes: number) => string };

const repeatItem = (open: string, unit: string, close: string) => (bytes: number) => {
  const count = Math.max(1, Math.floor((bytes - open.length - close.length) / (unit.length + 1)));
  return `${open}${`${unit},`.repeat(count).slice(0, -1)}${close}`;
};

function keysNamed(name: (index: number) => string) {
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

const nest = (open: string, inner: string, close: string) => (bytes: number) => {
  const depth = Math.max(1, Math.floor((bytes - inner.length) / (open.length + close.length)));
  return `${open.repeat(depth)}${inner}${close.repeat(depth)}`;
};

export const SHAPES: readonly Shape[] = [
  { label: 'list of empty objects', json: repeatItem('[', '{}', ']') },
  { label: 'list of empty lists', json: repeatItem('[', '[]', ']') },
  { label: 'list of nulls', json: repeatItem('[', 'null', ']') },
  { label: 'list of empty texts', json: repeatItem('[', '""', ']') },
  { label: 'list of numbers', json: repeatItem('[', '1.1e-9', ']') },
  { label: 'keys', json: keysNamed((index) => `k${index}`) },
  { label: 'numeric keys', json: keysNamed((index) => String(index * 40_000)) },
  { label: 'nested lists', json: nest('[', '', ']') },
  { label: 'nested objects', json: nest('{"a":', '0', '}') },
  { label: 'list of objects with keys', json: repeatItem('[', '{"a":0,"b":0,"c":0}', ']') },
  { label: 'a long number', json: (bytes) => '1'.repeat(bytes) },
];

export const listOf = (item: string): Shape => ({
  label: `list of ${item.slice(0, 40)}`,
  json: repeatItem('[', item, ']'),
});

export const rawOf = (shape: Shape, bytes: number) => raw(shape.json(bytes));
