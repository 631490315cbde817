import { expect, test } from 'bun:test';
import { createSnapshot } from '../../src/platform/snapshot';

type Answer = { ok: boolean; nth: number };

/** Reads that end when they are told to. */
function reads() {
  const begun: ((ok: boolean) => void)[] = [];
  const read = () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const nth = begun.push((ok) => resolve({ ok, nth }));
    return promise;
  };
  return { begun, read };
}

test('who comes while a read is under way shares the next one', async () => {
  const snapshot = createSnapshot();
  const { begun, read } = reads();
  const ask = () => snapshot.share('list', read);
  const first = ask();
  const later = [ask(), ask()];
  expect(begun).toHaveLength(1);
  begun[0]?.(true);
  expect((await first).nth).toBe(1);
  expect(begun).toHaveLength(2);
  const last = ask();
  begun[1]?.(true);
  expect((await Promise.all(later)).map(({ nth }) => nth)).toEqual([2, 2]);
  begun[2]?.(true);
  expect((await last).nth).toBe(3);
  void ask();
  expect(begun).toHaveLength(4);
});

test('a read that fails fails for who waits for the next one; then it is read again', async () => {
  const snapshot = createSnapshot();
  const { begun, read } = reads();
  const asked = [snapshot.share('list', read), snapshot.share('list', read)];
  begun[0]?.(false);
  expect(await Promise.all(asked)).toEqual([
    { ok: false, nth: 1 },
    { ok: false, nth: 1 },
  ]);
  const again = snapshot.share('list', read);
  begun[1]?.(true);
  expect(await again).toEqual({ ok: true, nth: 2 });
});
