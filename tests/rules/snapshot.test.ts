import { afterEach, beforeEach, describe, expect, jest, test } from 'bun:test';
import type { Context } from '#src/platform/context.ts';
import type { ChannelListener } from '#src/platform/database/notify.ts';
import { createSnapshots } from '#src/platform/snapshot/cache.ts';
import { createVersion } from '#src/platform/snapshot/version.ts';
import { AppError } from '#src/shared/errors.ts';

/** For this long an outdated version is served while a new one is read. */
const STALE_LIMIT_MS = 400;

function setUp(read: () => Promise<string>, isServedWhenUnavailable = true) {
  const loggedErrors: object[] = [];
  let listener: ChannelListener | undefined;
  const state = { isListening: true };
  const context = {
    now: () => new Date(),
    database: {},
    log: { error: (about: object) => loggedErrors.push(about), info: () => {} },
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
  return {
    snapshot,
    snapshots,
    state,
    loggedErrors,
    write: () => listener?.onNotify('events'),
    close: () => listener?.onClose(),
  };
}

const rejectUnavailable = () => Promise.reject(new AppError('server.unavailable'));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('a cached public read', () => {
  test('is shared, and repeated only after a write', async () => {
    let reads = 0;
    const { snapshot, write } = setUp(async () => `[${++reads}]`);
    await Promise.all([snapshot.read(), snapshot.read()]);
    expect((await snapshot.read()).version.content<unknown>()).toEqual([1]);
    write();
    jest.advanceTimersByTime(STALE_LIMIT_MS + 1);
    expect(snapshot.current()).toBeUndefined();
    expect((await snapshot.read()).version.content<unknown>()).toEqual([2]);
    expect(snapshot.current()?.content<unknown>()).toEqual([2]);
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
    expect(snapshot.current()?.content<unknown>()).toEqual([2]);
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
    expect(snapshot.current()?.content<unknown>()).toEqual([2]);
  });

  test('serves the old version for 0.4 s while a slow read runs, and no longer', async () => {
    let isSlow = false;
    const { snapshot, write } = setUp(() => (isSlow ? new Promise(() => {}) : Promise.resolve('[]')));
    await snapshot.read();
    isSlow = true;
    write();
    expect(snapshot.current()?.content<unknown>()).toEqual([]);
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
    expect((await snapshot.read()).version.content<unknown>()).toEqual([2]);
  });
});

describe('a refresh that fails twice in a row', () => {
  test('is reported once, with its name and since when, until one succeeds without any reader', async () => {
    let isBroken = false;
    const { snapshot, snapshots, loggedErrors, write } = setUp(() =>
      isBroken ? rejectUnavailable() : Promise.resolve('[1]'),
    );
    await snapshot.read();
    isBroken = true;
    write();
    jest.advanceTimersByTime(STALE_LIMIT_MS + 1);
    expect((await snapshot.read()).version.content<unknown>()).toEqual([1]);
    expect([snapshots.stale(), snapshots.staleSince(), loggedErrors]).toEqual([[], null, []]);
    for (let round = 0; round < 5; round++) {
      await snapshot.read();
      expect(snapshots.stale().map(({ name }) => name)).toEqual(['events']);
      expect(snapshots.staleSince()).toBe(snapshots.stale()[0]?.since.toISOString() ?? '');
      expect(loggedErrors).toMatchObject([{ read: 'events' }]);
    }
    isBroken = false;
    jest.advanceTimersByTime(60_000);
    for (let turn = 0; turn < 50; turn++) await Promise.resolve();
    expect([snapshots.stale(), snapshots.staleSince()]).toEqual([[], null]);
    expect(snapshot.current()?.content<unknown>()).toEqual([1]);
  });

  test('is not tried again by itself after the process has begun to shut down', async () => {
    let reads = 0;
    const { snapshot, close } = setUp(() => {
      reads++;
      return rejectUnavailable();
    });
    await snapshot.read().catch(() => {});
    close();
    jest.advanceTimersByTime(60_000);
    expect(reads).toBe(1);
  });
});

describe('a list in pages', () => {
  const rows = Array.from({ length: 7 }, (_, id) => ({ id, name: `Lopp å ${id} – €` }));
  const pages = [rows.slice(0, 3), rows.slice(3, 6), rows.slice(6)].map((page) =>
    page.map((row) => JSON.stringify(row)).join(',\n'),
  );
  const listOf = (pages: readonly string[]) => ({ head: '[', pages, tail: ']' });
  const whole = `[${pages.join(',\n')}]`;

  test('has the bytes, the content and the envelope of the whole list', async () => {
    jest.useRealTimers();
    for (const [content, text] of [
      [listOf(pages), whole],
      [listOf([]), '[]'],
      [listOf([pages[0] ?? '']), `[${pages[0]}]`],
      [{ head: '{"n":1,"pages":[', pages, tail: ']}' }, `{"n":1,"pages":${whole}}`],
    ] as const) {
      const version = await createVersion(content, '');
      for (const parse of [false, true]) {
        if (parse) await version.parse();
        expect(version.content<unknown>()).toEqual(JSON.parse(text));
        expect(version.content<unknown>()).toBe(version.content<unknown>());
      }
      const textOf = async (transport: 'rest' | 'trpc') =>
        (await version.encode(transport, 'identity')).body.text();
      expect([await textOf('rest'), await textOf('trpc')]).toEqual([text, `{"result":{"data":${text}}}`]);
    }
  });

  test('has another id if any of its rows changed, moved or was removed', async () => {
    jest.useRealTimers();
    const [first = '', second = '', third = ''] = pages;
    const lists = [pages, [first, third, second], [first, second], [first, second, third.replace('6', '9')]];
    const ids = await Promise.all(lists.map(async (list) => (await createVersion(listOf(list), '')).id));
    expect(new Set(ids).size).toBe(lists.length);
    expect((await createVersion(listOf([...pages]), '')).id).toBe(ids[0] ?? '');
  });

  test('lets other work run after each page when it is hashed, parsed and encoded', async () => {
    jest.useRealTimers();
    const many = listOf(Array(40).fill(pages[0]));
    const version = createVersion(many, '');
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    for (const work of [
      () => createVersion(many, ''),
      async () => (await version).parse(),
      async () => (await version).encode('rest', 'identity'),
    ]) {
      isDone = false;
      turns = 0;
      setImmediate(count);
      await work();
      isDone = true;
      expect(turns).toBeGreaterThan(30);
    }
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
      const emptyId = (await snapshot.read()).version.id;
      isUnavailable = true;
      write();
      jest.advanceTimersByTime(STALE_LIMIT_MS + 1);
      if (isServedWhenUnavailable)
        expect(await snapshot.read()).toMatchObject({ version: { id: emptyId }, age: 0 });
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
    expect((await pending).version.content<unknown>()).toEqual([]);
  });
});
