import { expect, test } from 'bun:test';
import { trackUnsentBytes } from '#src/platform/http/unsent.ts';
import { AppError } from '#src/shared/errors.ts';

const KB = 1024;
const blob = (size: number) => new Blob(['x'.repeat(size)]);
const isRejected = (work: () => unknown) => {
  try {
    work();
    return false;
  } catch (error) {
    return error instanceof AppError && error.code === 'server.unavailable' && error.retryAfter !== undefined;
  }
};

test('bodyOf sends all parts in order, and then counts no unsent bytes', async () => {
  const unsent = trackUnsentBytes();
  const parts = [new Blob(['[']), blob(200 * KB), new Blob([',']), blob(100 * KB), new Blob([']'])];
  const body = unsent.bodyOf(parts, 100 * KB, '203.0.113.1');
  expect(unsent.size()).toBe(100 * KB);
  expect(await new Response(body).text()).toBe(await new Blob(parts).text());
  expect(unsent.size()).toBe(0);
});

test('bodyOf stops counting the unread bytes when the reader disconnects', async () => {
  const unsent = trackUnsentBytes();
  const response = new Response(unsent.bodyOf([blob(300 * KB)], 300 * KB, '203.0.113.1'));
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  expect(unsent.size()).toBe(0);
});

test('bodyOf rejects a response over the limit of its address or over the total', () => {
  const unsent = trackUnsentBytes({ totalBytesMax: 1000 * KB, addressBytesMax: 400 * KB });
  const reserve = (address: string, size: number) => unsent.bodyOf([blob(size)], size, address);
  reserve('203.0.113.1', 300 * KB);
  expect(isRejected(() => reserve('203.0.113.1', 200 * KB))).toBe(true);
  // A single response may have any size: otherwise it could never be sent.
  reserve('203.0.113.2', 600 * KB);
  expect(isRejected(() => reserve('203.0.113.3', 200 * KB))).toBe(true);
  expect(unsent.size()).toBe(900 * KB);
});

test('bodyOf sends a response of any size while nothing else is unsent', () => {
  const unsent = trackUnsentBytes({ totalBytesMax: 1000 * KB });
  unsent.bodyOf([blob(1200 * KB)], 1200 * KB, '203.0.113.1');
  expect(isRejected(() => unsent.bodyOf([blob(100 * KB)], 100 * KB, '203.0.113.2'))).toBe(true);
});

test('bodyOf never rejects small responses and cached bytes', () => {
  const unsent = trackUnsentBytes({ totalBytesMax: 0, addressBytesMax: 0 });
  unsent.bodyOf([blob(60 * KB)], 60 * KB, '203.0.113.1');
  unsent.bodyOf([blob(600 * KB)], 0, '203.0.113.1');
  expect(unsent.size()).toBe(0);
});
