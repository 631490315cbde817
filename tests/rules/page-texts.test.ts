import { expect, test } from 'bun:test';
import { withoutScriptOf } from '../../src/pages/texts';

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
