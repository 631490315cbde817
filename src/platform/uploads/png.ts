import { crc32 } from 'node:zlib';
import { type Bytes, expect, expectSides, partCounter } from './bytes';

const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);

/** Walks a PNG chunk by chunk, each with its checksum, to IEND, which must be the end of the file. */
export async function walkPng(bytes: Bytes): Promise<void> {
  const count = partCounter();
  const seen = { IHDR: 0, PLTE: 0, IDAT: 0 };
  let before = '';
  for (let at = 8; ; ) {
    count();
    const head = await bytes.read(at, 8);
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    expect(/^[A-Za-z]{2}[A-Z][A-Za-z]$/.test(type), 'A chunk has no type.');
    expect(CRITICAL.has(type) || /^[a-z]/.test(type), 'A chunk that readers must know is unknown.');
    expect(
      (await checksum(bytes, at + 4, length + 4)) === (await bytes.read(at + 8 + length, 4)).readUInt32BE(0),
      'A checksum is wrong.',
    );
    expect((type === 'IHDR') === (at === 8), 'The header is not the first chunk.');
    if (type === 'IHDR') expectHeader(length, await bytes.read(at + 8, length));
    if (type === 'IDAT') {
      expect(seen.IDAT === 0 || before === 'IDAT', 'The picture is in pieces.');
      if (seen.IDAT === 0 && length >= 2) expectZlib(await bytes.read(at + 8, 2));
    }
    if (type in seen) seen[type as keyof typeof seen]++;
    at += 12 + length;
    before = type;
    if (type !== 'IEND') continue;
    expect(length === 0 && seen.IDAT > 0 && seen.PLTE < 2, 'There is no picture.');
    return expect(at === bytes.size, 'Something follows the picture.');
  }
}

const DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

function expectHeader(length: number, header: Buffer): void {
  expect(length === 13, 'The header has another length.');
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = header.subarray(8);
  expect(DEPTHS[colour]?.includes(depth), 'There is no such colour.');
  expect(compression === 0 && filter === 0 && interlace <= 1, 'It is packed in another way.');
  expectSides(header.readUInt32BE(0), header.readUInt32BE(4));
}

function expectZlib(head: Buffer): void {
  expect(((head[0] ?? 0) & 15) === 8 && head.readUInt16BE(0) % 31 === 0, 'The picture is not packed.');
}

async function checksum(bytes: Bytes, start: number, length: number): Promise<number> {
  expect(start + length <= bytes.size, 'It ends too early.');
  let sum = 0;
  for (let done = 0; done < length; ) {
    const part = (await bytes.from(start + done)).subarray(0, length - done);
    sum = crc32(part, sum);
    done += part.length;
  }
  return sum;
}
