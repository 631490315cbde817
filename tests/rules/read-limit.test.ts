import { expect, test } from 'bun:test';
import { createReadLimit } from '#src/platform/limits/read-limit.ts';
import { AppError } from '#src/shared/errors.ts';

let nowMs = 1_800_000_000_000;
const newReadLimit = () => createReadLimit(() => nowMs);
const SECOND_MS = 1000;

function countReads(countRead: (address: string) => void, times: number, address = '203.0.113.1') {
  let allowed = 0;
  let retryAfter: number | undefined;
  for (let read = 0; read < times; read++)
    try {
      countRead(address);
      allowed++;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'request.too_many') throw error;
      retryAfter = error.retryAfter;
    }
  return { allowed, retryAfter };
}

test('the read limit allows 600 reads per address in any minute', () => {
  const countRead = newReadLimit();
  expect(countReads(countRead, 300)).toEqual({ allowed: 300, retryAfter: undefined });
  nowMs += 59 * SECOND_MS;
  expect(countReads(countRead, 400)).toEqual({ allowed: 300, retryAfter: 1 });
  nowMs += SECOND_MS;
  // Only the first 300 have left the window.
  expect(countReads(countRead, 400)).toEqual({ allowed: 300, retryAfter: 59 });
  nowMs += 3600 * SECOND_MS;
  expect(countReads(countRead, 700).allowed).toBe(600);
});

test('the read limit returns the exact time to wait', () => {
  const countRead = newReadLimit();
  countReads(countRead, 600);
  nowMs += 20 * SECOND_MS;
  const { retryAfter = 0 } = countReads(countRead, 1);
  nowMs += (retryAfter - 1) * SECOND_MS;
  expect(countReads(countRead, 1).allowed).toBe(0);
  nowMs += SECOND_MS;
  expect(countReads(countRead, 1).allowed).toBe(1);
});

test('the read limit counts each address separately, and the addresses of an IPv6 network together', () => {
  const countRead = newReadLimit();
  countReads(countRead, 600, '2001:db8:1:1::1');
  expect(countReads(countRead, 1, '2001:db8:1:1::2').allowed).toBe(0);
  expect(countReads(countRead, 1, '2001:db8:1:2::1').allowed).toBe(1);
});

test.each([
  ['/24 of IPv4', (host: number) => `203.0.113.${host}`, '203.0.114.1'],
  ['/48 of IPv6', (host: number) => `2001:db8:1:${host.toString(16)}::1`, '2001:db8:2:1::1'],
])('the read limit allows a %s ten times the reads of one address', (_, addressOf, elsewhere) => {
  const countRead = newReadLimit();
  // Rejected reads of one address do not count for its network.
  expect(countReads(countRead, 7000, addressOf(1)).allowed).toBe(600);
  let allowed = 600;
  for (let host = 2; host <= 200; host++) allowed += countReads(countRead, 60, addressOf(host)).allowed;
  expect(allowed).toBe(6000);
  expect(countReads(countRead, 1, addressOf(201))).toEqual({ allowed: 0, retryAfter: 60 });
  expect(countReads(countRead, 1, elsewhere).allowed).toBe(1);
  nowMs += 60 * SECOND_MS;
  expect(countReads(countRead, 1, addressOf(201)).allowed).toBe(1);
});

test('the read limit keeps its counts when the clock is set back', () => {
  const countRead = newReadLimit();
  countReads(countRead, 600);
  nowMs -= 30 * SECOND_MS;
  expect(countReads(countRead, 1).allowed).toBe(0);
});

test('the read limit remembers the 10,000 latest addresses', () => {
  const countRead = newReadLimit();
  countReads(countRead, 600, '198.51.100.1');
  for (let other = 0; other < 9999; other++)
    countRead(`10.${other >> 16}.${(other >> 8) & 255}.${other & 255}`);
  expect(countReads(countRead, 1, '198.51.100.1').allowed).toBe(0);
  for (let other = 0; other < 10_000; other++)
    countRead(`11.${other >> 16}.${(other >> 8) & 255}.${other & 255}`);
  expect(countReads(countRead, 1, '198.51.100.1').allowed).toBe(1);
});
