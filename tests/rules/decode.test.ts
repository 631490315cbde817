import { describe, expect, test } from 'bun:test';
import { otherKindOf } from '#src/platform/spreadsheet/content-kind.ts';
import { decodeText } from '#src/platform/spreadsheet/decode.ts';
import { bytesOf } from '#tests/support/bytes.ts';

const HEADER = 'event_date;event_name;ort\n';
const TEXT = `${HEADER}2027-05-22;Ångaloppet för alla på kafé Östan;Älvdalen\n`;
const LETTERS: Record<string, Record<string, number>> = {
  'windows-1252': {
    å: 0xe5,
    ä: 0xe4,
    ö: 0xf6,
    Å: 0xc5,
    Ä: 0xc4,
    Ö: 0xd6,
    é: 0xe9,
    '“': 0x93,
    '”': 0x94,
    '–': 0x96,
    '€': 0x80,
  },
  cp850: { å: 0x86, ä: 0x84, ö: 0x94, Å: 0x8f, Ä: 0x8e, Ö: 0x99, é: 0x82 },
  macintosh: { å: 0x8c, ä: 0x8a, ö: 0x9a, Å: 0x81, Ä: 0x80, Ö: 0x85, é: 0x8e, '–': 0xd0 },
};
const inBytes = (text: string, encoding: string) =>
  Uint8Array.from(text, (letter) => LETTERS[encoding]?.[letter] ?? letter.charCodeAt(0));
const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
};
const replaced = (text: string, letter: string, bytes: number[]) => {
  const [before = '', after = ''] = text.split(letter, 2);
  return new Uint8Array([...bytesOf(before), ...bytes, ...bytesOf(after)]);
};

describe('the encoding of a file', () => {
  test.each(['', '\ufeff', '\ufeff\ufeff'])('is UTF-8 after the mark %j', (mark) => {
    expect(decodeText(bytesOf(mark + TEXT))).toEqual({ text: TEXT, encoding: 'utf-8', replacements: 0 });
  });

  test.each(['', '\ufeff', '\ufeff\ufeff'])('is UTF-16 of either order after the mark %j', (mark) => {
    for (const isBigEndian of [false, true]) {
      const encoding = isBigEndian ? 'utf-16be' : 'utf-16le';
      const decoded = decodeText(utf16(mark + TEXT, isBigEndian));
      expect(decoded).toEqual({ text: TEXT, encoding, replacements: 0 });
    }
  });

  test('is UTF-16 without a mark also for a text with other signs', () => {
    const text = 'Lopp – 🏃 Göteborg;”x”\nLopp…';
    expect(decodeText(utf16(text, false))).toMatchObject({ text, encoding: 'utf-16le' });
    expect(decodeText(utf16(text, true))).toMatchObject({ text, encoding: 'utf-16be' });
  });

  test.each(Object.keys(LETTERS))('is told by the Swedish letters of %s', (encoding) => {
    const words = [
      'Ånga',
      'Älvdalen',
      'Örebro',
      'Växjö',
      'Kafé',
      'Borås',
      'ÅRE',
      'på',
      'ö',
      'LÖPNING',
      'Café för alla',
    ];
    for (const text of [TEXT, ...words.map((word) => `${HEADER}2027-05-22;Loppet;${word}\n`)])
      expect(decodeText(inBytes(text, encoding))).toEqual({
        text,
        encoding: encoding as never,
        replacements: 0,
      });
  });

  test('is Windows-1252 with its quotes and dashes', () => {
    for (const text of [
      '“Milen” – loppet',
      '“Milen”',
      '”Milen”',
      'Startavgift 10 €',
      'Loppet – 2027',
      'Göteborg – “Milen”',
    ])
      expect(decodeText(inBytes(text, 'windows-1252'))).toMatchObject({ text, encoding: 'windows-1252' });
  });

  test('stays UTF-8 with single bad bytes, which are counted', () => {
    expect(decodeText(replaced(TEXT, 'é', [0xe9]))).toEqual({
      text: TEXT.replace('é', '\ufffd'),
      encoding: 'utf-8',
      replacements: 1,
    });
    expect(decodeText(new Uint8Array([...bytesOf(TEXT), 0xc3])).replacements).toBe(1);
    const twoBad = new Uint8Array([...bytesOf('Åre;caf'), 0xe9, ...bytesOf(';k'), 0xe5, ...bytesOf('l')]);
    expect(decodeText(twoBad)).toMatchObject({ encoding: 'utf-8', replacements: 2 });
    expect(decodeText(bytesOf(`${TEXT}\ufffd`)).replacements).toBe(0);
  });

  test('is UTF-8 also with single control characters', () => {
    for (const start of ['a\0b\n', '\x01\n', '\x1b[0m'])
      expect(decodeText(bytesOf(start + TEXT))).toMatchObject({ text: start + TEXT, encoding: 'utf-8' });
  });

  test.each(['\x1a', '\0\0\0', '\x1a\0\0'])('does not matter for the padding %j at the end', (padding) => {
    expect(decodeText(bytesOf(TEXT + padding))).toMatchObject({ text: TEXT });
  });

  test('takes linear time to find', () => {
    const bytes = new Uint8Array(5_000_000).fill(0xe5);
    expect(decodeText(bytes).encoding).toBe('windows-1252');
  });
});

test('letters that were encoded twice are read', () => {
  const twice = new TextDecoder('windows-1252').decode(bytesOf(TEXT));
  expect(twice).toContain('Ã…ngaloppet fÃ¶r alla');
  expect(decodeText(bytesOf(twice))).toMatchObject({ text: TEXT, encoding: 'utf-8' });
  for (const text of ['Ã', 'São Paulo', 'Ãn', 'â', 'pâté'])
    expect(decodeText(bytesOf(text))).toMatchObject({ text });
});

describe('what is no table', () => {
  test.each<[name: string, bytes: Uint8Array]>([
    ['en arbetsbok eller ett arkiv (ZIP)', bytesOf('PK\x03\x04\x14')],
    ['en arbetsbok eller ett annat dokument från Office', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1])],
    ['en PDF', bytesOf('%PDF-1.7\n')],
    ['en bild', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 0x1a, 10])],
    ['en bild', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
    ['ett textdokument (RTF)', bytesOf('{\\rtf1\\ansi')],
    ['ett arkiv (gzip)', new Uint8Array([0x1f, 0x8b, 8, 0])],
    ['en webbsida (HTML) eller XML', bytesOf('\n<!DOCTYPE html>')],
    ['en webbsida (HTML) eller XML', bytesOf('\ufeff<?xml version="1.0"?>')],
    ['en webbsida (HTML) eller XML', bytesOf('<table><tr>')],
    ['en webbsida (HTML) eller XML', utf16('\ufeff<html>', false)],
    ['ingen text', new Uint8Array(100)],
    ['ingen text', Uint8Array.from({ length: 200 }, (_, index) => index % 32)],
  ])('is named: %s', (name, bytes) => {
    expect(otherKindOf(bytes)).toBe(name);
  });

  test.each([TEXT, '', '\n', 'a', '<3 lopp;event_date\n', `\x01${TEXT}`, `a\0b\n${TEXT}`])(
    'is not %j',
    (text) => {
      expect(otherKindOf(bytesOf(text))).toBeUndefined();
      if (text.length > 10) expect(otherKindOf(utf16(text, true))).toBeUndefined();
    },
  );
});
