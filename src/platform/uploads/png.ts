import { crc32 } from 'node:zlib';
import { type Bytes, createPartCounter, expect, expectSides } from './bytes.ts';

const CRITICAL = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND']);

/**
 * Checks the structure and checksums of a PNG, chunk by chunk. The IEND chunk must be the end of the file. Throws
 * `MalformedFile` or `TooManyPixels`.
 */
export async function walkPng(bytes: Bytes): Promise<void> {
  const countPart = createPartCounter();
  const counts = { IHDR: 0, PLTE: 0, IDAT: 0 };
  let previousType = '';
  for (let offset = 8; ; ) {
    countPart();
    const head = await bytes.read(offset, 8);
    const length = head.readUInt32BE(0);
    const type = head.toString('latin1', 4, 8);
    expect(/^[A-Za-z]{2}[A-Z][A-Za-z]$/.test(type), 'A chunk has no type.');
    expect(CRITICAL.has(type) || /^[a-z]/.test(type), 'A critical chunk is unknown.');
    expect(
      (await checksum(bytes, offset + 4, length + 4)) ===
        (await bytes.read(offset + 8 + length, 4)).readUInt32BE(0),
      'A checksum is wrong.',
    );
    expect((type === 'IHDR') === (offset === 8), 'The header is not the first chunk.');
    if (type === 'IHDR') expectHeader(length, await bytes.read(offset + 8, length));
    if (type === 'IDAT') {
      expect(counts.IDAT === 0 || previousType === 'IDAT', 'The image data chunks are not consecutive.');
      if (counts.IDAT === 0 && length >= 2) expectZlib(await bytes.read(offset + 8, 2));
    }
    if (type in counts) counts[type as keyof typeof counts]++;
    offset += 12 + length;
    previousType = type;
    if (type !== 'IEND') continue;
    expect(length === 0 && counts.IDAT > 0 && counts.PLTE < 2, 'There is no image.');
    return expect(offset === bytes.size, 'There is data after the image.');
  }
}

const BIT_DEPTHS: Record<number, readonly number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

function expectHeader(length: number, header: Buffer): void {
  expect(length === 13, 'The length of the header is invalid.');
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = header.subarray(8);
  expect(BIT_DEPTHS[colour]?.includes(depth), 'The colour type or bit depth is invalid.');
  expect(compression === 0 && filter === 0 && interlace <= 1, 'The compression method is unknown.');
  expectSides(header.readUInt32BE(0), header.readUInt32BE(4));
}

function expectZlib(head: Buffer): void {
  expect(((head[0] ?? 0) & 15) === 8 && head.readUInt16BE(0) % 31 === 0, 'The zlib header is invalid.');
}

async function checksum(bytes: Bytes, start: number, length: number): Promise<number> {
  expect(start + length <= bytes.size, 'The file is truncated.');
  let sum = 0;
  for (let offset = 0; offset < length; ) {
    const part = (await bytes.readBuffered(start + offset)).subarray(0, length - offset);
    sum = crc32(part, sum);
    offset += part.length;
  }
  return sum;
}
