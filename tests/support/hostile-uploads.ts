import { deflateSync, gzipSync } from 'node:zlib';
import { JPG, MP4, PNG_HEAD, png, pngChunk, pngHeader, WEBM, WEBP } from './media.ts';
import { zipOf } from './zip.ts';

type Bytes = Buffer<ArrayBuffer>;

const makeZip = (files: Record<string, string | Bytes>): Bytes =>
  Buffer.from(zipOf(Object.entries(files).map(([name, content]) => ({ name, content }))));

/** Files with `isValid` must be stored, the others rejected. */
export type HostileUpload = { what: string; bytes: Bytes; name?: string; type?: string; isValid?: boolean };

const encode = (words: string, encoding: BufferEncoding = 'utf8'): Bytes => Buffer.from(words, encoding);
const concat = (...parts: (Bytes | string)[]): Bytes =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? encode(part, 'latin1') : part)));

const PICTURE = png();
const VALID_FILES = Object.entries({ png: PICTURE, jpg: JPG, webp: WEBP, mp4: MP4, webm: WEBM });

const SCRIPT =
  '<script>fetch("/api/admin/events",{headers:{authorization:localStorage.adminToken}})</script>';
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`;
const PDF = '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF';
const ZIP = makeZip({ 'index.html': HTML });

const OTHER_FORMATS: Record<string, Bytes> = {
  html: encode(HTML),
  script: encode('alert(1)//'),
  php: encode('<?php system($_GET["c"]); ?>'),
  pdf: encode(PDF),
  zip: ZIP,
  gif: concat('GIF89a', Buffer.from([1, 0, 1, 0, 0, 0, 0]), ';'),
  'gif and script': encode('GIF89a/*\0\0*/=1;alert(1)//'),
  bmp: concat('BM', Buffer.alloc(60)),
  'bmp and script': encode('BM=1;alert(1)//'),
  tiff: concat('II*\0', Buffer.alloc(60)),
  ico: concat(Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(60)),
  windows: concat('MZ', Buffer.alloc(200)),
  elf: concat('\x7fELF', Buffer.alloc(200)),
  java: Buffer.from('cafebabe00000034', 'hex'),
  shell: encode('#!/bin/sh\nrm -rf /\n'),
  gzip: gzipSync(HTML),
  mp3: concat('ID3\x04', Buffer.alloc(100)),
  ogg: concat('OggS', Buffer.alloc(100)),
  wave: concat('RIFF', Buffer.from([36, 0, 0, 0]), 'WAVEfmt ', Buffer.alloc(28)),
  avi: concat('RIFF', Buffer.from([36, 0, 0, 0]), 'AVI LIST', Buffer.alloc(28)),
  flash: concat('FWS\x05', Buffer.alloc(60)),
  zeros: Buffer.alloc(5000),
  'a byte': Buffer.from([0x89]),
  nothing: Buffer.alloc(0),
};

const SVGS: Record<string, Bytes> = {
  plain: encode(SVG),
  declared: encode(`<?xml version="1.0"?>${SVG}`),
  'with a byte order mark': encode(`\ufeff${SVG}`),
  'after white space': encode(`\n\n   ${SVG}`),
  'after a comment': encode(`<!-- PNG -->${SVG}`),
  'in UTF-16': encode(`\ufeff${SVG}`, 'utf16le'),
  'in big-endian UTF-16': encode(`\ufeff${SVG}`, 'utf16le').swap16() as Bytes,
  zipped: gzipSync(SVG),
  'with a billion laughs attack': encode(
    `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>`,
  ),
  'with an external entity': encode(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}`),
  'in HTML': encode(`<html>${SVG}</html>`),
  'behind the head of a PNG': concat(PNG_HEAD, SVG),
  'behind the head of a JPG': concat('\xff\xd8\xff\xe0', SVG),
  'behind the head of a WebP': concat('RIFF\x20\0\0\0WEBP', SVG),
};

