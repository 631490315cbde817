import { inflateRawSync } from 'node:zlib';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const FILE_SIGNATURE = 0x04034b50;
const END_RECORD_BYTES = 22;
const COMMENT_BYTES_MAX = 0xffff;
const STORED = 0;
const DEFLATED = 8;

// The numbers added to offsets below are those of the ZIP specification (APPNOTE.TXT, 4.3).

type Limits = { maxUnpackedBytes: number; maxEntries: number; isWanted: (name: string) => boolean };

/**
 * Unpacks the wanted entries. Throws if they exceed `maxUnpackedBytes`, because a small file can unpack to gigabytes.
 * Both the sizes in the directory and the unpacked sizes are checked.
 */
export function unzip(
  bytes: Uint8Array,
  { maxUnpackedBytes, maxEntries, isWanted }: Limits,
): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) throw new Error('The ZIP archive has too many entries.');

  const files = new Map<string, Uint8Array>();
  let remainingBytes = maxUnpackedBytes;
  let offset = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    const entry = readEntry(view, bytes, offset);
    offset = entry.next;
    if (!isWanted(entry.name) || files.has(entry.name)) continue;
    if (entry.size > remainingBytes) throw new Error('The ZIP archive is too large when unpacked.');
    const content = unpack(view, bytes, entry, remainingBytes);
    remainingBytes -= content.length;
    files.set(entry.name, content);
  }
  return files;
}

function endOfDirectory(view: DataView): number {
  const lastOffset = view.byteLength - END_RECORD_BYTES;
  for (let offset = lastOffset; offset >= 0 && offset >= lastOffset - COMMENT_BYTES_MAX; offset--) {
    if (view.getUint32(offset, true) === END_SIGNATURE) return offset;
  }
  throw new Error('The ZIP archive has no end of central directory.');
}

type Entry = { name: string; method: number; packedSize: number; size: number; offset: number; next: number };

function readEntry(view: DataView, bytes: Uint8Array, offset: number): Entry {
  if (view.getUint32(offset, true) !== ENTRY_SIGNATURE)
    throw new Error('The ZIP archive has an invalid directory entry.');
  const nameEnd = offset + 46 + view.getUint16(offset + 28, true);
  return {
    name: new TextDecoder().decode(bytes.subarray(offset + 46, nameEnd)).replaceAll('\\', '/'),
    method: view.getUint16(offset + 10, true),
    packedSize: view.getUint32(offset + 20, true),
    size: view.getUint32(offset + 24, true),
    offset: view.getUint32(offset + 42, true),
    next: nameEnd + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true),
  };
}

function unpack(view: DataView, bytes: Uint8Array, entry: Entry, maxBytes: number): Uint8Array {
  if (view.getUint32(entry.offset, true) !== FILE_SIGNATURE)
    throw new Error('The ZIP archive has an invalid file header.');
  const start =
    entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  const packed = bytes.subarray(start, start + entry.packedSize);
  if (packed.length !== entry.packedSize) throw new Error('The ZIP archive is truncated.');
  if (entry.method === STORED) return packed;
  if (entry.method !== DEFLATED)
    throw new Error('The ZIP archive uses a compression method that is not supported.');
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, Math.min(maxBytes, entry.size)) });
}
