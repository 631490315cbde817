import { inflateRawSync } from 'node:zlib';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const FILE_SIGNATURE = 0x04034b50;
const END_RECORD_BYTES = 22;
const COMMENT_BYTES_MAX = 0xffff;
const STORED = 0;
const DEFLATED = 8;

type Limits = { maxUnpackedBytes: number; maxEntries: number; wanted: (name: string) => boolean };

/**
 * Throws if the wanted entries exceed `maxUnpackedBytes`, by the sizes in the directory or when unpacked: a small file
 * can unpack to gigabytes.
 */
export function unzip(
  bytes: Uint8Array,
  { maxUnpackedBytes, maxEntries, wanted }: Limits,
): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) throw new Error('The ZIP archive has too many entries.');

  const files = new Map<string, Uint8Array>();
  let room = maxUnpackedBytes;
  let offset = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    const entry = readEntry(view, bytes, offset);
    offset = entry.next;
    if (!wanted(entry.name) || files.has(entry.name)) continue;
    if (entry.size > room) throw new Error('The ZIP archive is too large when unpacked.');
    const content = unpack(view, bytes, entry, room);
    room -= content.length;
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

type Entry = { name: string; method: number; packed: number; size: number; offset: number; next: number };

function readEntry(view: DataView, bytes: Uint8Array, offset: number): Entry {
  if (view.getUint32(offset, true) !== ENTRY_SIGNATURE)
    throw new Error('The ZIP archive has an invalid directory entry.');
  const nameEnd = offset + 46 + view.getUint16(offset + 28, true);
  return {
    name: new TextDecoder().decode(bytes.subarray(offset + 46, nameEnd)).replaceAll('\\', '/'),
    method: view.getUint16(offset + 10, true),
    packed: view.getUint32(offset + 20, true),
    size: view.getUint32(offset + 24, true),
    offset: view.getUint32(offset + 42, true),
    next: nameEnd + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true),
  };
}

function unpack(view: DataView, bytes: Uint8Array, entry: Entry, room: number): Uint8Array {
  if (view.getUint32(entry.offset, true) !== FILE_SIGNATURE)
    throw new Error('The ZIP archive has an invalid file header.');
  const start =
    entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  const packed = bytes.subarray(start, start + entry.packed);
  if (packed.length !== entry.packed) throw new Error('The ZIP archive is truncated.');
  if (entry.method === STORED) return packed;
  if (entry.method !== DEFLATED)
    throw new Error('The ZIP archive uses a compression method that is not supported.');
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, Math.min(room, entry.size)) });
}
