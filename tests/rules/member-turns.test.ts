import { expect, jest, test } from 'bun:test';
import { callTRPCProcedure } from '@trpc/server';
import type { CallContext } from '#src/platform/context.ts';
import { CALL_DEADLINE_MS } from '#src/platform/limits/call-deadline.ts';
import { member, router } from '#src/platform/procedure/trpc.ts';

type Call = { memberId?: string; address?: string; signal?: AbortSignal; input?: () => Promise<unknown> };

function setUp() {
  const running: { end: () => void }[] = [];
  let started = 0;
  const waitForEnd = async () => {
    started++;
    const { promise, resolve } = Promise.withResolvers<void>();
    running.push({ end: resolve });
    await promise;
    return 'done';
  };
  const appRouter = router({
    read: member.query(waitForEnd),
    take: member.input((value: unknown) => value).mutation(waitForEnd),
    follow: member.subscription(async function* () {
      yield await waitForEnd();
    }),
  });
  const startCall = (
    path: keyof typeof TYPES,
    { memberId = 'anna', address = '192.0.2.1', signal, input }: Call = {},
  ): Promise<unknown> =>
    callTRPCProcedure({
      router: appRouter,
      path,
      type: TYPES[path],
      ctx: contextOf(memberId, address),
      getRawInput: input ?? (async () => undefined),
      signal,
      batchIndex: 0,
    });
  return {
    startCall,
    started: () => started,
    endNext: async () => {
      running.shift()?.end();
      await waitForTasks();
    },
  };
}

const TYPES = { read: 'query', take: 'mutation', follow: 'subscription' } as const;

const noop = () => {};
const contextOf = (memberId: string, address: string) =>
  ({
    ipAddress: address,
    userAgent: '',
    bearer: memberId,
    identify: { member: async () => ({ id: memberId, email: '', full_name: '' }) },
    database: { db: { select: noop, with: noop, execute: noop } },
    snapshots: { waitForFresh: async () => {} },
  }) as unknown as CallContext;

const codeOf = ({ cause }: { cause?: { code?: string } }): unknown => cause?.code;

/** Lets everything run that does not wait for I/O. */
const waitForTasks = () => new Promise((resolve) => setImmediate(resolve));

test('three calls of a member run at a time, whatever their addresses, and the others are queued', async () => {
  const { startCall, started, endNext } = setUp();
  const calls = Array.from({ length: 7 }, (_, i) => startCall('read', { address: `192.0.2.${i}` }));
  await waitForTasks();
  expect(started()).toBe(3);
  const other = startCall('read', { memberId: 'bo' });
  await waitForTasks();
  expect(started()).toBe(4);
  await endNext();
  expect(started()).toBe(5);
  for (let i = 0; i < 7; i++) await endNext();
  expect(await Promise.all(calls.concat(other))).toEqual(Array(8).fill('done'));
});

test('a call is rejected when 100 calls of the same member are waiting', async () => {
  const { startCall, endNext } = setUp();
  const calls = Array.from({ length: 103 }, (_, i) => startCall('read', { address: `192.0.2.${i % 50}` }));
  await waitForTasks();
  const error = await startCall('read', { address: '192.0.2.200' }).catch(codeOf);
  expect(error).toBe('server.unavailable');
  for (let i = 0; i < 103; i++) await endNext();
  expect(await Promise.all(calls)).toHaveLength(103);
});

test('a queued call is not started if its client has disconnected', async () => {
  const { startCall, started, endNext } = setUp();
  const client = new AbortController();
  const calls = [startCall('read'), startCall('read'), startCall('read')];
  await waitForTasks();
  const queued = startCall('take', { signal: client.signal }).catch(codeOf);
  const last = startCall('read');
  await waitForTasks();
  client.abort();
  await endNext();
  expect(await queued).toBe('server.unavailable');
  expect(started()).toBe(4);
  for (let i = 0; i < 3; i++) await endNext();
  expect(await Promise.all(calls.concat(last))).toEqual(Array(4).fill('done'));
});

test('a queued call is not started after it has timed out', async () => {
  const { startCall, started, endNext } = setUp();
  jest.useFakeTimers();
  const calls = Array.from({ length: 4 }, () => startCall('take').catch(codeOf));
  await waitForTasks();
  jest.advanceTimersByTime(CALL_DEADLINE_MS);
  jest.useRealTimers();
  expect(await Promise.all(calls)).toEqual(Array(4).fill('server.unavailable'));
  for (let i = 0; i < 3; i++) await endNext();
  expect(started()).toBe(3);
});

test('live streams are not counted as calls', async () => {
  const { startCall, started, endNext } = setUp();
  const streams = await Promise.all(Array.from({ length: 5 }, () => startCall('follow')));
  for (const stream of streams) void (stream as AsyncIterator<string>).next();
  await waitForTasks();
  expect(started()).toBe(5);
  const call = startCall('read');
  await waitForTasks();
  expect(started()).toBe(6);
  for (let i = 0; i < 6; i++) await endNext();
  expect(await call).toBe('done');
});

test('a call is not counted while its client is still sending the input', async () => {
  const { startCall, started, endNext } = setUp();
  const body = Promise.withResolvers<void>();
  const calls = Array.from({ length: 4 }, () => startCall('take', { input: () => body.promise }));
  await waitForTasks();
  calls.push(startCall('read'));
  await waitForTasks();
  expect(started()).toBe(1);
  body.resolve();
  await waitForTasks();
  expect(started()).toBe(3);
  for (let i = 0; i < 5; i++) await endNext();
  expect(await Promise.all(calls)).toEqual(Array(5).fill('done'));
});
