import { describe, expect, test } from 'bun:test';
import { isAllowed } from '#src/features/links/robots/rules.ts';

const AGENT = 'Loppkalendern';
const allows = (lines: string[], path: string) =>
  isAllowed(lines.join('\n'), new URL(path, 'https://lopp.example'), AGENT);
const forAll = (...lines: string[]) => ['User-agent: *', ...lines];

describe('robots.txt', () => {
  test.each<[lines: string[], path: string, expected: boolean]>([
    [[], '/a', true],
    [forAll('Disallow:'), '/a', true],
    [forAll('Disallow: /'), '/', false],
    [forAll('Disallow: /a'), '/ab', false],
    [forAll('Disallow: /a'), '/b', true],
    [forAll('Disallow: /a', 'Allow: /a/b'), '/a/b/c', true],
    [forAll('Disallow: /a', 'Allow: /a'), '/a', true],
    [forAll('Disallow: /*.pdf$'), '/x/y.pdf', false],
    [forAll('Disallow: /*.pdf$'), '/x/y.pdf?a', true],
    [forAll('Disallow: /*.pdf'), '/x/y.pdf?a', false],
    [forAll('Disallow: /a*b*c'), '/a1b2c3', false],
    [forAll('Disallow: /a*b*c'), '/a1c2b3', true],
    [forAll('Disallow: /a$'), '/a', false],
    [forAll('Disallow: /a$'), '/ab', true],
    [forAll('Disallow: *'), '/a', false],
    [forAll('Disallow: /*a*$'), '/xay', false],
    [forAll('Disallow: /ab*ba$'), '/aba', true],
    [forAll('Disallow: /?q='), '/?q=1', false],
    [forAll('Disallow: /å'), '/%c3%A5', false],
    [forAll('disallow : /a # not this'), '/a', false],
    [['User-agent: annan', 'Disallow: /'], '/a', true],
    [['User-agent: *', 'Disallow: /', '', 'User-agent: LOPPKALENDERN/2.0', 'Allow: /'], '/a', true],
    [['User-agent: annan', 'User-agent: loppkalendern', 'Disallow: /a'], '/a', false],
    [['User-agent: loppkalendern', 'Disallow: /a', 'User-agent: x', 'Disallow: /b'], '/b', true],
    [['User-agent: loppkalendern', 'Disallow: /a', 'User-agent: loppkalendern', 'Disallow: /b'], '/b', false],
    [['Disallow: /'], '/a', true],
  ])('%j for %s: %p', (lines, path, expected) => expect(allows(lines, path)).toBe(expected));

  test.each([
    ['a rule of asterisks', [`Disallow: /${'*'.repeat(480_000)}x`], 'a'],
    ['a rule of asterisks and letters', [`Disallow: /${'*a'.repeat(240_000)}x`], 'a'],
    ['many rules that nearly match', Array(2500).fill(`Disallow: /*${'a'.repeat(180)}b`), 'a'],
    ['many short rules', Array(25_000).fill('Disallow: /*a*b$'), 'a'],
  ])('takes linear time: %s', (_, lines, letter) => {
    const startedAt = performance.now();
    expect(allows(forAll(...lines), `/${letter.repeat(2000)}`)).toBe(true);
    // Quadratic time is a minute.
    expect(performance.now() - startedAt).toBeLessThan(3000);
  });
});
