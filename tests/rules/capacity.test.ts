import { expect, test } from 'bun:test';
import { createCapacity } from '#src/platform/limits/capacity.ts';

test('createCapacity limits what one address and all addresses together hold, and ignores a second release', () => {
  const capacity = createCapacity({ all: 5, perAddress: 3 });
  const refused = expect.objectContaining({ code: 'server.unavailable' });
  const release = capacity.take(3, '203.0.113.1');
  expect(() => capacity.take(1, '203.0.113.1')).toThrow(refused);
  capacity.take(2, '203.0.113.2');
  expect(() => capacity.take(1, '203.0.113.3')).toThrow(refused);
  release();
  release();
  expect(capacity.size()).toBe(2);
  capacity.take(1, '203.0.113.1');
});

test('createCapacity limits what all addresses of one IPv6 /48 together hold', () => {
  const capacity = createCapacity({ all: 100, perAddress: 3 });
  const refused = expect.objectContaining({ code: 'server.unavailable' });
  for (const subnet of [1, 2, 3]) capacity.take(3, `2001:db8:7:${subnet}::1`);
  expect(() => capacity.take(1, '2001:db8:7:4::1')).toThrow(refused);
  capacity.take(1, '2001:db8:8:1::1');
});
