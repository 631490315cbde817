import { type Bytes, createPartCounter, expect } from './bytes.ts';

const TOP_LEVEL_TYPES = new Set(
  'ftyp moov mdat moof mfra sidx ssix styp free skip wide uuid meta udta pdin prft emsg'.split(' '),
);
const CONTAINER_TYPES = new Set(['moov', 'trak', 'mdia']);
/** Brands of videos that browsers play. QuickTime, still images and audio-only files are not accepted. */
const BRAND = /^(iso[2-9m]|mp4[12]|avc1|M4VH?|M4VP|dash|MSNV|mmp4|av01|hvc1|cmf[c2]|f4v) ?$/;

/** `start`, `body` and `end` are offsets in the file. */
type Box = { type: string; start: number; body: number; end: number };

/**
 * Checks the structure of an MP4, box by box. The last box must end with the file, and there must be a video track.
 * Throws `MalformedFile`.
 */
export async function walkMp4(bytes: Bytes): Promise<void> {
  const countPart = createPartCounter();
  const topLevelBoxes = new Set<string>();
  let hasVideo = false;

  async function walk(start: number, end: number, depth: number): Promise<void> {
    for (let offset = start; offset < end; ) {
      countPart();
      const box = await boxAt(bytes, offset, end);
      expect(depth > 0 || TOP_LEVEL_TYPES.has(box.type), 'The type of a box is unknown.');
      if (depth === 0) {
        expect((box.type === 'ftyp') === (offset === 0), 'The file type box is not the first box.');
        if (box.type === 'ftyp') await expectBrand(bytes, box);
        if (box.end > box.body) topLevelBoxes.add(box.type);
      }
      if (box.type === 'hdlr' && depth === 3) {
        expect(box.end - box.body >= 12, 'A handler box is too short.');
        hasVideo ||= (await bytes.read(box.body + 8, 4)).toString('latin1') === 'vide';
      }
      if (CONTAINER_TYPES.has(box.type) && depth < 3) await walk(box.body, box.end, depth + 1);
      offset = box.end;
    }
  }

  await walk(0, bytes.size, 0);
  expect(topLevelBoxes.has('moov') && topLevelBoxes.has('mdat') && hasVideo, 'There is no video track.');
}

async function boxAt(bytes: Bytes, offset: number, end: number): Promise<Box> {
  expect(offset + 8 <= end, 'There is data between two boxes.');
  const head = await bytes.read(offset, 8);
  const type = head.toString('latin1', 4, 8);
  expect(/^[ -~\xa9]{4}$/.test(type), 'A box has no type.');
  const shortSize = head.readUInt32BE(0);
  const hasLongSize = shortSize === 1;
  // A size of 0 would mean "until the end of the file". It is rejected below.
  const size = hasLongSize ? Number((await bytes.read(offset + 8, 8)).readBigUInt64BE(0)) : shortSize;
  const body = offset + (hasLongSize ? 16 : 8);
  expect(size >= body - offset && offset + size <= end, 'The size of a box is invalid.');
  return { type, start: offset, body, end: offset + size };
}

async function expectBrand(bytes: Bytes, { body, end }: Box): Promise<void> {
  expect(end - body >= 8 && end - body <= 512 && (end - body) % 4 === 0, 'The file type box is malformed.');
  const text = (await bytes.read(body, end - body)).toString('latin1');
  const brands = [text.slice(0, 4), ...(text.slice(8).match(/.{4}/gs) ?? [])];
  expect(
    brands.some((brand) => BRAND.test(brand)),
    'Browsers do not play files of this brand.',
  );
}
