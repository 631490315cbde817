import { type Bytes, expect, partCounter } from './bytes';

/** What may stand at the top: the kind, the description, the film, whole or in fragments, and what is left out. */
const TOP = new Set(
  'ftyp moov mdat moof mfra sidx ssix styp free skip wide uuid meta udta pdin prft emsg'.split(' '),
);
/** Boxes that are made of boxes, as far as we look. */
const NESTED = new Set(['moov', 'trak', 'mdia']);
/** Brands of films that browsers play; not those of QuickTime, of still pictures or of sound alone. */
const BRAND = /^(iso[2-9m]|mp4[12]|avc1|M4VH?|M4VP|dash|MSNV|mmp4|av01|hvc1|cmf[c2]|f4v) ?$/;

type Box = { type: string; at: number; body: number; end: number };

/** Walks an MP4 box by box; the last must end with the file, and there must be a film in it. */
export async function walkMp4(bytes: Bytes): Promise<void> {
  const count = partCounter();
  const seen = new Set<string>();
  let isFilm = false;

  async function walk(start: number, end: number, depth: number): Promise<void> {
    for (let at = start; at < end; ) {
      count();
      const box = await boxAt(bytes, at, end);
      expect(depth > 0 || TOP.has(box.type), 'A box is unknown.');
      if (depth === 0) {
        expect((box.type === 'ftyp') === (at === 0), 'Its kind is not told first.');
        if (box.type === 'ftyp') await expectBrand(bytes, box);
        if (box.end > box.body) seen.add(box.type);
      }
      if (box.type === 'hdlr' && depth === 3) {
        expect(box.end - box.body >= 12, 'A handler is too short.');
        isFilm ||= (await bytes.read(box.body + 8, 4)).toString('latin1') === 'vide';
      }
      if (NESTED.has(box.type) && depth < 3) await walk(box.body, box.end, depth + 1);
      at = box.end;
    }
  }

  await walk(0, bytes.size, 0);
  expect(seen.has('moov') && seen.has('mdat') && isFilm, 'There is no film in it.');
}

async function boxAt(bytes: Bytes, at: number, end: number): Promise<Box> {
  expect(at + 8 <= end, 'Something stands between two boxes.');
  const head = await bytes.read(at, 8);
  const type = head.toString('latin1', 4, 8);
  expect(/^[ -~\xa9]{4}$/.test(type), 'A box has no type.');
  const short = head.readUInt32BE(0);
  const isLong = short === 1;
  // 0 would be "as long as there is anything".
  const size = isLong ? Number((await bytes.read(at + 8, 8)).readBigUInt64BE(0)) : short;
  const body = at + (isLong ? 16 : 8);
  expect(size >= body - at && at + size <= end, 'A box is longer than what holds it.');
  return { type, at, body, end: at + size };
}

async function expectBrand(bytes: Bytes, { body, end }: Box): Promise<void> {
  expect(end - body >= 8 && end - body <= 512 && (end - body) % 4 === 0, 'Its kind is told in another way.');
  const told = (await bytes.read(body, end - body)).toString('latin1');
  const brands = [told.slice(0, 4), ...(told.slice(8).match(/.{4}/gs) ?? [])];
  expect(
    brands.some((brand) => BRAND.test(brand)),
    'It is of a kind that browsers do not play.',
  );
}
