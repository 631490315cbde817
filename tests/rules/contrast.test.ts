import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';

type Rgb = readonly [number, number, number];
type Theme = 'light' | 'dark';

const css = await Bun.file(join(import.meta.dir, '../../client/tokens.css')).text();
const DECLARATION = /--([\w-]+):\s*(?:light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\)|(#[0-9a-f]{6}))/g;
const tokens = new Map<string, Record<Theme, string>>();
for (const [, name = '', light, dark, both] of css.matchAll(DECLARATION)) {
  tokens.set(name, { light: light ?? both ?? '', dark: dark ?? both ?? '' });
}

function color(name: string, theme: Theme): Rgb {
  const hex = tokens.get(name)?.[theme];
  if (!hex) throw new Error(`There is no token --${name}.`);
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

/** The relative luminance as WCAG 2 defines it. */
function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((channel) => {
    const value = channel / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: Rgb, b: Rgb): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

const mix = (foreground: Rgb, background: Rgb, share: number): Rgb =>
  foreground.map((channel, at) => channel * share + (background[at] ?? 0) * (1 - share)) as unknown as Rgb;

/** The share of the sport color in its tint. The rest is `surface`. */
const TINT: Record<Theme, number> = { light: 0.1, dark: 0.16 };
const tintOf = (sport: string, theme: Theme) =>
  mix(color(sport, theme), color('surface', theme), TINT[theme]);

/** The specified ratios have one decimal. */
const TOLERANCE = 0.11;
const expectClose = (actual: number, specified: number) =>
  expect(Math.abs(actual - specified)).toBeLessThanOrEqual(TOLERANCE);

/** Foreground, background, and the ratios in light and dark. Undefined: not specified. */
const PAIRS: readonly [string, string, number | undefined, number | undefined][] = [
  ['ink', 'bg', 15.3, 16.8],
  ['ink-2', 'bg', 7.5, undefined],
  ['ink-2', 'surface', undefined, 9.6],
  ['ink-3', 'bg', 5.2, undefined],
  ['ink-3', 'surface', undefined, 6.4],
  ['ink-3', 'sunken', 4.8, 5.7],
  ['line-strong', 'surface', 3.6, 4.1],
  // The zoom buttons of the map.
  ['line-strong', 'land', undefined, 3.6],
  ['line-strong', 'sea', undefined, 4.3],
  ['on-brand', 'brand', 11.8, 13.7],
  ['brand', 'brand-tint', 9.7, 10.8],
  ['flag', 'bg', 3.1, undefined],
  ['flag', 'spruce', 3.7, undefined],
  ['on-flag-text', 'flag-text', 5.9, 9.1],
  ['focus', 'bg', 4.5, undefined],
  ['focus', 'surface', 4.9, 8.1],
  ['sale', 'surface', 7.1, 10.1],
  ['sale', 'sale-tint', 6.0, 8.0],
  ['wanted', 'wanted-tint', 6.8, 7.6],
  ['warn', 'warn-tint', 6.6, 8.7],
  ['err', 'surface', 6.7, 8.2],
  ['err', 'err-tint', 5.7, 7.5],
];

/**
 * The ratios of the sport color. Light: on surface, on its tint, on bg.
 * Dark: on surface, on its tint, under `on-sport`, the text color on a fill.
 */
const SPORTS: readonly [string, readonly [number, number, number], readonly [number, number, number]][] = [
  ['cykel-landsvag', [7.8, 6.6, 7.1], [6.7, 5.1, 7.4]],
  ['cykel-mtb', [8.4, 7.2, 7.6], [7.2, 5.4, 7.9]],
  ['lopning', [5.7, 4.8, 5.2], [7.3, 5.6, 8.1]],
  ['lopning-trail', [5.2, 4.6, 4.7], [9.5, 6.6, 10.6]],
  ['lopning-tidslopp', [5.9, 5.0, 5.4], [7.4, 5.7, 8.3]],
  ['multisport', [6.1, 5.3, 5.5], [7.7, 5.7, 8.6]],
  ['ocr', [5.8, 5.1, 5.3], [10.5, 7.2, 11.6]],
  ['rullskidor', [5.3, 4.6, 4.8], [9.0, 6.5, 10.0]],
  ['simning', [5.2, 4.5, 4.8], [9.4, 6.6, 10.5]],
  ['langdskidor', [5.5, 4.8, 5.0], [8.4, 6.1, 9.3]],
  ['swimrun', [5.3, 4.7, 4.9], [9.8, 6.9, 10.9]],
  ['triathlon', [6.6, 5.6, 6.0], [8.1, 6.0, 9.0]],
  ['unknown', [5.7, 5.0, 5.2], [7.6, 5.6, 8.5]],
];

describe('the contrast of the tokens', () => {
  test.each(PAIRS)('of %s on %s is as specified', (foreground, background, light, dark) => {
    if (light) expectClose(contrast(color(foreground, 'light'), color(background, 'light')), light);
    if (dark) expectClose(contrast(color(foreground, 'dark'), color(background, 'dark')), dark);
  });

  test.each(SPORTS)('of sport %s is as specified', (name, light, dark) => {
    const sport = `sport-${name}`;
    const ratio = (theme: Theme, background: Rgb) => contrast(color(sport, theme), background);
    expectClose(ratio('light', color('surface', 'light')), light[0]);
    expectClose(ratio('light', tintOf(sport, 'light')), light[1]);
    expectClose(ratio('light', color('bg', 'light')), light[2]);
    expectClose(ratio('dark', color('surface', 'dark')), dark[0]);
    expectClose(ratio('dark', tintOf(sport, 'dark')), dark[1]);
    expectClose(ratio('dark', color('on-sport', 'dark')), dark[2]);
  });

  test.each(['red', 'orange', 'green', 'blue', 'purple'])(
    'of the %s stamp on surface is at least 5.65 in light and 7.25 in dark',
    (name) => {
      expect(contrast(color(`stamp-${name}`, 'light'), color('surface', 'light'))).toBeGreaterThanOrEqual(
        5.65,
      );
      expect(contrast(color(`stamp-${name}`, 'dark'), color('surface', 'dark'))).toBeGreaterThanOrEqual(7.25);
    },
  );

  test('of the yellow stamp on its paper is the same in both themes', () => {
    for (const theme of ['light', 'dark'] as const) {
      expectClose(contrast(color('stamp-yellow', theme), color('stamp-yellow-paper', theme)), 10.9);
    }
  });

  test.each(['light', 'dark'] as const)(
    'is at least 4.5 for text and 3 for borders of controls and focus rings, in %s',
    (theme) => {
      for (const ground of ['bg', 'surface', 'sunken']) {
        for (const text of ['ink', 'ink-2', 'ink-3']) {
          expect(contrast(color(text, theme), color(ground, theme))).toBeGreaterThanOrEqual(4.5);
        }
      }
      for (const ground of ['bg', 'surface']) {
        expect(contrast(color('line-strong', theme), color(ground, theme))).toBeGreaterThanOrEqual(3);
        expect(contrast(color('focus', theme), color(ground, theme))).toBeGreaterThanOrEqual(3);
      }
    },
  );
});
