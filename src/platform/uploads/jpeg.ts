import { type Bytes, createPartCounter, expect, expectSides } from './bytes.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP2 = 0xe2;
/** Start-of-frame markers: C0 to CF, except DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/**
 * Checks the structure of a JPEG, segment by segment. Its end marker must be the end of the file. Phones append further
 * images and declare this in an MPF segment of the first one. Those images are checked too. Throws `MalformedFile` or
 * `TooManyPixels`.
 */
export async function walkJpeg(bytes: Bytes): Promise<void> {
  const countPart = createPartCounter();
  let { end, hasMoreImages } = await walkPicture(bytes, 0, countPart);
  while (hasMoreImages && end < bytes.size) ({ end } = await walkPicture(bytes, end, countPart));
  expect(end === bytes.size, 'There is data after the image.');
}

type WalkedPicture = { end: number; hasMoreImages: boolean };

async function walkPicture(bytes: Bytes, start: number, countPart: () => void): Promise<WalkedPicture> {
  expect((await bytes.read(start, 2)).readUInt16BE(0) === (0xff00 | SOI), 'The start marker is missing.');
  let hasFrame = false;
  let hasScan = false;
  let hasMoreImages = false;
  for (let position = start + 2; ; ) {
    countPart();
    const marker = await markerAt(bytes, position);
    position += 2;
    // Fill bytes of 0xFF may precede a marker.
    if (marker === 0xff) {
      position -= 1;
      continue;
    }
    if (marker === EOI) {
      expect(hasFrame && hasScan, 'There is no image.');
      return { end: position, hasMoreImages };
    }
    expect(marker >= 0xc0 && !isRestart(marker) && marker !== SOI, 'A marker is not allowed at its place.');
    const length = (await bytes.read(position, 2)).readUInt16BE(0);
    expect(length >= 2, 'The length of a segment is invalid.');
    const segment = await bytes.read(position + 2, length - 2);
    if (marker === APP0) expectJfif(segment);
    if (marker === APP2 && segment.toString('latin1', 0, 4) === 'MPF\0') hasMoreImages = true;
    if (isFrame(marker)) {
      expect(segment.length >= 6 && !hasFrame, 'The frame header is too short or repeated.');
      expectSides(segment.readUInt16BE(3), segment.readUInt16BE(1));
      hasFrame = true;
    }
    position += length;
    if (marker === SOS) {
      expect(hasFrame, 'The image has no frame header.');
      hasScan = true;
      position = await endOfScan(bytes, position);
    }
  }
}

async function markerAt(bytes: Bytes, position: number): Promise<number> {
  const [mark, marker = 0] = await bytes.read(position, 2);
  expect(mark === 0xff, 'There is data between two segments.');
  return marker;
}

/** A JFIF segment may contain a thumbnail and nothing else. Other formats also use APP0, under other names. */
function expectJfif(segment: Buffer): void {
  if (segment.toString('latin1', 0, 5) !== 'JFIF\0') return;
  expect(
    segment.length === 14 + 3 * (segment[12] ?? 0) * (segment[13] ?? 0),
    'The JFIF header has extra data.',
  );
}

/** Returns where the scan data ends: at the first marker that is neither a stuffed byte nor a restart marker. */
async function endOfScan(bytes: Bytes, start: number): Promise<number> {
  for (let position = start; ; ) {
    const part = await bytes.readBuffered(position, 2);
    const { isEnd, offset } = walkScan(part);
    if (isEnd) return position + offset;
    expect(position + part.length < bytes.size, 'The file is truncated.');
    position += offset;
  }
}

/**
 * Searches the buffered part without awaiting: in a file that consists of stuffed bytes, awaiting each one would be
 * slow. `offset` is the end of the scan, or where the search must continue with more data.
 */
function walkScan(part: Buffer): { isEnd: boolean; offset: number } {
  for (let position = 0; ; position += 2) {
    position = part.indexOf(0xff, position);
    if (position < 0) return { isEnd: false, offset: part.length };
    const marker = part[position + 1];
    if (marker === undefined) return { isEnd: false, offset: position };
    if (marker !== 0 && !isRestart(marker)) return { isEnd: true, offset: position };
  }
}
