/** `end` is exclusive. */
type ByteRange = { start: number; end: number };

/**
 * Parses a Range header (RFC 9110, 14). Returns undefined if the header is missing, not supported or asks for several
 * ranges: then the whole file is sent. Returns `beyond` if the range is not satisfiable (416).
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
