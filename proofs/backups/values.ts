import { oneLine } from '#src/shared/text.ts';
import type { Draw } from './draw.ts';

export type Row = Record<string, unknown>;

export const DATES = ['1900-01-01', '2024-02-29', '2026-11-22', '2027-03-28', '2099-05-01', '9999-12-31'];
const TIMESTAMPS = [
  '2000-01-01T00:00:00Z',
  '2026-03-29T02:30:00.123456+01:00',
  '2199-12-31T23:59:59.999999Z',
];
const CHARACTERS = [
  'x',
  'å',
  'İ',
  'ß',
  '漢',
  '🏃',
  '"',
  '\\',
  '<b>',
  '&amp;',
  '\u007f',
  '\ufeff',
  '\ufffe',
  "'",
  '=1+1',
];
const CONTROL_CHARACTERS = ['\n', '\t', '\u2028', '\u0001', '\r\n'];
const URL_START = 'https://lopp.example/';

/** A short text, random characters, or one sign repeated up to `max`. */
function textFor(draw: Draw, max: number, signs: readonly string[] = CHARACTERS): string {
  const sign = draw.pick(signs);
  const long = `a${sign.repeat(Math.floor((max - 2) / sign.length))}z`;
  const text = draw.pick([() => 'Vår', () => draw.characters(Math.min(max, 40)), () => long])();
  return text.slice(0, max).toWellFormed().trim() || 'a';
}
export const lineFor = (draw: Draw, max = 200) => oneLine(textFor(draw, max)) || 'a';
export const multilineFor = (draw: Draw, max = 5000) =>
  textFor(draw, max, [...CHARACTERS, ...CONTROL_CHARACTERS]);
export const maybe = <Value>(draw: Draw, make: () => Value): Value | null =>
  draw.chance(50) ? make() : null;
export const urlFor = (draw: Draw) => URL_START + 'å'.repeat(draw.pick([0, 3, 2000 - URL_START.length]));
export const timestampFor = (draw: Draw) => draw.pick(TIMESTAMPS);
