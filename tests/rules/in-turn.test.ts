import { expect, test } from 'bun:test';
import { inTurn } from '../../src/platform/in-turn';

/** Work that ends when it is told to, and answers which one it was. */
function works() {
  const begun: { end: () => void; fail: () => void }[] = [];
  const ask = inTurn(() => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const nth = begun.push({ end: () => resolve(nth), fail: () => reject(new Error(`The ${nth}th.`)) });
    return promise;
  });
  return { begun, ask };
}

test('who comes while it is under way shares the next one', async () => {
  const { begun, ask } = works();
  const first = ask();
  const later = [ask(), ask()];
  expect(begun).toHaveLength(1);
  begun[0]?.end();
  expect(await first).toBe(1);
  expect(begun).toHaveLength(2);
  const last = ask();
  begun[1]?.end();
  expect(await Promise.all(later)).toEqual([2, 2]);
  begun[2]?.end();
  expect(await last).toBe(3);
  void ask();
  expect(begun).toHaveLength(4);
});

test('one that fails fails for who waits for the next one; then it is done again', async () => {
  const { begun, ask } = works();
  const asked = [ask(), ask()];
  begun[0]?.fail();
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  const again = ask();
  begun[1]?.end();
  expect(await again).toBe(2);
});
