import { AppError } from '#src/shared/errors.ts';

type Extension = 'png' | 'jpg' | 'webp' | 'mp4' | 'webm';

const HEAD_BYTES = 512;

/** `head` are the first bytes of a file as latin1. */
const MATCHES: Record<Extension, (head: string) => boolean> = {
  png: (head) => head.startsWith('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'),
  jpg: (head) => head.startsWith('\xff\xd8\xff'),
  webp: (head) => /^RIFF.{4}WEBPVP8[ LX]/s.test(head),
  mp4: (head) => /^.{4}ftyp/s.test(head) && brandsOf(head).some((brand) => BRAND.test(brand)),
  // Matroska has the same signature and another document type.
  webm: (head) => head.startsWith('\x1a\x45\xdf\xa3') && head.slice(0, 64).includes('webm'),
};

/** Brands of videos that browsers play. QuickTime, still images and audio-only files have others. */
const BRAND = /^(iso[2-9m]|mp4[12]|avc1|M4VH?|M4VP|dash|MSNV|mmp4|av01|hvc1|cmf[c2]|f4v) ?$/;

/** The texts of the file type box, which starts with its size. */
const brandsOf = (head: string): string[] =>
  head.slice(8, Buffer.from(head, 'latin1').readUInt32BE(0)).match(/.{4}/gs) ?? [];

type InspectedUpload = {
  extension: Extension;
  /** SHA-256 of the content, in hex. */
  digest: string;
};

/**
 * Detects the format by the first bytes. The rest may be anything: uploads are served so that nothing in them runs.
 * Throws `upload.kind`.
 */
export async function inspectUpload(path: string): Promise<InspectedUpload> {
  const file = Bun.file(path);
  const head = Buffer.from(await file.slice(0, HEAD_BYTES).arrayBuffer()).toString('latin1');
  const extension = (Object.keys(MATCHES) as Extension[]).find((one) => MATCHES[one](head));
  if (!extension) throw new AppError('upload.kind');
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const part of file.stream()) hasher.update(part);
  return { extension, digest: hasher.digest('hex') };
}
