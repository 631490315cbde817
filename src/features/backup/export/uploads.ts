import type { UploadedFile, Uploads } from '#src/platform/uploads.ts';

/** In bytes: a multiple of three, so that each piece of base64 can be decoded separately. */
const PIECE_BYTES = 48 * 1024;
const READ_BYTES = 16 * PIECE_BYTES;

export type Upload = { name: string; size: number };

/** Omits orphans, because those can be deleted at any moment. */
export async function findUploads(uploads: Uploads, orphans: readonly string[]): Promise<Upload[]> {
  const left = new Set(orphans);
  const storedNames = (await uploads.list()).map(({ name }) => name);
  const names = storedNames.filter((name) => !left.has(name)).sort();
  const files = await Promise.all(
    names.map(async (name) => ({ name, size: (await uploads.find(name))?.size })),
  );
  return files.filter((file): file is Upload => file.size !== undefined);
}

const uploadStart = ({ name, size }: Upload) => `{"name":${JSON.stringify(name)},"size":${size},"data":[`;
const UPLOAD_END = ']}';
const base64Length = (bytes: number) => 4 * Math.ceil(bytes / 3);

/** The number of bytes that {@link readUpload} yields. */
export function uploadLength(upload: Upload): number {
  const wholePieces = Math.floor(upload.size / PIECE_BYTES);
  const lastPieceBytes = upload.size % PIECE_BYTES;
  const pieces = wholePieces + (lastPieceBytes > 0 ? 1 : 0);
  const quotesAndCommas = 2 * pieces + Math.max(0, pieces - 1);
  return (
    uploadStart(upload).length +
    wholePieces * base64Length(PIECE_BYTES) +
    base64Length(lastPieceBytes) +
    quotesAndCommas +
    UPLOAD_END.length
  );
}

export async function* readUpload(uploads: Uploads, upload: Upload): AsyncGenerator<string> {
  const file: UploadedFile | undefined = await uploads.find(upload.name);
  if (file?.size !== upload.size)
    throw new Error('Backup: an upload was deleted during the export. Export again.');
  yield uploadStart(upload);
  for (let start = 0; start < upload.size; start += READ_BYTES) {
    const bytes = Buffer.from(await file.slice(start, start + READ_BYTES).arrayBuffer());
    if (bytes.length !== Math.min(READ_BYTES, upload.size - start))
      throw new Error('Backup: an upload could not be read completely. Export again.');
    for (let offset = 0; offset < bytes.length; offset += PIECE_BYTES) {
      const comma = start + offset > 0 ? ',' : '';
      yield `${comma}"${bytes.toString('base64', offset, Math.min(offset + PIECE_BYTES, bytes.length))}"`;
    }
  }
  yield UPLOAD_END;
}
