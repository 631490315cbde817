import { expect, test } from 'bun:test';
import { withoutScriptOf } from '#src/pages/texts.ts';

test.each([
  '/',
  '/map',
  '/lopp/:slug',
  '/lopp/:slug/:edition',
  '/marketplace',
  '/marketplace/annons/:orderNumber',
] as const)(
  '%s never asks for scripts, which it can be read without, where its content is missing',
  (page) => {
    expect(withoutScriptOf(page)).toContain('försök igen');
    expect(withoutScriptOf(page)).not.toContain('JavaScript');
  },
);

test('pages that need scripts say so', () => {
  expect(withoutScriptOf('/marketplace/inbox')).toContain('behöver JavaScript');
});

test.each([
  [undefined, 'Vänta några sekunder och '],
  [1, 'Vänta 5 sekunder och '],
  [40, 'Vänta 40 sekunder och '],
  [56, 'Vänta 1 minut och '],
  [61, 'Vänta 2 minuter och '],
  [300, 'Vänta 5 minuter och '],
])('a page that can be shown in %p seconds says without scripts: %s', (seconds, text) => {
  expect(withoutScriptOf('/', seconds)).toContain(text);
});