const APPENDED_BYTES: Record<string, Bytes> = {
  zip: ZIP,
  html: encode(HTML),
  script: encode('\n/*', 'latin1'),
  pdf: encode(PDF),
  php: encode('<?php phpinfo(); ?>'),
  'a program': concat('MZ', Buffer.alloc(500)),
  'one byte': Buffer.from([0]),
  itself: Buffer.alloc(0),
};

const PREPENDED_BYTES: Record<string, Bytes> = {
  'a comment': encode('<!--'),
  'a byte order mark': Buffer.from([0xef, 0xbb, 0xbf]),
  'a line': encode('\n'),
  gif: encode('GIF89a'),
};

const box = (type: string, ...inside: Bytes[]): Bytes => {
  const body = Buffer.concat(inside);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const overwrite = (bytes: Bytes, at: number, ...to: number[]): Bytes => {
  const copy = Buffer.from(bytes);
  copy.set(to, at);
  return copy;
};
const repeat = (part: Bytes, times: number): Bytes => Buffer.concat(Array(times).fill(part));

/** A ZIP whose comment covers the `commentLength` bytes that follow it. */
function zipWithComment(commentLength: number): Bytes {
  const zip = Buffer.from(ZIP);
  zip.writeUInt16LE(commentLength, zip.length - 2);
  return zip;
}

const jpgComment = (body: Bytes) =>
  concat('\xff\xfe', Buffer.from([(body.length + 2) >> 8, (body.length + 2) & 255]), body);
const jpgWith = (segment: Bytes) => concat(JPG.subarray(0, 2), segment, JPG.subarray(2));
const idat = pngChunk('IDAT', deflateSync(Buffer.alloc(4)));
const END = pngChunk('IEND');
const HEADER = pngHeader(1, 1);
const FTYP = box('ftyp', encode('isom\0\0\0\0isom', 'latin1'));

const MALFORMED_MEDIA: Record<string, Bytes> = {
  'a PNG with a wrong checksum': overwrite(PICTURE, 30, 0xff),
  'a PNG whose chunk is endless': concat(PNG_HEAD, HEADER, Buffer.from('ffffffff49444154', 'hex')),
  'a PNG without a header': concat(PNG_HEAD, idat, END),
  'a PNG with two headers': concat(PNG_HEAD, HEADER, HEADER, idat, END),
  'a PNG without a picture': concat(PNG_HEAD, HEADER, END),
  'a PNG of no size': concat(PNG_HEAD, pngHeader(0, 5), idat, END),
  'a PNG whose IEND chunk has data': concat(PNG_HEAD, HEADER, idat, pngChunk('IEND', HTML)),
  'a PNG with a text chunk between its data chunks': concat(
    PNG_HEAD,
    HEADER,
    idat,
    pngChunk('tEXt', 'a\0b'),
    idat,
    END,
  ),
  'a PNG with an unknown chunk': concat(PNG_HEAD, HEADER, pngChunk('EVIL', HTML), idat, END),
  'a PNG whose data is not compressed': concat(PNG_HEAD, HEADER, pngChunk('IDAT', HTML), END),
  'a PNG of 300,000 chunks': concat(PNG_HEAD, HEADER, repeat(pngChunk('tEXt'), 300_000), idat, END),
  'a PNG of 30,000 by 30,000': concat(PNG_HEAD, pngHeader(30_000, 30_000), idat, END),
  'a PNG of 16,000 by 16,000': concat(PNG_HEAD, pngHeader(16_000, 16_000), idat, END),
  'a PNG with a ZIP in a text chunk': concat(
    PNG_HEAD,
    HEADER,
    idat,
    pngChunk('tEXt', concat('a\0', zipWithComment(16))),
    END,
  ),
  'a PNG with a PDF in a text chunk': png(undefined, [1, 1], [pngChunk('tEXt', concat('a\0', PDF))]),
  'a JPG with a PDF in a comment': jpgWith(jpgComment(encode(PDF))),
  'a JPG with a ZIP in its last bytes': concat(
    JPG.subarray(0, -2),
    jpgComment(zipWithComment(2)),
    JPG.subarray(-2),
  ),
  // A script reads the length of the first segment, 0x2f2a, as the start of a comment.
  'a JPG that is also a script': concat(
    '\xff\xd8\xff\xe0/*JFIF\0',
    Buffer.alloc(0x2f2a - 7),
    JPG.subarray(20),
  ),
  'a JPG whose segment has no length': jpgWith(Buffer.from('ffe10000', 'hex')),
  'a JPG with a segment longer than the file': jpgWith(Buffer.from('ffe1ffff', 'hex')),
  'a JPG with something between segments': jpgWith(encode('<b>')),
  'a JPG that ends at once': Buffer.from('ffd8ffd9', 'hex'),
  'a JPG of markers alone': concat('\xff\xd8', Buffer.alloc(300_000, 0xff)),
  'a JPG followed by a second JPG': concat(JPG, JPG),
  'a WebP that claims to be longer': overwrite(WEBP, 4, 0xff, 0xff),
  'a WebP that claims to be shorter': overwrite(WEBP, 4, 0x10, 0),
  'a WebP with a chunk longer than the file': overwrite(WEBP, 16, 0xff, 0xff, 0xff, 0x7f),
  'a WebP without image data': concat('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0', Buffer.alloc(10)),
  'a WebP without the VP8 start code': overwrite(WEBP, WEBP.indexOf(Buffer.from('9d012a', 'hex')), 0, 0, 0),
  'an MP4 with only a file type box': FTYP,
  'an MP4 without a video track': concat(FTYP, box('moov'), box('mdat', encode('x'))),
  'an MP4 with sound alone': concat(
    FTYP,
    box('moov', box('trak', box('mdia', box('hdlr', encode('\0\0\0\0\0\0\0\0soun', 'latin1'))))),
    box('mdat', encode('x')),
  ),
  'an MP4 whose box has no end': concat(FTYP, Buffer.from('000000006d646174', 'hex'), HTML),
  'an MP4 with a box of 2^63 bytes': concat(FTYP, Buffer.from('000000016d6461748000000000000000', 'hex')),
  'an MP4 of 300,000 boxes': concat(FTYP, repeat(box('free'), 300_000)),
  'an MP4 in an MP4 in an MP4': concat(
    FTYP,
    Array.from({ length: 2000 }).reduce<Bytes>((inside) => box('moov', inside), Buffer.alloc(0)),
  ),
  'an MP4 with an unknown box': concat(MP4, box('evil', encode(HTML))),
  'an MP4 with a ZIP in a free box': concat(MP4, box('free', ZIP)),
  'a QuickTime film': overwrite(MP4, 8, ...encode('qt  \0\0\0\0qt  qt  qt  qt  qt  ', 'latin1')).subarray(),
  'a HEIC': concat(
    box('ftyp', encode('heic\0\0\0\0mif1heic', 'latin1')),
    box('meta'),
    box('mdat', encode('x')),
  ),
  'an AVIF': concat(
    box('ftyp', encode('avif\0\0\0\0avifmif1', 'latin1')),
    box('meta'),
    box('mdat', encode('x')),
  ),
  'a Matroska': (() => {
    const bytes = Buffer.from(WEBM);
    const at = bytes.indexOf('webm');
    return overwrite(bytes, at, ...encode('mkv\0'));
  })(),
  'a WebM with only its header': WEBM.subarray(0, WEBM.indexOf(Buffer.from('18538067', 'hex'))) as Bytes,
  'a WebM with an attachment': concat(WEBM, Buffer.from('1941a46984', 'hex'), 'evil'),
  'a WebM with an element longer than the file': overwrite(
    WEBM,
    4,
    0x01,
    0xff,
    0xff,
    0xff,
    0xff,
    0xff,
    0xff,
    0xff,
  ),
  'a WebM with 300,000 void elements': concat(
    WEBM.subarray(0, WEBM.indexOf(Buffer.from('18538067', 'hex'))) as Bytes,
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    repeat(Buffer.from('ec80', 'hex'), 300_000),
  ),
};

const BOMBS: Record<string, Bytes> = {
  'gzip of 20 MB of zeros': gzipSync(Buffer.alloc(20_000_000)),
  'zip of 20 MB of zeros': makeZip({ 'a.png': Buffer.alloc(20_000_000) }),
  'zip in a zip': makeZip({ 'a.zip': makeZip({ 'b.zip': makeZip({ c: Buffer.alloc(2_000_000) }) }) }),
};

/** All of these are accepted. */
const FILE_NAMES = [
  'a.png.html',
  'a.html',
  'a.php;.png',
  '../../etc/passwd',
  '..\\..\\start.exe',
  '/etc/passwd',
  'C:\\bild.png',
  'a.png\0.html',
  'x'.repeat(5000),
  '.htaccess',
  '',
  'bild\u202egnp.exe',
  'a"; filename="b.html',
  'CON.png',
  '__proto__',
  `${'0'.repeat(64)}.png`,
  `<img src=x onerror=alert(1)>.png`,
];

/** Valid files with code that nothing executes. */
const VALID_WITH_CODE: Record<string, Bytes> = {
  'HTML in a text chunk of a PNG': png(undefined, [1, 1], [pngChunk('tEXt', concat('Comment\0', HTML))]),
  'SVG in an international text chunk of a PNG': png(
    undefined,
    [1, 1],
    [pngChunk('iTXt', concat('XML:com.adobe.xmp\0\0\0\0\0', SVG))],
  ),
  'HTML in the EXIF of a PNG': png(undefined, [1, 1], [pngChunk('eXIf', concat('MM\0*', HTML))]),
  'HTML in a comment of a JPG': jpgWith(jpgComment(encode(HTML))),
  'PHP in the EXIF of a JPG': jpgWith(
    concat('\xff\xe1', Buffer.from([0, 40]), 'Exif\0\0', '<?php phpinfo();?>'.padEnd(32, ' ')),
  ),
};

export function hostileUploads(): HostileUpload[] {
  const all: HostileUpload[] = [];
  for (const [what, bytes] of Object.entries(OTHER_FORMATS)) {
    all.push({ what: `${what} called bild.png`, bytes, name: 'bild.png', type: 'image/png' });
    all.push({ what: `${what} called film.mp4`, bytes, name: 'film.mp4', type: 'video/mp4' });
  }
  for (const [what, bytes] of Object.entries(SVGS)) {
    all.push({ what: `SVG ${what}`, bytes, name: 'bild.svg', type: 'image/svg+xml' });
    all.push({ what: `SVG ${what} called a PNG`, bytes, name: 'bild.svg.png', type: 'image/png' });
  }
  for (const [kind, bytes] of VALID_FILES) {
    for (const part of [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97])
      all.push({
        what: `${kind} cut at ${part}`,
        bytes: bytes.subarray(0, Math.ceil(bytes.length * part)) as Bytes,
      });
    for (const missingBytes of [1, 2, 3])
      all.push({
        what: `${kind} without its last ${missingBytes}`,
        bytes: bytes.subarray(0, -missingBytes) as Bytes,
      });
    for (const [what, tail] of Object.entries(APPENDED_BYTES))
      all.push({ what: `${kind} and ${what}`, bytes: concat(bytes, what === 'itself' ? bytes : tail) });
    for (const [what, head] of Object.entries(PREPENDED_BYTES))
      all.push({ what: `${kind} behind ${what}`, bytes: concat(head, bytes) });
    all.push({
      what: `HTML behind the head of a ${kind}`,
      bytes: concat(bytes.subarray(0, 12) as Bytes, HTML),
    });
    all.push({ what: `the head of a ${kind}`, bytes: bytes.subarray(0, 12) as Bytes });
  }
  for (const [what, bytes] of Object.entries({ ...MALFORMED_MEDIA, ...BOMBS })) all.push({ what, bytes });
  for (const name of FILE_NAMES)
    all.push({
      what: `a PNG called ${JSON.stringify(name.slice(0, 40))}`,
      bytes: PICTURE,
      name,
      type: 'text/html',
      isValid: true,
    });
  for (const [what, bytes] of Object.entries(VALID_WITH_CODE)) all.push({ what, bytes, isValid: true });
  return all;
}
