const HEAD_BYTES = 2000;

export const NO_TEXT = 'ingen text';

/** The first bytes of files, and what Swedish readers call them. */
const BINARY_KINDS: [start: string, name: string][] = [
  ['PK\x03\x04', 'en arbetsbok eller ett arkiv (ZIP)'],
  ['\xd0\xcf\x11\xe0', 'en arbetsbok eller ett annat dokument från Office'],
  ['\x89PNG', 'en bild'],
  ['\xff\xd8\xff', 'en bild'],
  ['GIF8', 'en bild'],
  ['\x1f\x8b', 'ett arkiv (gzip)'],
];
/** Of documents in text, after a mark of their encoding and blanks. */
const TEXT_KINDS: [start: RegExp, name: string][] = [
  [/^%PDF/, 'en PDF'],
  [/^\{\\rtf/, 'ett textdokument (RTF)'],
  [/^<(?:[!?]?\s*[a-z]|!--)/i, 'en webbsida (HTML) eller XML'],
];

/** A text has tabs and line ends, and other control characters only by mistake. */
const isControl = (byte: number) => byte < 32 && (byte < 8 || byte > 13);
const CONTROLS_MAX = 3;
const PER_CONTROL = 20;

/** What {@link otherKindOf} reads of content in chunks. */
export function headOf(chunks: readonly Uint8Array[]): Uint8Array {
  const size = chunks.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat(chunks, Math.min(size, HEAD_BYTES));
}

/** What a file is that is no text with a table. Undefined for what may be one. */
export function otherKindOf(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, HEAD_BYTES);
  const letters = Buffer.from(head).toString('latin1');
  const binary = BINARY_KINDS.find(([start]) => letters.startsWith(start));
  if (binary) return binary[1];
  // Every other byte of UTF-16 is 0.
  const text = letters.replaceAll('\0', '').replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*/, '');
  const other = TEXT_KINDS.find(([start]) => start.test(text));
  if (other) return other[1];
  if (head.length > CONTROLS_MAX && text === '' && letters.includes('\0')) return NO_TEXT;
  const controls = head.filter((byte) => byte !== 0 && isControl(byte)).length;
  return controls > CONTROLS_MAX && controls * PER_CONTROL > head.length ? NO_TEXT : undefined;
}
