import { expect, jest, test } from 'bun:test';
import { callTRPCProcedure } from '@trpc/server';
import { CALL_DEADLINE_MS } from '../../src/platform/call-deadline';
import type { CallContext } from '../../src/platform/context';
import { member, router } from '../../src/platform/trpc';

type Call = { who?: string; address?: string; signal?: AbortSignal; input?: () => Promise<unknown> };

function setUp() {
  const running: { end: () => void }[] = [];
  let started = 0;
  const hold = async () => {
    started++;
    const { promise, resolve } = Promise.withResolvers<void>();
    running.push({ end: resolve });
    await promise;
    return 'done';
  };
  const appRouter = router({
    read: member.query(hold),
    take: member.input((value: unknown) => value).mutation(hold),
    follow: member.subscription(async function* () {
      yield await hold();
    }),
  });
  const begin = (
    path: keyof typeof TYPES,
    { who = 'anna', address = '192.0.2.1', signal, input }: Call = {},
  ): Promise<unknown> =>
    callTRPCProcedure({
      router: appRouter,
      path,
      type: TYPES[path],
      ctx: contextOf(who, address),
      getRawInput: input ?? (async () => undefined),
      signal,
      batchIndex: 0,
    });
  return {
    begin,
    started: () => started,
    endNext: async () => {
      running.shift()?.end();
      await settled();
    },
  };
}

const TYPES = { read: 'query', take: 'mutation', follow: 'subscription' } as const;

const nothing = () => {};
const contextOf = (who: string, address: string) =>
  ({
    ipAddress: address,
    bearer: who,
    identify: { member: async () => ({ id: who, email: '', full_name: '' }) },
    database: { db: { select: nothing, with: nothing, execute: nothing } },
    snapshots: { waitForFresh: async () => {} },
  }) as unknown as CallContext;

const codeOf = ({ cause }: { cause?: { code?: string } }): unknown => cause?.code;

/** Lets everything run that does not wait for I/O. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('runs three calls of a member at a time, whatever their addresses, and queues the others', async () => {
  const { begin, started, endNext } = setUp();
  const calls = Array.from({ length: 7 }, (_, i) => begin('read', { address: `192.0.2.${i}` }));
  await settled();
  expect(started()).toBe(3);
  const other = begin('read', { who: 'bo' });
  await settled();
  expect(started()).toBe(4);
  await endNext();
  expect(started()).toBe(5);
  for (let i = 0; i < 7; i++) await endNext();
  expect(await Promise.all(calls.concat(other))).toEqual(Array(8).fill('done'));
});

test('rejects a call when 100 calls of the same member are waiting', async () => {
  const { begin, endNext } = setUp();
  const calls = Array.from({ length: 103 }, (_, i) => begin('read', { address: `192.0.2.${i % 50}` }));
  await settled();
  const error = await begin('read', { address: '192.0.2.200' }).catch(codeOf);
  expect(error).toBe('server.unavailable');
  for (let i = 0; i < 103; i++) await endNext();
  expect(await Promise.all(calls)).toHaveLength(103);
});

test('does not start a queued call whose client has disconnected', async () => {
  const { begin, started, endNext } = setUp();
  const client = new AbortController();
  const calls = [begin('read'), begin('read'), begin('read')];
  await settled();
  const queued = begin('take', { signal: client.signal }).catch(codeOf);
  const last = begin('read');
  await settled();
  client.abort();
  await endNext();
  expect(await queued).toBe('server.unavailable');
  expect(started()).toBe(4);
  for (let i = 0; i < 3; i++) await endNext();
  expect(await Promise.all(calls.concat(last))).toEqual(Array(4).fill('done'));
});

test('does not start a queued call that has timed out', async () => {
  const { begin, started, endNext } = setUp();
  jest.useFakeTimers();
  const calls = Array.from({ length: 4 }, () => begin('take').catch(codeOf));
  await settled();
  jest.advanceTimersByTime(CALL_DEADLINE_MS);
  jest.useRealTimers();
  expect(await Promise.all(calls)).toEqual(Array(4).fill('server.unavailable'));
  for (let i = 0; i < 3; i++) await endNext();
  expect(started()).toBe(3);
});

test('does not count live streams', async () => {
  const { begin, started, endNext } = setUp();
  const streams = await Promise.all(Array.from({ length: 5 }, () => begin('follow')));
  for (const stream of streams) void (stream as AsyncIterator<string>).next();
  await settled();
  expect(started()).toBe(5);
  const call = begin('read');
  await settled();
  expect(started()).toBe(6);
  for (let i = 0; i < 6; i++) await endNext();
  expect(await call).toBe('done');
});

test('does not count a call while its client is still sending the input', async () => {
  const { begin, started, endNext } = setUp();
  const body = Promise.withResolvers<void>();
  const calls = Array.from({ length: 4 }, () => begin('take', { input: () => body.promise }));
  await settled();
  calls.push(begin('read'));
  await settled();
  expect(started()).toBe(1);
  body.resolve();
  await settled();
  expect(started()).toBe(3);
  for (let i = 0; i < 5; i++) await endNext();
  expect(await Promise.all(calls)).toEqual(Array(5).fill('done'));
});
