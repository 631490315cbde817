import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const FILE = 0x04034b50;
const END_SIZE = 22;
const COMMENT_MAX = 0xffff;
const STORED = 0;
const DEFLATED = 8;

type Limits = { maxTotal: number; maxEntries: number; wanted: (name: string) => boolean };

/**
 * Returns the wanted entries of a ZIP archive by name. Throws if they exceed `maxTotal` bytes, either by the sizes in
 * the directory or when unpacked: a small file can unpack to gigabytes.
 */
export function unzip(bytes: Uint8Array, { maxTotal, maxEntries, wanted }: Limits): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  if (count > maxEntries) throw new Error('The ZIP archive has too many entries.');

  const files = new Map<string, Uint8Array>();
  let room = maxTotal;
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    const entry = readEntry(view, bytes, at);
    at = entry.next;
    if (!wanted(entry.name) || files.has(entry.name)) continue;
    if (entry.size > room) throw new Error('The ZIP archive is too large when unpacked.');
    const content = unpack(view, bytes, entry, room);
    room -= content.length;
    files.set(entry.name, content);
  }
  return files;
}

function endOfDirectory(view: DataView): number {
  const last = view.byteLength - END_SIZE;
  for (let at = last; at >= 0 && at >= last - COMMENT_MAX; at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw new Error('The ZIP archive has no end of central directory.');
}

type Entry = { name: string; method: number; packed: number; size: number; offset: number; next: number };

function readEntry(view: DataView, bytes: Uint8Array, at: number): Entry {
  if (view.getUint32(at, true) !== ENTRY) throw new Error('The ZIP archive has an invalid directory entry.');
  const nameEnd = at + 46 + view.getUint16(at + 28, true);
  return {
    name: new TextDecoder().decode(bytes.subarray(at + 46, nameEnd)).replaceAll('\\', '/'),
    method: view.getUint16(at + 10, true),
    packed: view.getUint32(at + 20, true),
    size: view.getUint32(at + 24, true),
    offset: view.getUint32(at + 42, true),
    next: nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true),
  };
}

function unpack(view: DataView, bytes: Uint8Array, entry: Entry, room: number): Uint8Array {
  if (view.getUint32(entry.offset, true) !== FILE)
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
