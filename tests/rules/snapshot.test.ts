import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test';
import type { Context } from '../../src/platform/context';
import type { ChannelListener } from '../../src/platform/notify';
import { createSnapshots } from '../../src/platform/snapshot/cache';
import { AppError } from '../../src/shared/errors';

/** For this long an outdated version is served while a new one is read. */
const STALE_LIMIT_MS = 400;

function setUp(read: () => Promise<string>, isServedWhenUnavailable = true) {
  const loggedErrors: object[] = [];
  let listener: ChannelListener | undefined;
  const state = { isListening: true };
  const context = {
    now: () => new Date(),
    log: { error: (about: object) => loggedErrors.push(about) },
    notifications: {
      listen: (_channel: string, one: ChannelListener) => {
        listener = one;
        return () => {};
      },
      catchUp: async () => {},
      isListening: () => state.isListening,
    },
  } as unknown as Context;
  const snapshots = createSnapshots(context, {
    events: { tables: ['events'], read, ...(isServedWhenUnavailable && { isServedWhenUnavailable }) },
  });
  const snapshot = snapshots.find('events');
  if (!snapshot) throw new Error('There is no snapshot.');
  return { snapshot, snapshots, state, loggedErrors, write: () => listener?.onNotify('events') };
}

const rejectUnavailable = () => Promise.reject(new AppError('server.unavailable'));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a cached public read', () => {
  test('is shared, and repeated only after a write', async () => {
    let reads = 0;
    const { snapshot, write } = setUp(async () => `[${++reads}]`);
    await Promise.all([snapshot.read(), snapshot.read()]);
    expect((await snapshot.read()).version.json).toBe('[1]');
    write();
    jest.advanceTimersByTime(STALE_LIMIT_MS + 1);
    expect(snapshot.current()).toBeUndefined();
    expect((await snapshot.read()).version.json).toBe('[2]');
    expect(snapshot.current()?.json).toBe('[2]');
  });

  test('is repeated before a write returns if it started before the write', async () => {
    let stored = 1;
    const first = Promise.withResolvers<void>();
    let isFirst = true;
    const { snapshot, snapshots, write } = setUp(async () => {
      const value = stored;
      if (isFirst) await first.promise;
      isFirst = false;
      return `[${value}]`;
    });
    const firstRead = snapshot.read();
    stored = 2;
    write();
    first.resolve();
    await firstRead;
    await snapshots.waitForFresh();
    expect(snapshot.current()?.json).toBe('[2]');
  });

  test('is awaited before a write returns if it started after the write', async () => {
    let stored = 1;
    const second = Promise.withResolvers<void>();
    const { snapshot, snapshots, write } = setUp(async () => {
      const value = stored;
      if (value === 2) await second.promise;
      return `[${value}]`;
    });
    await snapshot.read();
    stored = 2;
    write();
    const reader = snapshot.read();
    let isSettled = false;
    const settled = snapshots.waitForFresh().then(() => (isSettled = true));
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    expect(isSettled).toBe(false);
    second.resolve();
    await Promise.all([reader, settled]);
    expect(snapshot.current()?.json).toBe('[2]');
  });

  test('serves the old version for 0.4 s while a slow read runs, and no longer', async () => {
    let isSlow = false;
    const { snapshot, write } = setUp(() => (isSlow ? new Promise(() => {}) : Promise.resolve('[]')));
    await snapshot.read();
    isSlow = true;
    write();
    expect(snapshot.current()?.json).toBe('[]');
    jest.advanceTimersByTime(STALE_LIMIT_MS + 1);
    expect(snapshot.current()).toBeUndefined();
  });

  test('is rejected as unavailable if it exceeds the deadline of a call', async () => {
    const { snapshot } = setUp(() => new Promise(() => {}), false);
    const pending = snapshot.read();
    jest.advanceTimersByTime(4500);
    await expect(pending).rejects.toMatchObject({ code: 'server.unavailable' });
  });

  test('logs an unexpected error, but not an unavailable database', async () => {
    const broken = setUp(() => Promise.reject(new Error('No.')));
    await expect(broken.snapshot.read()).rejects.toThrow('No.');
    expect(broken.loggedErrors).toMatchObject([{ read: 'events' }]);
    const offline = setUp(rejectUnavailable);
    await expect(offline.snapshot.read()).rejects.toMatchObject({ code: 'server.unavailable' });
    expect(offline.loggedErrors).toEqual([]);
  });

  test('is repeated each time while the server does not listen for changes', async () => {
    let reads = 0;
    const { snapshot, state } = setUp(async () => `[${++reads}]`);
    await snapshot.read();
    state.isListening = false;
    expect((await snapshot.read()).version.json).toBe('[2]');
  });
});

describe('while the database is unavailable', () => {
  test('a read with isServedWhenUnavailable is served with its age, and any other read is rejected', async () => {
    for (const isServedWhenUnavailable of [true, false]) {
      let isUnavailable = false;
      const { snapshot, write } = setUp(
        () => (isUnavailable ? rejectUnavailable() : Promise.resolve('[]')),
        isServedWhenUnavailable,
      );
      await snapshot.read();
      isUnavailable = true;
      write();
      jest.advanceTimersByTime(STALE_LIMIT_MS + 1);
      if (isServedWhenUnavailable)
        expect(await snapshot.read()).toMatchObject({ version: { json: '[]' }, age: 0 });
      else await expect(snapshot.read()).rejects.toMatchObject({ code: 'server.unavailable' });
    }
  });

  test('a read with isServedWhenUnavailable is served within 1 s', async () => {
    let isSlow = false;
    const { snapshot, write } = setUp(() => (isSlow ? new Promise(() => {}) : Promise.resolve('[]')));
    await snapshot.read();
    isSlow = true;
    write();
    jest.advanceTimersByTime(STALE_LIMIT_MS + 1);
    const pending = snapshot.read();
    jest.advanceTimersByTime(1000);
    expect((await pending).version.json).toBe('[]');
  });
});
