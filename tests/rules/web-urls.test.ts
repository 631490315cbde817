import { describe, expect, test } from 'bun:test';
import * as v from 'valibot';
import { optionalUrl } from '#src/shared/fields.ts';
import { withScheme } from '#src/shared/web-url.ts';

describe('withScheme', () => {
  test.each([
    ['siljansloppet.se', 'https://siljansloppet.se'],
    ['www.siljansloppet.se/anmälan?år=2027#info', 'https://www.siljansloppet.se/anmälan?år=2027#info'],
    ['åre-extreme.se:8443/', 'https://åre-extreme.se:8443/'],
  ])('completes %p to %p', (typed, url) => expect(withScheme(typed)).toBe(url));

  test.each([
    '',
    'https://siljansloppet.se',
    'http://siljansloppet.se',
    'javascript:alert(1)',
    'javascript.alert(1)',
    'data:text/html,x',
    '//siljansloppet.se',
    '/siljansloppet.se',
    'anna@siljansloppet.se',
    'anna:hemligt@siljansloppet.se',
    'siljansloppet',
    'localhost:3000',
    '10.0.0.1',
    'siljansloppet.se, vasaloppet.se',
    'Siljansloppet i Mora. Se affisch',
    'siljansloppet.se\\@elak.example',
  ])('leaves %p as it is', (text) => expect(withScheme(text)).toBe(text));

  test('takes time in proportion to the length of a text', () => {
    const measure = (count: number) => {
      const start = performance.now();
      for (const part of ['a.', 'a', 'a-', '.a', 'a.b/']) withScheme(`${part.repeat(count)}!`);
      return performance.now() - start;
    };
    measure(100_000);
    // Time in proportion to the square would be 16 times as long.
    expect(measure(400_000) / measure(100_000)).toBeLessThan(9);
  });
});

test('a link field accepts a bare address, stores it with https, and counts https towards its maximum length', () => {
  expect(v.parse(optionalUrl, ' siljansloppet.se ')).toBe('https://siljansloppet.se');
  expect(v.is(optionalUrl, `${'a'.repeat(60)}.se/${'x'.repeat(1935)}`)).toBe(false);
});
