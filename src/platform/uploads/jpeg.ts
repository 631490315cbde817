import { type Bytes, expect, expectSides, partCounter } from './bytes';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP2 = 0xe2;
/** Frames of the Huffman and arithmetic kinds: C0 to CF but for DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/**
 * Walks a JPEG segment by segment to its end marker, which must be the end of the file. Telephones put further pictures
 * after the first and say so in it (MPF): each of those is walked too.
 */
export async function walkJpeg(bytes: Bytes): Promise<void> {
  const count = partCounter();
  let { end, hasMore } = await walkPicture(bytes, 0, count);
  while (hasMore && end < bytes.size) ({ end } = await walkPicture(bytes, end, count));
  expect(end === bytes.size, 'Something follows the picture.');
}

type Walked = { end: number; hasMore: boolean };

async function walkPicture(bytes: Bytes, start: number, count: () => void): Promise<Walked> {
  expect((await bytes.read(start, 2)).readUInt16BE(0) === (0xff00 | SOI), 'It does not begin.');
  let hasFrame = false;
  let hasScan = false;
  let hasMore = false;
  for (let at = start + 2; ; ) {
    count();
    const marker = await markerAt(bytes, at);
    at += 2;
    // Bytes of 0xFF may stand before a marker.
    if (marker === 0xff) {
      at -= 1;
      continue;
    }
    if (marker === EOI) {
      expect(hasFrame && hasScan, 'There is no picture.');
      return { end: at, hasMore };
    }
    expect(marker >= 0xc0 && !isRestart(marker) && marker !== SOI, 'A marker stands where none can.');
    const length = (await bytes.read(at, 2)).readUInt16BE(0);
    expect(length >= 2, 'A segment has no length.');
    const segment = await bytes.read(at + 2, length - 2);
    if (marker === APP0) expectJfif(segment);
    if (marker === APP2 && segment.toString('latin1', 0, 4) === 'MPF\0') hasMore = true;
    if (isFrame(marker)) {
      expect(segment.length >= 6 && !hasFrame, 'The picture has two frames.');
      expectSides(segment.readUInt16BE(3), segment.readUInt16BE(1));
      hasFrame = true;
    }
    at += length;
    if (marker === SOS) {
      expect(hasFrame, 'The picture has no frame.');
      hasScan = true;
      at = await endOfScan(bytes, at);
    }
  }
}

async function markerAt(bytes: Bytes, at: number): Promise<number> {
  const [mark, marker = 0] = await bytes.read(at, 2);
  expect(mark === 0xff, 'Something stands between two segments.');
  return marker;
}

/** JFIF's own segment holds a small picture and nothing else. Others use APP0 under other names. */
function expectJfif(segment: Buffer): void {
  if (segment.toString('latin1', 0, 5) !== 'JFIF\0') return;
  expect(
    segment.length === 14 + 3 * (segment[12] ?? 0) * (segment[13] ?? 0),
    'The header holds something else.',
  );
}

/** Where the packed picture ends: at the first marker that is neither a stuffed byte nor a restart. */
async function endOfScan(bytes: Bytes, start: number): Promise<number> {
  for (let at = start; ; ) {
    const part = await bytes.from(at, 2);
    const { isEnd, offset } = walkScan(part);
    if (isEnd) return at + offset;
    expect(at + part.length < bytes.size, 'It ends too early.');
    at += offset;
  }
}

/**
 * As far as is in memory, at one go: a file can be made of nothing but stuffed bytes, and to wait for each would hold
 * everybody up. `offset` is where it ends, or from where there must be more to tell.
 */
function walkScan(part: Buffer): { isEnd: boolean; offset: number } {
  for (let at = 0; ; at += 2) {
    at = part.indexOf(0xff, at);
    if (at < 0) return { isEnd: false, offset: part.length };
    const marker = part[at + 1];
    if (marker === undefined) return { isEnd: false, offset: at };
    if (marker !== 0 && !isRestart(marker)) return { isEnd: true, offset: at };
  }
}
