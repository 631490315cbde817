import { createTurns } from '#src/platform/turns.ts';
import { AppError } from '#src/shared/errors.ts';
import { SIDES } from './sides.ts';

type Extension = 'png' | 'jpg' | 'webp' | 'mp4' | 'webm';

/** The sides of a JPG stand behind its thumbnail and its colours. */
const HEAD_BYTES = 1024 * 1024;

const SIDE_MAX = 16_384;
/** An image of this size takes a quarter of a gigabyte to draw, however small its file is. */
const PIXELS_MAX = 64_000_000;

/** `head` are the first bytes of a file as latin1. */
const MATCHES: Record<Extension, (head: string) => boolean> = {
  png: (head) => head.startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
  jpg: (head) => head.startsWith('\xff\xd8\xff'),
  webp: (head) => /^RIFF.{4}WEBPVP8[ LX]/s.test(head),
  mp4: (head) =>
    /^.{4}ftyp(?!M4[AB] |avi[fs]|hei[cx]|mif1)/s.test(head) &&
    brandsOf(head).some((brand) => BRAND.test(brand)),
  // Matroska has the same signature and another document type.
  webm: (head) => head.startsWith('\x1a\x45\xdf\xa3') && head.slice(0, 512).includes('webm'),
};

/** Brands of videos that browsers play. Sound alone, QuickTime and images have others, at least the first. */
const BRAND = /^(iso[2-9m]|mp4[12]|avc1|M4VH?|M4VP|dash|MSNV|mmp4|av01|hvc1|cmf[c2]|f4v) ?$/;

/** The texts of the file type box, which starts with its size. The second is the version of the first. */
const brandsOf = (head: string): string[] =>
  (
    head.slice(8, Math.min(512, Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE(0))).match(/.{4}/gs) ??
    []
  ).toSpliced(1, 1);

/** False for videos, and if the first bytes do not have the sides. */
function isTooLarge(extension: Extension, head: Buffer): boolean {
  const sides = extension in SIDES && SIDES[extension as keyof typeof SIDES](head);
  if (!sides) return false;
  const { width, height } = sides;
  return width > SIDE_MAX || height > SIDE_MAX || width * height > PIXELS_MAX;
}

type InspectedUpload = {
  extension: Extension;
  /** SHA-256 of the content, in hex. */
  digest: string;
};

/**
 * Detects the format by the first bytes. The rest may be anything: uploads are served so that nothing in them runs.
 * Throws `upload.kind`, `upload.dimensions`.
 */
export async function inspectUpload(path: string): Promise<InspectedUpload> {
  const file = Bun.file(path);
  const head = Buffer.from(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const text = head.toString('latin1', 0, 512);
  const extension = (Object.keys(MATCHES) as Extension[]).find((one) => MATCHES[one](text));
  if (!extension) throw new AppError('upload.kind');
  if (isTooLarge(extension, head)) throw new AppError('upload.dimensions');
  const hasher = new Bun.CryptoHasher('sha256');
  const takeTurns = createTurns();
  for await (const part of file.stream()) {
    hasher.update(part);
    await takeTurns();
  }
  return { extension, digest: hasher.digest('hex') };
}
