// What one of the answers that everybody reads does when its reading is slow, fails, or cannot be had.
import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test';
import type { Context } from '../../src/platform/context';
import type { Follower } from '../../src/platform/notify';
import { createSnapshots } from '../../src/platform/snapshot/cache';
import { AppError } from '../../src/shared/errors';

/** A snapshot without a database: `read` stands in for it, and all is heard but for what a test says. */
function madeOf(read: () => Promise<string>, isKept = true) {
  const logged: object[] = [];
  let follower: Follower | undefined;
  const state = { isListening: true };
  const context = {
    now: () => new Date(),
    log: { error: (about: object) => logged.push(about) },
    notices: {
      follow: (_channel: string, one: Follower) => {
        follower = one;
        return () => {};
      },
      heard: async () => {},
      isListening: () => state.isListening,
    },
  } as unknown as Context;
  const snapshots = createSnapshots(context, {
    events: { of: ['events'], read, ...(isKept && { isKept }) },
  });
  const snapshot = snapshots.find('events');
  if (!snapshot) throw new Error('There is no snapshot.');
  return { snapshot, snapshots, state, logged, write: () => follower?.told('events') };
}

const unavailable = () => Promise.reject(new AppError('server.unavailable'));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a reading', () => {
  test('is shared, and done again only after a write', async () => {
    let readings = 0;
    const { snapshot, write } = madeOf(async () => `[${++readings}]`);
    await Promise.all([snapshot.read(), snapshot.read()]);
    expect((await snapshot.read()).version.json).toBe('[1]');
    write();
    jest.advanceTimersByTime(401);
    expect(snapshot.atOnce()).toBeUndefined();
    expect((await snapshot.read()).version.json).toBe('[2]');
    expect(snapshot.atOnce()?.json).toBe('[2]');
  });

  test('that began before a write is done again before the writer is answered', async () => {
    let stored = 1;
    const first = Promise.withResolvers<void>();
    let isFirst = true;
    const { snapshot, snapshots, write } = madeOf(async () => {
      const seen = stored;
      if (isFirst) await first.promise;
      isFirst = false;
      return `[${seen}]`;
    });
    const early = snapshot.read();
    stored = 2;
    write();
    first.resolve();
    await early;
    await snapshots.settle();
    expect(snapshot.atOnce()?.json).toBe('[2]');
  });

  test('that a reader began after a write is waited for by the writer', async () => {
    let stored = 1;
    const second = Promise.withResolvers<void>();
    const { snapshot, snapshots, write } = madeOf(async () => {
      const seen = stored;
      if (seen === 2) await second.promise;
      return `[${seen}]`;
    });
    await snapshot.read();
    stored = 2;
    write();
    const reader = snapshot.read();
    let isSettled = false;
    const settled = snapshots.settle().then(() => (isSettled = true));
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    expect(isSettled).toBe(false);
    second.resolve();
    await Promise.all([reader, settled]);
    expect(snapshot.atOnce()?.json).toBe('[2]');
  });

  test('that is slow lets readers have the old version for 0.4 s and no longer', async () => {
    let isSlow = false;
    const { snapshot, write } = madeOf(() => (isSlow ? new Promise(() => {}) : Promise.resolve('[]')));
    await snapshot.read();
    isSlow = true;
    write();
    expect(snapshot.atOnce()?.json).toBe('[]');
    jest.advanceTimersByTime(401);
    expect(snapshot.atOnce()).toBeUndefined();
  });

  test('that takes longer than a call may is not waited for', async () => {
    const { snapshot } = madeOf(() => new Promise(() => {}), false);
    const asked = snapshot.read();
    jest.advanceTimersByTime(4500);
    await expect(asked).rejects.toMatchObject({ code: 'server.unavailable' });
  });

  test('that fails of itself is logged; that the database is away is not', async () => {
    const broken = madeOf(() => Promise.reject(new Error('No.')));
    await expect(broken.snapshot.read()).rejects.toThrow('No.');
    expect(broken.logged).toMatchObject([{ read: 'events' }]);
    const away = madeOf(unavailable);
    await expect(away.snapshot.read()).rejects.toMatchObject({ code: 'server.unavailable' });
    expect(away.logged).toEqual([]);
  });

  test('is done each time while nobody listens', async () => {
    let readings = 0;
    const { snapshot, state } = madeOf(async () => `[${++readings}]`);
    await snapshot.read();
    state.isListening = false;
    expect((await snapshot.read()).version.json).toBe('[2]');
  });
});

describe('while the database is away', () => {
  test('what is kept is served, with the seconds since it may differ; what is not is refused', async () => {
    for (const isKept of [true, false]) {
      let isAway = false;
      const { snapshot, write } = madeOf(() => (isAway ? unavailable() : Promise.resolve('[]')), isKept);
      await snapshot.read();
      isAway = true;
      write();
      jest.advanceTimersByTime(401);
      if (isKept) expect(await snapshot.read()).toMatchObject({ version: { json: '[]' }, age: 0 });
      else await expect(snapshot.read()).rejects.toMatchObject({ code: 'server.unavailable' });
    }
  });

  test('who reads what is kept does not wait long for it', async () => {
    let isSlow = false;
    const { snapshot, write } = madeOf(() => (isSlow ? new Promise(() => {}) : Promise.resolve('[]')));
    await snapshot.read();
    isSlow = true;
    write();
    jest.advanceTimersByTime(401);
    const asked = snapshot.read();
    jest.advanceTimersByTime(1000);
    expect((await asked).version.json).toBe('[]');
  });
});
