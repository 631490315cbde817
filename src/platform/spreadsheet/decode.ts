export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'macintosh' | 'cp850';

/** `replacements` counts what is no text in this encoding and became U+FFFD. */
type Decoded = { text: string; encoding: Encoding; replacements: number };

/** Decodes a whole file, in the encoding that its bytes tell. */
export function decodeText(bytes: Uint8Array): Decoded {
  const decoded = decodeUtf16(bytes) ?? decodeUtf8(bytes) ?? decodeSingleBytes(bytes);
  return { ...decoded, text: decodedOnce(withoutPadding(decoded.text)) };
}

/** Letters whose bytes were taken for Windows-1252 and encoded again. No word of ours has such pairs of signs. */
const TWICE: Record<string, string> = Object.fromEntries(
  [...'åäöÅÄÖéÉüÜøØæÆ–—’“”…•'].map((letter) => [
    new TextDecoder('windows-1252').decode(new TextEncoder().encode(letter)),
    letter,
  ]),
);
const TWICE_PATTERN = new RegExp(Object.keys(TWICE).join('|'), 'g');
const decodedOnce = (text: string) =>
  /[Ãâ][^\0-\x7f]/.test(text) ? text.replace(TWICE_PATTERN, (pair) => TWICE[pair] ?? pair) : text;

/** Programs of DOS end a file with Ctrl+Z, or fill its last block with NUL. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\0' || text[end - 1] === '\x1a') end--;
  return text.slice(0, end);
}

/** Programs that join files leave a mark of each. */
const withoutMarks = (text: string) => text.replace(/^\ufeff+/, '');

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

function decodeUtf16(bytes: Uint8Array): Decoded | undefined {
  const encoding = utf16Of(bytes);
  if (!encoding) return undefined;
  const text = withoutMarks(new TextDecoder(encoding).decode(bytes));
  return { text, encoding, replacements: countOf(text, /\ufffd/g) };
}

/** Without a mark, every other byte of most texts in our letters is 0. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, 2000);
  const zeros = [0, 0];
  for (const [index, byte] of head.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = head.length * 0.2;
  if (odd > most && even * 10 < odd) return 'utf-16le';
  return even > most && odd * 10 < even ? 'utf-16be' : undefined;
}

/** In other encodings, bytes are hardly ever a letter of UTF-8 by chance. */
const BAD_PER_GOOD = 4;

/** Single bad bytes are replaced. In another encoding, most bytes above 127 are bad. */
function decodeUtf8(bytes: Uint8Array): Decoded | undefined {
  const text = withoutMarks(new TextDecoder().decode(bytes));
  const replaced = countOf(text, /\ufffd/g);
  // The file may contain the character itself.
  const replacements = replaced && replaced - countOf(latin1(bytes), /\xef\xbf\xbd/g);
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  if (replacements === 0 || hasMark || countOf(text, /[^\0-\x7f\ufffd]/g) * BAD_PER_GOOD >= replacements)
    return { text, encoding: 'utf-8', replacements };
  return undefined;
}

const latin1 = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const UPPER_HALF = Uint8Array.from({ length: 128 }, (_, index) => 128 + index);
/** What the bytes above 127 mean. The platform does not know CP850, which old programs of DOS write. */
const SINGLE_BYTES = {
  'windows-1252': new TextDecoder('windows-1252').decode(UPPER_HALF),
  macintosh: new TextDecoder('macintosh').decode(UPPER_HALF),
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ\u0131ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0',
};

/** The encoding in which the most bytes are letters of Swedish words. */
function decodeSingleBytes(bytes: Uint8Array): Decoded {
  const text = latin1(bytes);
  const scores = (Object.keys(SINGLE_BYTES) as (keyof typeof SINGLE_BYTES)[]).map((encoding) => {
    const meaning = SINGLE_BYTES[encoding];
    return { encoding, score: scoreOf(bytes, meaning) };
  });
  const { encoding } = scores.reduce((best, other) => (other.score > best.score ? other : best));
  const meaning = SINGLE_BYTES[encoding];
  return {
    text: text.replace(/[\x80-\xff]/g, (byte) => meaning[byte.charCodeAt(0) - 128] ?? '\ufffd'),
    encoding,
    replacements: 0,
  };
}

const SMALL = 'åäöéüæø';
const SMALL_WORDS = 'åäö';
const LARGE = 'ÅÄÖÆØ';
/** Signs of ordinary texts, which are no letters. */
const SIGNS = '–—‘’“”…€•·°§´«»£½\u00a0';
const isLargeAscii = (byte: number | undefined) => byte !== undefined && byte >= 65 && byte <= 90;
/** Also a letter of the other half. */
const isLetter = (byte: number | undefined) =>
  isLargeAscii(byte) || isSmallAscii(byte) || (byte !== undefined && byte > 127);
const isSmallAscii = (byte: number | undefined) => byte !== undefined && byte >= 97 && byte <= 122;

function scoreOf(bytes: Uint8Array, meaning: string): number {
  let score = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] ?? 0;
    if (byte < 128) continue;
    const character = meaning[byte - 128] ?? '';
    const isInWord = isSmallAscii(bytes[index - 1]);
    if (SMALL.includes(character)) {
      // "öMilen" is rather "”Milen".
      const isBeforeLarge = isLargeAscii(bytes[index + 1]) && !isLargeAscii(bytes[index - 1]);
      if (isBeforeLarge) score--;
      // No word begins with é, and only å, ä and ö are words.
      else if (
        isInWord ||
        (character !== 'é' && (SMALL_WORDS.includes(character) || isLetter(bytes[index + 1])))
      )
        score++;
    } else if (LARGE.includes(character)) {
      // "10 Ä" is rather "10 €".
      if (isInWord) score--;
      else if (
        (isLetter(bytes[index + 1]) || isLetter(bytes[index - 1])) &&
        // "MÅnchen" is rather "München".
        !(isLargeAscii(bytes[index - 1]) && isSmallAscii(bytes[index + 1]))
      )
        score++;
    } else if (!SIGNS.includes(character)) score--;
  }
  return score;
}
