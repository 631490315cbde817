import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { compareNames } from '../../src/shared/text';

const inSwedish = new Intl.Collator('sv').compare;
const PLAIN = [...'abcdefghijklmnopqrstuvwxyzAVWZ0129 '];

test('words of plain letters sort as Swedish sorts them, before a collator is there and after', () => {
  const word = fc.string({ unit: fc.constantFrom(...PLAIN), maxLength: 4 });
  const asSwedish = (end: string) =>
    fc.assert(
      fc.property(word, word, (a, b) => {
        // Alike but for their case, they would be what the collator is made for.
        fc.pre(end !== '' || a === b || a.toLowerCase() !== b.toLowerCase());
        expect(Math.sign(compareNames(a + end, b))).toBe(Math.sign(inSwedish(a + end, b)));
      }),
      { numRuns: 2000 },
    );
  asSwedish('');
  asSwedish('å');
  asSwedish('');
});
