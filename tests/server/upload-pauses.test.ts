import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { inspectUpload } from '#src/platform/uploads/inspect.ts';
import { JPG, MP4, png, pngChunk, WEBM, WEBP } from '#tests/support/media.ts';
import { temporaryDir } from '#tests/support/process.ts';

const dir = temporaryDir();
afterAll(() => dir.remove());

/** Nearly the largest size, and nearly the largest number of parts. */
const SIZE_BYTES = 50 * 1024 * 1024;
const PART_COUNT = 190_000;
/** Processor time, because other work may run on this machine. */
const LIMIT_MS = 100;

const fromHex = (text: string) => Buffer.from(text, 'hex');
const repeatPart = (part: Buffer) => Array<Buffer<ArrayBuffer>>(PART_COUNT).fill(part as Buffer<ArrayBuffer>);
const endIndex = JPG.lastIndexOf(fromHex('ffd9'));
const scanIndex = JPG.indexOf(fromHex('ffda'));
const jpgWithScan = (bytePair: string) =>
  Buffer.concat([
    JPG.subarray(0, endIndex),
    Buffer.alloc(SIZE_BYTES - JPG.length, fromHex(bytePair)),
    JPG.subarray(endIndex),
  ]);

const FILES: [string, () => Buffer][] = [
  ['a JPG of stuffed bytes', () => jpgWithScan('ff00')],
  ['a JPG of restarts', () => jpgWithScan('ffd0')],
  [
    'a JPG of comments',
    () =>
      Buffer.concat([
        JPG.subarray(0, scanIndex),
        ...repeatPart(fromHex('fffe0004aaaa')),
        JPG.subarray(scanIndex),
      ]),
  ],
  [
    'a JPG of fill bytes',
    () =>
      Buffer.concat([JPG.subarray(0, scanIndex), Buffer.alloc(PART_COUNT, 0xff), JPG.subarray(scanIndex)]),
  ],
  ['a PNG of chunks', () => png(undefined, undefined, repeatPart(pngChunk('fiLl', Buffer.alloc(8))))],
  ['an MP4 of boxes', () => Buffer.concat([MP4, ...repeatPart(fromHex('0000000866726565'))])],
  [
    'a WebM of voids',
    () => {
      const film = Buffer.concat([WEBM, ...repeatPart(fromHex('ec8400000000'))]);
      const sizeIndex = film.indexOf(fromHex('18538067')) + 4;
      film.writeUIntBE(film.length - sizeIndex - 8, sizeIndex + 2, 6);
      return film;
    },
  ],
  [
    'a WebP of chunks',
    () => {
      const picture = Buffer.concat([WEBP, ...repeatPart(fromHex('4a554e4b00000000'))]);
      picture.writeUInt32LE(picture.length - 8, 4);
      return picture;
    },
  ],
];

const cpuTimeMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

test.each(FILES)('inspecting %s blocks the process for less than 100 ms', async (name, makeFile) => {
  const path = join(dir.path, 'file');
  await Bun.write(path, makeFile());
  Bun.gc(true);
  let lastMs = cpuTimeMs();
  let longestMs = 0;
  const measure = () => {
    const nowMs = cpuTimeMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  const timer = setInterval(measure, 1);
  const { extension } = await inspectUpload(path).finally(() => {
    measure();
    clearInterval(timer);
  });
  expect(name).toContain({ jpg: 'JPG', png: 'PNG', mp4: 'MP4', webm: 'WebM', webp: 'WebP' }[extension]);
  console.log(`${name}: ${Math.round(longestMs)} ms at most`);
  expect(longestMs).toBeLessThan(LIMIT_MS);
});
