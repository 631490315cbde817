import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { compareNames } from '../../src/shared/text';

const inSwedish = new Intl.Collator('sv').compare;
const PLAIN = [...'abyzABYZ019 '];

test('words of plain letters sort as Swedish sorts them, before a collator is there and after', () => {
  const word = fc.string({ unit: fc.constantFrom(...PLAIN), maxLength: 6 });
  const asSwedish = (unit: string) =>
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(Math.sign(compareNames(a + unit, b))).toBe(Math.sign(inSwedish(a + unit, b)));
      }),
      { numRuns: 500 },
    );
  asSwedish('');
  asSwedish('å');
  asSwedish('');
});
