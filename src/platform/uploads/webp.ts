import { type Bytes, createPartCounter, expect, expectSides } from './bytes.ts';

const NAME = /^[A-Za-z0-9]{3}[A-Za-z0-9 ]$/;

/**
 * Checks the structure of a WebP, chunk by chunk. The length in its header must match the file. Throws `MalformedFile`
 * or `TooManyPixels`.
 */
export async function walkWebp(bytes: Bytes): Promise<void> {
  const countPart = createPartCounter();
  const length = (await bytes.read(4, 4)).readUInt32LE(0);
  expect(length + 8 === bytes.size, 'The length in the header does not match the file.');
  let first = '';
  let pictureCount = 0;
  for (let offset = 12; offset < bytes.size; ) {
    countPart();
    const head = await bytes.read(offset, 8);
    const name = head.toString('latin1', 0, 4);
    const size = head.readUInt32LE(4);
    expect(NAME.test(name), 'The name of a chunk is invalid.');
    // Only the extended format has further chunks.
    expect(!first || first === 'VP8X', 'There is data after the image.');
    expect(offset + 8 + size + (size % 2) <= bytes.size, 'The file is truncated.');
    first ||= name;
    if (name === 'VP8X') await expectCanvas(bytes, offset, size, first);
    if (name === 'VP8 ' || name === 'VP8L' || name === 'ANMF') {
      pictureCount++;
      await expectPicture(bytes, name, offset + 8, size);
    }
    offset += 8 + size + (size % 2);
  }
  expect(pictureCount > 0 && ['VP8 ', 'VP8L', 'VP8X'].includes(first), 'There is no image.');
}

async function expectCanvas(bytes: Bytes, offset: number, size: number, first: string): Promise<void> {
  expect(offset === 12 && first === 'VP8X' && size === 10, 'The header is not the first chunk.');
  const canvas = await bytes.read(offset + 8, 10);
  expectSides(canvas.readUIntLE(4, 3) + 1, canvas.readUIntLE(7, 3) + 1);
}

async function expectPicture(bytes: Bytes, name: string, offset: number, size: number): Promise<void> {
  if (name === 'ANMF') return expect(size > 24, 'A frame is empty.');
  const head = await bytes.read(offset, Math.min(size, 10));
  if (name === 'VP8L') {
    expect(size >= 5 && head[0] === 0x2f, 'The header of the image is invalid.');
    const sides = head.readUInt32LE(1);
    return expectSides((sides & 0x3fff) + 1, ((sides >> 14) & 0x3fff) + 1);
  }
  expect(
    size >= 10 && ((head[0] ?? 1) & 1) === 0 && head.readUIntBE(3, 3) === 0x9d012a,
    'The header of the image is invalid.',
  );
  expectSides(head.readUInt16LE(6) & 0x3fff, head.readUInt16LE(8) & 0x3fff);
}
