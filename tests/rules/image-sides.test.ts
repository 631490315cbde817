import { expect, test } from 'bun:test';
import { SIDES } from '#src/platform/uploads/sides.ts';
import { JPG, png, WEBP } from '#tests/support/media.ts';

/** `parts` are in hex, behind the first twelve bytes of a WebP. */
const webp = (format: string, ...parts: string[]) =>
  Buffer.concat([
    Buffer.from('RIFF\0\0\0\0WEBP', 'latin1'),
    Buffer.from(format, 'latin1'),
    Buffer.from(parts.join(''), 'hex'),
  ]);

test.each([
  ['a PNG', SIDES.png(png(undefined, [3, 2])), { width: 3, height: 2 }],
  ['a JPG', SIDES.jpg(JPG), { width: 320, height: 120 }],
  [
    'a JPG with fill bytes and a comment',
    SIDES.jpg(Buffer.concat([Buffer.from('ffd8fffffffe00040000', 'hex'), JPG.subarray(2)])),
    { width: 320, height: 120 },
  ],
  ['a WebP', SIDES.webp(WEBP), { width: 320, height: 120 }],
  [
    'a lossy WebP',
    SIDES.webp(webp('VP8 ', '00000000', '0000009d012a', '40017800')),
    { width: 320, height: 120 },
  ],
  [
    'a lossless WebP',
    SIDES.webp(webp('VP8L', '00000000', '2f', '3fc11d00', '0000000000')),
    { width: 320, height: 120 },
  ],
  [
    'an extended WebP',
    SIDES.webp(webp('VP8X', '0a000000', '00000000', 'ff3f00', '010000')),
    { width: 16_384, height: 2 },
  ],
])('the sides of %s are read', (_, sides, expected) => expect(sides).toEqual(expected));

test('files that end before the sides have none', () => {
  for (const [kind, file] of Object.entries({ png: png(), jpg: JPG, webp: WEBP }))
    for (let length = 12; length < 24; length++)
      expect(SIDES[kind as keyof typeof SIDES](file.subarray(0, length))).toBeUndefined();
  expect(SIDES.jpg(Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(500)]))).toBeUndefined();
});
