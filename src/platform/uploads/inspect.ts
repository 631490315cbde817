import { AppError } from '#src/shared/errors.ts';
import { Bytes, MalformedFile, TooManyPixels } from './bytes.ts';
import { walkJpeg } from './jpeg.ts';
import { walkMp4 } from './mp4.ts';
import { walkPng } from './png.ts';
import { walkWebm } from './webm.ts';
import { walkWebp } from './webp.ts';

type Kind = {
  extension: 'png' | 'jpg' | 'webp' | 'mp4' | 'webm';
  matchesHead: (head: Buffer) => boolean;
  /** Throws {@link MalformedFile} unless the whole file is a valid file of this format. */
  walk: (bytes: Bytes) => Promise<void>;
};

const hasTextAt = (head: Buffer, offset: number, text: string) =>
  head.subarray(offset, offset + text.length).equals(Buffer.from(text, 'latin1'));

const KINDS: readonly Kind[] = [
  { extension: 'png', matchesHead: (head) => hasTextAt(head, 0, '\x89PNG\r\n\x1a\n'), walk: walkPng },
  { extension: 'jpg', matchesHead: (head) => hasTextAt(head, 0, '\xff\xd8\xff'), walk: walkJpeg },
  {
    extension: 'webp',
    matchesHead: (head) => hasTextAt(head, 0, 'RIFF') && hasTextAt(head, 8, 'WEBP'),
    walk: walkWebp,
  },
  { extension: 'mp4', matchesHead: (head) => hasTextAt(head, 4, 'ftyp'), walk: walkMp4 },
  { extension: 'webm', matchesHead: (head) => hasTextAt(head, 0, '\x1a\x45\xdf\xa3'), walk: walkWebm },
];

export type InspectedUpload = {
  extension: Kind['extension'];
  /** SHA-256 of the content, in hex. */
  digest: string;
};

/**
 * Detects the format of a file by its bytes, and checks its structure from the first byte to the last. Rejects
 * truncated files and files with appended data. Throws `upload.kind`, `upload.broken` or `upload.dimensions`.
 */
export async function inspectUpload(path: string): Promise<InspectedUpload> {
  const bytes = await Bytes.open(path);
  try {
    const { extension, walk } = kindOf((await bytes.readBuffered(0)).subarray(0, 64));
    await walk(bytes);
    await expectNotPolyglot(bytes);
    return { extension, digest: await digestOf(bytes) };
  } catch (cause) {
    if (cause instanceof MalformedFile) throw new AppError('upload.broken', { cause });
    if (cause instanceof TooManyPixels) throw new AppError('upload.dimensions', { cause });
    throw cause;
  } finally {
    await bytes.close();
  }
}

function kindOf(head: Buffer): Kind {
  const kind = KINDS.find(({ matchesHead }) => matchesHead(head));
  if (!kind) throw new AppError('upload.kind');
  return kind;
}

/** PDF readers search at the start of the file, ZIP readers at the end. */
const PDF_SEARCH_BYTES = 1024;
const ZIP_SEARCH_BYTES = 65_557;

/**
 * Rejects files that are also a PDF or a ZIP. PDF readers accept a header within the first bytes. ZIP readers, and so
 * Java and Office, accept a directory at the end of the file, before a comment.
 */
async function expectNotPolyglot(bytes: Bytes): Promise<void> {
  const start = (await bytes.readBuffered(0, Math.min(PDF_SEARCH_BYTES, bytes.size))).subarray(
    0,
    PDF_SEARCH_BYTES,
  );
  if (start.includes('%PDF-')) throw new MalformedFile('The file is also a PDF.');
  const searchedBytes = Math.min(ZIP_SEARCH_BYTES, bytes.size);
  const end = await bytes.read(bytes.size - searchedBytes, searchedBytes);
  for (let position = end.indexOf('PK\x05\x06', 0, 'latin1'); position >= 0; ) {
    const tail = end.subarray(position);
    if (tail.length >= 22 && tail.readUInt16LE(20) + 22 <= tail.length && tail.readUInt16LE(8) > 0)
      throw new MalformedFile('The file is also a ZIP archive.');
    position = end.indexOf('PK\x05\x06', position + 4, 'latin1');
  }
}

async function digestOf(bytes: Bytes): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for (let offset = 0; offset < bytes.size; ) {
    const part = await bytes.readBuffered(offset);
    hasher.update(part);
    offset += part.length;
  }
  return hasher.digest('hex');
}
