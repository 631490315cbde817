import { expect, test } from 'bun:test';
import { firstLoad, LIMIT_BYTES, sumOf } from '#scripts/first-load.ts';

test('no page needs more script than the limit before it is interactive', async () => {
  const pages = await firstLoad();
  for (const [path, files] of Object.entries(pages))
    expect([path, sumOf(files) <= LIMIT_BYTES]).toEqual([path, true]);
  // Code of lazily loaded portals and dialogs does not count.
  for (const name of ['pigeon-maps', 'supercluster', 'eventsource'])
    expect(pages['/']?.some(({ parts }) => parts.some((part) => part.name === name))).toBe(false);
});
