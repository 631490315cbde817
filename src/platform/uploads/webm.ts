import { type Bytes, createPartCounter, expect } from './bytes.ts';

const EBML = 0x1a45dfa3;
const DOC_TYPE = 0x4282;
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const CODEC = 0x86;
const VOID = 0xec;
const CRC = 0xbf;
/** SeekHead, Info, Cues, Chapters, Tags. WebM has no attachments. */
const SEGMENT_CHILDREN = new Set([
  0x114d9b74,
  0x1549a966,
  0x1c53bb6b,
  0x1043a770,
  0x1254c367,
  TRACKS,
  CLUSTER,
  VOID,
  CRC,
]);
/** Timestamp, SilentTracks, Position, PrevSize, SimpleBlock, BlockGroup, EncryptedBlock. */
const CLUSTER_CHILDREN = new Set([0xe7, 0x5854, 0xa7, 0xab, 0xa3, 0xa0, 0xaf, VOID, CRC]);
const VIDEO_TRACK = 1;

/** `body` and `end` are offsets in the file. */
type Element = { id: number; body: number; end: number; isSizeUnknown: boolean };

/**
 * Checks the structure of a WebM, element by element. The segment must end with the file, and there must be a video
 * track. Throws `MalformedFile`.
 */
export async function walkWebm(bytes: Bytes): Promise<void> {
  const countPart = createPartCounter();
  const head = await elementAt(bytes, 0, bytes.size);
  expect(head.id === EBML && !head.isSizeUnknown, 'The EBML header is missing.');
  await expectWebm(bytes, head, countPart);
  const segment = await elementAt(bytes, head.end, bytes.size);
  expect(segment.id === SEGMENT, 'There is no segment.');
  expect(segment.end === bytes.size, 'There is data after the segment.');

  let hasVideo = false;
  let clusters = 0;
  for (let offset = segment.body; offset < segment.end; ) {
    countPart();
    const element = await elementAt(bytes, offset, segment.end);
    expect(SEGMENT_CHILDREN.has(element.id), 'An element is unknown.');
    expect(!element.isSizeUnknown || element.id === CLUSTER, 'An element has no size.');
    if (element.id === TRACKS) hasVideo ||= await hasVideoTrack(bytes, element, countPart);
    if (element.id === CLUSTER) clusters++;
    offset = element.isSizeUnknown ? await endOfCluster(bytes, element, countPart) : element.end;
  }
  expect(hasVideo && clusters > 0, 'There is no video.');
}

async function expectWebm(bytes: Bytes, head: Element, countPart: () => void): Promise<void> {
  expect(head.end - head.body <= 1024, 'The EBML header is too long.');
  for await (const { id, body, end } of children(bytes, head, countPart)) {
    if (id === DOC_TYPE)
      return expect((await readText(bytes, body, end)) === 'webm', 'The file is not a WebM.');
  }
  expect(false, 'The document type is missing.');
}

/** The codec must be one that WebM allows. */
async function hasVideoTrack(bytes: Bytes, tracks: Element, countPart: () => void): Promise<boolean> {
  for await (const track of children(bytes, tracks, countPart)) {
    if (track.id !== TRACK_ENTRY) continue;
    let type = 0;
    let codec = '';
    for await (const { id, body, end } of children(bytes, track, countPart)) {
      if (id === TRACK_TYPE && end - body === 1) type = (await bytes.read(body, 1))[0] ?? 0;
      if (id === CODEC) codec = await readText(bytes, body, end);
    }
    if (type === VIDEO_TRACK && /^V_(VP8|VP9|AV1)$/.test(codec)) return true;
  }
  return false;
}

/** A live-recorded cluster has no size. It ends where the next element of the segment starts. */
async function endOfCluster(bytes: Bytes, cluster: Element, countPart: () => void): Promise<number> {
  let offset = cluster.body;
  while (offset < cluster.end) {
    countPart();
    const element = await elementAt(bytes, offset, cluster.end);
    if (SEGMENT_CHILDREN.has(element.id) && element.id !== VOID && element.id !== CRC) return offset;
    expect(CLUSTER_CHILDREN.has(element.id) && !element.isSizeUnknown, 'An element is unknown.');
    offset = element.end;
  }
  return offset;
}

async function* children(bytes: Bytes, parent: Element, countPart: () => void): AsyncGenerator<Element> {
  expect(!parent.isSizeUnknown, 'An element has no size.');
  for (let offset = parent.body; offset < parent.end; ) {
    countPart();
    const element = await elementAt(bytes, offset, parent.end);
    expect(!element.isSizeUnknown, 'An element has no size.');
    yield element;
    offset = element.end;
  }
}

async function readText(bytes: Bytes, start: number, end: number): Promise<string> {
  expect(end - start <= 64, 'A text is too long.');
  return (await bytes.read(start, end - start)).toString('latin1').replace(/\0+$/, '');
}

async function elementAt(bytes: Bytes, offset: number, end: number): Promise<Element> {
  const head = (await bytes.readBuffered(offset, 12)).subarray(0, Math.min(12, end - offset));
  const idLength = Math.clz32(head[0] ?? 0) - 23;
  expect(idLength <= 4 && idLength < head.length, 'The id of an element is invalid.');
  const sizeLength = Math.clz32(head[idLength] ?? 0) - 23;
  expect(sizeLength <= 8 && idLength + sizeLength <= head.length, 'The size of an element is invalid.');
  const isSizeUnknown = isUnknownSize(head.subarray(idLength, idLength + sizeLength));
  const body = offset + idLength + sizeLength;
  const size = isSizeUnknown ? end - body : sizeOf(head.subarray(idLength, idLength + sizeLength));
  expect(body + size <= end, 'An element is larger than its parent.');
  return { id: head.readUIntBE(0, idLength), body, end: body + size, isSizeUnknown };
}

/** The leading zero bits of a variable-length integer encode its length. */
const sizeOf = (bytes: Buffer): number =>
  bytes.reduce((sum, byte, index) => (index === 0 ? byte & (0xff >> bytes.length) : sum * 256 + byte), 0);

const isUnknownSize = (bytes: Buffer): boolean =>
  bytes.every((byte, index) => byte === (index === 0 ? 0x1ff >> bytes.length : 0xff));
