import type { UploadedFile, Uploads } from '../../../platform/uploads';

/** Bytes to a piece of base64: a multiple of three, so that each piece stands by itself. */
const PIECE = 48 * 1024;
/** Read at once. */
const LOT = 16 * PIECE;

/** An upload as it stands when a backup is made. */
export type Upload = { name: string; size: number };

/** What is kept, by name, but for what may go at any moment. */
export async function findUploads(uploads: Uploads, orphans: readonly string[]): Promise<Upload[]> {
  const listed = (await uploads.list()).map(({ name }) => name);
  const names = listed.filter((name) => !orphans.includes(name)).sort();
  const found = await Promise.all(
    names.map(async (name) => ({ name, size: (await uploads.find(name))?.size })),
  );
  return found.filter((one): one is Upload => one.size !== undefined);
}

const headOf = ({ name, size }: Upload) => `{"name":${JSON.stringify(name)},"size":${size},"data":[`;
const FOOT = ']}';
const base64Length = (bytes: number) => 4 * Math.ceil(bytes / 3);

/** How many bytes {@link readUpload} writes of it. */
export function lengthOf(upload: Upload): number {
  const whole = Math.floor(upload.size / PIECE);
  const rest = upload.size % PIECE;
  const pieces = whole + (rest > 0 ? 1 : 0);
  const quotesAndCommas = 2 * pieces + Math.max(0, pieces - 1);
  return (
    headOf(upload).length + whole * base64Length(PIECE) + base64Length(rest) + quotesAndCommas + FOOT.length
  );
}

/** An upload as JSON, piece by piece. Throws when it is no longer what it was. */
export async function* readUpload(uploads: Uploads, upload: Upload): AsyncGenerator<string> {
  const file: UploadedFile | undefined = await uploads.find(upload.name);
  if (file?.size !== upload.size) throw new Error('An upload has gone while a backup was made.');
  yield headOf(upload);
  for (let start = 0; start < upload.size; start += LOT) {
    const bytes = Buffer.from(await file.slice(start, start + LOT).arrayBuffer());
    if (bytes.length !== Math.min(LOT, upload.size - start)) throw new Error('An upload was cut short.');
    for (let at = 0; at < bytes.length; at += PIECE) {
      const comma = start + at > 0 ? ',' : '';
      yield `${comma}"${bytes.toString('base64', at, Math.min(at + PIECE, bytes.length))}"`;
    }
  }
  yield FOOT;
}
