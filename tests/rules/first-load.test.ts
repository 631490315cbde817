import { expect, test } from 'bun:test';
import { firstLoad, LIMITS, sumOf } from '../../scripts/first-load';

test('a cold visit of the home page loads no more script than it may, and little before its first cards', async () => {
  const files = await firstLoad();
  const first = files.filter(({ isFirst }) => isFirst);
  const parts = first.flatMap(({ parts }) => parts.map(({ name }) => name));
  expect(sumOf(first)).toBeLessThanOrEqual(LIMITS.first);
  expect(sumOf(files)).toBeLessThanOrEqual(LIMITS.all);
  // What they do not need is not among it.
  for (const name of [
    '@trpc/client',
    '@tanstack/query-core',
    '@tanstack/virtual-core',
    'sonner',
    'valibot',
    'date-fns',
    'pigeon-maps',
    'supercluster',
  ])
    expect([name, parts.includes(name)]).toEqual([name, false]);
});
