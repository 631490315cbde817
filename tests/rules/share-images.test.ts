import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { SHARE_IMAGES, shareImageOf } from '#src/shared/share-images.ts';
import { SPORTS } from '#src/shared/sports.ts';

const MAX_BYTES = 80_000;
/** In the header of a PNG, after the signature and the name of the first chunk. */
const SIZE_OFFSET = 16;

test('every sport has its own picture of 1200 × 630 and at most 80 kB, and anything else has the general one', async () => {
  expect(new Set(SHARE_IMAGES.map(({ path }) => path)).size).toBe(SPORTS.length + 1);
  for (const { path } of SHARE_IMAGES) {
    const bytes = await Bun.file(join(import.meta.dir, '../../client/public', path)).bytes();
    const header = new DataView(bytes.buffer, SIZE_OFFSET);
    expect([path, header.getUint32(0), header.getUint32(4)]).toEqual([path, 1200, 630]);
    expect([path, bytes.length <= MAX_BYTES]).toEqual([path, true]);
  }
  expect(shareImageOf('Löpning - tidslopp')).toEqual({
    path: '/share/lopning-tidslopp.png',
    alt: 'Löpning - tidslopp',
  });
  expect(shareImageOf('Schack')).toEqual(shareImageOf());
});
