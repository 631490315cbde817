/** From `start` up to but without `end`. */
export type ByteRange = { start: number; end: number };

/**
 * The part of `size` bytes that a Range header asks for (RFC 9110, 14). Undefined when it asks for none that we know, or
 * for several: all of it is answered then. `beyond` when there is nothing there: 416.
 */
export function rangeOf(header: string | null, size: number): ByteRange | 'beyond' | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '') ?? [];
  if (first === '') {
    if (last === '') return undefined;
    const length = Math.min(Number(last), size);
    return length > 0 ? { start: size - length, end: size } : 'beyond';
  }
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return 'beyond';
  return { start: Number(first), end: last === '' ? size : Math.min(Number(last) + 1, size) };
}
