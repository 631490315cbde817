import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { inspectUpload } from '../../src/platform/uploads/inspect';
import { JPG, MP4, png, pngChunk, WEBM, WEBP } from '../support/media';
import { temporaryDir } from '../support/process';

const dir = temporaryDir();
afterAll(() => dir.remove());

/** Nearly the largest size, and nearly the largest number of parts. */
const SIZE = 50 * 1024 * 1024;
const MANY = 190_000;
/** Processor time, because other work may run on this machine. */
const LIMIT_MS = 100;

const hex = (text: string) => Buffer.from(text, 'hex');
const many = (part: Buffer) => Array<Buffer<ArrayBuffer>>(MANY).fill(part as Buffer<ArrayBuffer>);
const end = JPG.lastIndexOf(hex('ffd9'));
const scan = JPG.indexOf(hex('ffda'));
const scanOf = (pair: string) =>
  Buffer.concat([JPG.subarray(0, end), Buffer.alloc(SIZE - JPG.length, hex(pair)), JPG.subarray(end)]);

const FILES: [string, () => Buffer][] = [
  ['a JPG of stuffed bytes', () => scanOf('ff00')],
  ['a JPG of restarts', () => scanOf('ffd0')],
  [
    'a JPG of comments',
    () => Buffer.concat([JPG.subarray(0, scan), ...many(hex('fffe0004aaaa')), JPG.subarray(scan)]),
  ],
  [
    'a JPG of fill bytes',
    () => Buffer.concat([JPG.subarray(0, scan), Buffer.alloc(MANY, 0xff), JPG.subarray(scan)]),
  ],
  ['a PNG of chunks', () => png(undefined, undefined, many(pngChunk('fiLl', Buffer.alloc(8))))],
  ['an MP4 of boxes', () => Buffer.concat([MP4, ...many(hex('0000000866726565'))])],
  [
    'a WebM of voids',
    () => {
      const film = Buffer.concat([WEBM, ...many(hex('ec8400000000'))]);
      const size = film.indexOf(hex('18538067')) + 4;
      film.writeUIntBE(film.length - size - 8, size + 2, 6);
      return film;
    },
  ],
  [
    'a WebP of chunks',
    () => {
      const picture = Buffer.concat([WEBP, ...many(hex('4a554e4b00000000'))]);
      picture.writeUInt32LE(picture.length - 8, 4);
      return picture;
    },
  ],
];

const used = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

test.each(FILES)('judging %s blocks the process for less than 100 ms', async (what, make) => {
  const path = join(dir.path, 'file');
  await Bun.write(path, make());
  Bun.gc(true);
  let last = used();
  let longest = 0;
  const look = () => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const timer = setInterval(look, 1);
  const { extension } = await inspectUpload(path).finally(() => {
    look();
    clearInterval(timer);
  });
  expect(what).toContain({ jpg: 'JPG', png: 'PNG', mp4: 'MP4', webm: 'WebM', webp: 'WebP' }[extension]);
  console.log(`${what}: ${Math.round(longest)} ms at most`);
  expect(longest).toBeLessThan(LIMIT_MS);
});
