import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { compareNames } from '#src/shared/text.ts';

const inSwedish = new Intl.Collator('sv').compare;
const PLAIN_CHARACTERS = [...'abcdefghijklmnopqrstuvwxyzAVWZ0129 '];

test('compareNames sorts plain words in Swedish order, before and after the collator is created', () => {
  const word = fc.string({ unit: fc.constantFrom(...PLAIN_CHARACTERS), maxLength: 4 });
  const expectSwedishOrder = (ending: string) =>
    fc.assert(
      fc.property(word, word, (a, b) => {
        // Skip words that differ only in case: comparing them creates the collator.
        fc.pre(ending !== '' || a === b || a.toLowerCase() !== b.toLowerCase());
        expect(Math.sign(compareNames(a + ending, b))).toBe(Math.sign(inSwedish(a + ending, b)));
      }),
      { numRuns: 2000 },
    );
  expectSwedishOrder('');
  expectSwedishOrder('å');
  expectSwedishOrder('');
});
