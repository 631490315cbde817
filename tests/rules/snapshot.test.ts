// What one of the answers that everybody reads does when its reading is slow, fails, or cannot be had.
import { describe, expect, test } from 'bun:test';
import { CALL_LIMIT } from '../../src/platform/answered';
import type { Context } from '../../src/platform/context';
import { snapshotOf } from '../../src/platform/snapshot/snapshot';
import { FRESHNESS } from '../../src/platform/snapshot/snapshots';

/** A snapshot without a database: `read` stands in for it, and all is heard but for what a test says. */
function madeOf(read: () => Promise<string>) {
  const warnings: object[] = [];
  const state = { isAway: false, heardAt: performance.now() };
  const context = {
    now: () => new Date(),
    log: { warn: (about: object) => warnings.push(about) },
    database: { db: {}, pulse: { isAway: () => state.isAway, answers: async () => true } },
  } as unknown as Context;
  const ear = { isHeard: () => true, hear: async () => {}, heardAt: () => state.heardAt };
  const snapshot = snapshotOf(
    'events',
    { of: ['events'], read, isKept: true },
    { context, freshness: FRESHNESS, ear },
  );
  return { snapshot, state, warnings };
}

describe('a reading', () => {
  test(
    'that takes longer than anybody waits is not begun once more, and is read in the end',
    async () => {
      let readings = 0;
      const { promise, resolve } = Promise.withResolvers<string>();
      const { snapshot } = madeOf(() => {
        readings++;
        return promise;
      });
      await expect(snapshot.read()).rejects.toMatchObject({ code: 'server.unavailable' });
      const again = snapshot.read();
      await Bun.sleep(50);
      resolve('[1]');
      expect((await again).version.json).toBe('[1]');
      expect(readings).toBe(1);
    },
    CALL_LIMIT + 5000,
  );

  test('that fails is told once, and once more when it fails after it had come', async () => {
    let fails = true;
    const { snapshot, warnings } = madeOf(async () => {
      if (fails) throw new Error('No.');
      return '[]';
    });
    for (let turn = 0; turn < 3; turn++) await expect(snapshot.read()).rejects.toThrow('No.');
    expect(warnings).toMatchObject([{ read: 'events' }]);
    fails = false;
    await snapshot.read();
    fails = true;
    snapshot.stale();
    await expect(snapshot.caughtUp()).rejects.toThrow('No.');
    expect(warnings).toHaveLength(2);
  });
});

describe('while the database is away', () => {
  test('what is kept says since when nobody knows whether it is so, not when it was read', async () => {
    const { snapshot, state } = madeOf(async () => '[]');
    await snapshot.read();
    await Bun.sleep(1100);
    state.heardAt = performance.now();
    state.isAway = true;
    expect((await snapshot.read()).age).toBe(0);
    // What ends the listening makes it stale, and is no reading of it.
    snapshot.stale();
    expect((await snapshot.read()).age).toBe(0);
    await Bun.sleep(1000);
    expect((await snapshot.read()).age).toBe(1);
  });
});
