import type { UploadedFile, Uploads } from '../../../platform/uploads';

/** In bytes: a multiple of three, so that each piece of base64 can be decoded separately. */
const PIECE_SIZE = 48 * 1024;
const READ_SIZE = 16 * PIECE_SIZE;

export type Upload = { name: string; size: number };

/** Omits orphans, because those can be deleted at any moment. */
export async function findUploads(uploads: Uploads, orphans: readonly string[]): Promise<Upload[]> {
  const listed = (await uploads.list()).map(({ name }) => name);
  const names = listed.filter((name) => !orphans.includes(name)).sort();
  const found = await Promise.all(
    names.map(async (name) => ({ name, size: (await uploads.find(name))?.size })),
  );
  return found.filter((file): file is Upload => file.size !== undefined);
}

const headOf = ({ name, size }: Upload) => `{"name":${JSON.stringify(name)},"size":${size},"data":[`;
const FOOT = ']}';
const base64Length = (bytes: number) => 4 * Math.ceil(bytes / 3);

/** The number of bytes that {@link readUpload} yields. */
export function lengthOf(upload: Upload): number {
  const whole = Math.floor(upload.size / PIECE_SIZE);
  const rest = upload.size % PIECE_SIZE;
  const pieces = whole + (rest > 0 ? 1 : 0);
  const quotesAndCommas = 2 * pieces + Math.max(0, pieces - 1);
  return (
    headOf(upload).length +
    whole * base64Length(PIECE_SIZE) +
    base64Length(rest) +
    quotesAndCommas +
    FOOT.length
  );
}

export async function* readUpload(uploads: Uploads, upload: Upload): AsyncGenerator<string> {
  const file: UploadedFile | undefined = await uploads.find(upload.name);
  if (file?.size !== upload.size)
    throw new Error('Backup: an upload was deleted during the export. Export again.');
  yield headOf(upload);
  for (let start = 0; start < upload.size; start += READ_SIZE) {
    const bytes = Buffer.from(await file.slice(start, start + READ_SIZE).arrayBuffer());
    if (bytes.length !== Math.min(READ_SIZE, upload.size - start))
      throw new Error('Backup: an upload could not be read completely. Export again.');
    for (let at = 0; at < bytes.length; at += PIECE_SIZE) {
      const comma = start + at > 0 ? ',' : '';
      yield `${comma}"${bytes.toString('base64', at, Math.min(at + PIECE_SIZE, bytes.length))}"`;
    }
  }
  yield FOOT;
}
