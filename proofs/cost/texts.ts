export type Text = { label: string; prefix?: string; unit: string; suffix?: string };

const TRANSFORMATIONS: Record<string, (text: string) => string> = {
  NFC: (text) => text.normalize('NFC'),
  NFD: (text) => text.normalize('NFD'),
  NFKC: (text) => text.normalize('NFKC'),
  NFKD: (text) => text.normalize('NFKD'),
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
};

/** For each Unicode normalization and case change: one character for each growth factor above 1. */
function* growingCharacters(): Generator<Text> {
  const seen = new Set<string>();
  for (let code = 0x80; code < 0x20000; code++) {
    if (code >= 0xd800 && code < 0xe000) continue;
    const unit = String.fromCodePoint(code);
    for (const [name, transform] of Object.entries(TRANSFORMATIONS)) {
      const growth = transform(unit).length / unit.length;
      const kind = `${name} ${growth}`;
      if (growth <= 1 || seen.has(kind)) continue;
      seen.add(kind);
      yield { label: `${kind} times U+${code.toString(16)}`, unit };
    }
  }
}

const UNITS: Record<string, string> = {
  letters: 'a',
  spaces: ' ',
  'no-break spaces': '\u00a0',
  'line breaks': '\n',
  'control characters': '\u0007',
  'line separators': '\u2028',
  // Not in canonical order, so that normalization must reorder them.
  'unordered combining marks': '\u0301\u0316',
  'spaces and letters': ' a',
  digits: '1',
  distances: '1 km,',
  commas: ',',
  dots: 'a.',
  slashes: '/',
  'at signs': 'a@',
  percents: '%',
  quotes: '"',
  backslashes: '\\',
  ampersands: '&',
  'open tags': '<b>',
  'open lists': '<ul><li>',
  'open links': '<a href="http://a.se">',
  'less-than signs': '<',
  comments: '<!--',
  emoji: '😀',
  'joined emoji': '👩\u200d',
  'right-to-left marks': '\u202e',
  nulls: '\0',
  dollars: '$1',
  underscores: '_%',
};

export const TEXTS: readonly Text[] = [
  ...Object.entries(UNITS).map(([label, unit]) => ({ label, unit })),
  { label: 'a space at each end', prefix: ' a', unit: ' ', suffix: 'a ' },
  { label: 'an email address', prefix: 'a@', unit: 'a.', suffix: '@' },
  { label: 'a web address', prefix: 'https://', unit: 'a.' },
  { label: 'a URL path', prefix: 'https://example.se/', unit: '%0' },
  { label: 'a timestamp', prefix: '2099-05-01T10:00', unit: '0', suffix: 'Z' },
  { label: 'a distance', prefix: '1', unit: ' 000', suffix: ' kmx' },
  ...growingCharacters(),
];

export function textOf({ prefix = '', unit, suffix = '' }: Text, length: number): string {
  const count = Math.max(0, Math.floor((length - prefix.length - suffix.length) / unit.length));
  return prefix + unit.repeat(count) + suffix;
}

export function jsonTextOf(text: Text, bytes: number): string {
  const escaped = (value: string) => JSON.stringify(value).slice(1, -1);
  const [prefix, unit, suffix] = [text.prefix ?? '', text.unit, text.suffix ?? ''].map(escaped) as [
    string,
    string,
    string,
  ];
  const unitBytes = bytes - Buffer.byteLength(prefix) - Buffer.byteLength(suffix) - 2;
  return `"${prefix}${unit.repeat(Math.max(0, Math.floor(unitBytes / Buffer.byteLength(unit))))}${suffix}"`;
}
