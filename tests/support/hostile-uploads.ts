import { deflateSync, gzipSync } from 'node:zlib';
import { JPG, MP4, PNG_HEAD, png, pngChunk, pngHeader, WEBM, WEBP } from './media';
import { zipOf } from './zip';

type Bytes = Buffer<ArrayBuffer>;

const makeZip = (files: Record<string, string | Bytes>): Bytes =>
  Buffer.from(zipOf(Object.entries(files).map(([name, content]) => ({ name, content }))));

/** Files with `isValid` must be stored, the others rejected. */
export type HostileUpload = { what: string; bytes: Bytes; name?: string; type?: string; isValid?: boolean };

const text = (words: string, encoding: BufferEncoding = 'utf8'): Bytes => Buffer.from(words, encoding);
const join = (...parts: (Bytes | string)[]): Bytes =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? text(part, 'latin1') : part)));

const PICTURE = png();
const GOOD = { png: PICTURE, jpg: JPG, webp: WEBP, mp4: MP4, webm: WEBM } as const;
const kinds = Object.entries(GOOD);

const SCRIPT =
  '<script>fetch("/api/admin/events",{headers:{authorization:localStorage.adminToken}})</script>';
const HTML = `<!doctype html><html><body>${SCRIPT}</body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}</svg>`;
const PDF = '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n%%EOF';
const ZIP = makeZip({ 'index.html': HTML });

const OTHERS: Record<string, Bytes> = {
  html: text(HTML),
  script: text('alert(1)//'),
  php: text('<?php system($_GET["c"]); ?>'),
  pdf: text(PDF),
  zip: ZIP,
  gif: join('GIF89a', Buffer.from([1, 0, 1, 0, 0, 0, 0]), ';'),
  'gif and script': text('GIF89a/*\0\0*/=1;alert(1)//'),
  bmp: join('BM', Buffer.alloc(60)),
  'bmp and script': text('BM=1;alert(1)//'),
  tiff: join('II*\0', Buffer.alloc(60)),
  ico: join(Buffer.from([0, 0, 1, 0, 1, 0]), Buffer.alloc(60)),
  windows: join('MZ', Buffer.alloc(200)),
  elf: join('\x7fELF', Buffer.alloc(200)),
  java: Buffer.from('cafebabe00000034', 'hex'),
  shell: text('#!/bin/sh\nrm -rf /\n'),
  gzip: gzipSync(HTML),
  mp3: join('ID3\x04', Buffer.alloc(100)),
  ogg: join('OggS', Buffer.alloc(100)),
  wave: join('RIFF', Buffer.from([36, 0, 0, 0]), 'WAVEfmt ', Buffer.alloc(28)),
  avi: join('RIFF', Buffer.from([36, 0, 0, 0]), 'AVI LIST', Buffer.alloc(28)),
  flash: join('FWS\x05', Buffer.alloc(60)),
  zeros: Buffer.alloc(5000),
  'a byte': Buffer.from([0x89]),
  nothing: Buffer.alloc(0),
};

const SVGS: Record<string, Bytes> = {
  plain: text(SVG),
  declared: text(`<?xml version="1.0"?>${SVG}`),
  'with a mark': text(`\ufeff${SVG}`),
  'after white space': text(`\n\n   ${SVG}`),
  'after a comment': text(`<!-- PNG -->${SVG}`),
  'in UTF-16': text(`\ufeff${SVG}`, 'utf16le'),
  'in UTF-16, the other way': text(`\ufeff${SVG}`, 'utf16le').swap16() as Bytes,
  zipped: gzipSync(SVG),
  'of a billion laughs': text(
    `<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><svg xmlns="http://www.w3.org/2000/svg">&b;</svg>`,
  ),
  'that asks elsewhere': text(`<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${SVG}`),
  'in HTML': text(`<html>${SVG}</html>`),
  'behind the head of a PNG': join(PNG_HEAD, SVG),
  'behind the head of a JPG': join('\xff\xd8\xff\xe0', SVG),
  'behind the head of a WebP': join('RIFF\x20\0\0\0WEBP', SVG),
};

const TAILS: Record<string, Bytes> = {
  zip: ZIP,
  html: text(HTML),
  script: text('\n/*', 'latin1'),
  pdf: text(PDF),
  php: text('<?php phpinfo(); ?>'),
  'a program': join('MZ', Buffer.alloc(500)),
  'one byte': Buffer.from([0]),
  itself: Buffer.alloc(0),
};

const HEADS: Record<string, Bytes> = {
  'a comment': text('<!--'),
  'a mark': Buffer.from([0xef, 0xbb, 0xbf]),
  'a line': text('\n'),
  gif: text('GIF89a'),
};

const box = (type: string, ...inside: Bytes[]): Bytes => {
  const body = Buffer.concat(inside);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
};
const changed = (bytes: Bytes, at: number, ...to: number[]): Bytes => {
  const copy = Buffer.from(bytes);
  copy.set(to, at);
  return copy;
};
const repeated = (part: Bytes, times: number): Bytes => Buffer.concat(Array(times).fill(part));

/** The comment can cover the bytes that follow. */
function zipEnding(comment: number): Bytes {
  const zip = Buffer.from(ZIP);
  zip.writeUInt16LE(comment, zip.length - 2);
  return zip;
}

const comment = (body: Bytes) =>
  join('\xff\xfe', Buffer.from([(body.length + 2) >> 8, (body.length + 2) & 255]), body);
const inJpg = (segment: Bytes) => join(JPG.subarray(0, 2), segment, JPG.subarray(2));
const idat = pngChunk('IDAT', deflateSync(Buffer.alloc(4)));
const END = pngChunk('IEND');
const HEADER = pngHeader(1, 1);
const FTYP = box('ftyp', text('isom\0\0\0\0isom', 'latin1'));

const BROKEN: Record<string, Bytes> = {
  'a PNG with a wrong checksum': changed(PICTURE, 30, 0xff),
  'a PNG whose chunk is endless': join(PNG_HEAD, HEADER, Buffer.from('ffffffff49444154', 'hex')),
  'a PNG without a header': join(PNG_HEAD, idat, END),
  'a PNG with two headers': join(PNG_HEAD, HEADER, HEADER, idat, END),
  'a PNG without a picture': join(PNG_HEAD, HEADER, END),
  'a PNG of no size': join(PNG_HEAD, pngHeader(0, 5), idat, END),
  'a PNG whose end holds something': join(PNG_HEAD, HEADER, idat, pngChunk('IEND', HTML)),
  'a PNG in pieces': join(PNG_HEAD, HEADER, idat, pngChunk('tEXt', 'a\0b'), idat, END),
  'a PNG with a chunk that nobody knows': join(PNG_HEAD, HEADER, pngChunk('EVIL', HTML), idat, END),
  'a PNG that is not packed': join(PNG_HEAD, HEADER, pngChunk('IDAT', HTML), END),
  'a PNG of 300,000 chunks': join(PNG_HEAD, HEADER, repeated(pngChunk('tEXt'), 300_000), idat, END),
  'a PNG of 30,000 by 30,000': join(PNG_HEAD, pngHeader(30_000, 30_000), idat, END),
  'a PNG of 16,000 by 16,000': join(PNG_HEAD, pngHeader(16_000, 16_000), idat, END),
  'a PNG and a ZIP in a text of it': join(
    PNG_HEAD,
    HEADER,
    idat,
    pngChunk('tEXt', join('a\0', zipEnding(16))),
    END,
  ),
  'a PNG and a PDF in a text of it': png(undefined, [1, 1], [pngChunk('tEXt', join('a\0', PDF))]),
  'a JPG and a PDF in a comment of it': inJpg(comment(text(PDF))),
  'a JPG and a ZIP in its last bytes': join(JPG.subarray(0, -2), comment(zipEnding(2)), JPG.subarray(-2)),
  'a JPG and a script': join('\xff\xd8\xff\xe0/*JFIF\0', Buffer.alloc(0x2f2a - 7), JPG.subarray(20)),
  'a JPG whose segment has no length': inJpg(Buffer.from('ffe10000', 'hex')),
  'a JPG whose segment is longer than it': inJpg(Buffer.from('ffe1ffff', 'hex')),
  'a JPG with something between segments': inJpg(text('<b>')),
  'a JPG that ends at once': Buffer.from('ffd8ffd9', 'hex'),
  'a JPG of nothing but marks': join('\xff\xd8', Buffer.alloc(300_000, 0xff)),
  'a JPG with a second one that it does not speak of': join(JPG, JPG),
  'a WebP that says it is longer': changed(WEBP, 4, 0xff, 0xff),
  'a WebP that says it is shorter': changed(WEBP, 4, 0x10, 0),
  'a WebP whose chunk is longer than it': changed(WEBP, 16, 0xff, 0xff, 0xff, 0x7f),
  'a WebP of a canvas alone': join('RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0', Buffer.alloc(10)),
  'a WebP of another packing': changed(WEBP, WEBP.indexOf(Buffer.from('9d012a', 'hex')), 0, 0, 0),
  'an MP4 of its kind alone': FTYP,
  'an MP4 without a film': join(FTYP, box('moov'), box('mdat', text('x'))),
  'an MP4 of sound': join(
    FTYP,
    box('moov', box('trak', box('mdia', box('hdlr', text('\0\0\0\0\0\0\0\0soun', 'latin1'))))),
    box('mdat', text('x')),
  ),
  'an MP4 whose box has no end': join(FTYP, Buffer.from('000000006d646174', 'hex'), HTML),
  'an MP4 whose box is of 2^63': join(FTYP, Buffer.from('000000016d6461748000000000000000', 'hex')),
  'an MP4 of 300,000 boxes': join(FTYP, repeated(box('free'), 300_000)),
  'an MP4 in an MP4 in an MP4': join(
    FTYP,
    Array.from({ length: 2000 }).reduce<Bytes>((inside) => box('moov', inside), Buffer.alloc(0)),
  ),
  'an MP4 with a box that nobody knows': join(MP4, box('evil', text(HTML))),
  'an MP4 with a ZIP in what is left out': join(MP4, box('free', ZIP)),
  'a film of QuickTime': changed(MP4, 8, ...text('qt  \0\0\0\0qt  qt  qt  qt  qt  ', 'latin1')).subarray(),
  'a HEIC': join(box('ftyp', text('heic\0\0\0\0mif1heic', 'latin1')), box('meta'), box('mdat', text('x'))),
  'an AVIF': join(box('ftyp', text('avif\0\0\0\0avifmif1', 'latin1')), box('meta'), box('mdat', text('x'))),
  'a Matroska': (() => {
    const bytes = Buffer.from(WEBM);
    const at = bytes.indexOf('webm');
    return changed(bytes, at, ...text('mkv\0'));
  })(),
  'a WebM of its head alone': WEBM.subarray(0, WEBM.indexOf(Buffer.from('18538067', 'hex'))) as Bytes,
  'a WebM with an attachment': join(WEBM, Buffer.from('1941a46984', 'hex'), 'evil'),
  'a WebM whose element is longer than it': changed(WEBM, 4, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff),
  'a WebM of 300,000 voids': join(
    WEBM.subarray(0, WEBM.indexOf(Buffer.from('18538067', 'hex'))) as Bytes,
    Buffer.from('1853806701ffffffffffffff', 'hex'),
    repeated(Buffer.from('ec80', 'hex'), 300_000),
  ),
};

const BOMBS: Record<string, Bytes> = {
  'gzip of 20 MB of nothing': gzipSync(Buffer.alloc(20_000_000)),
  'zip of 20 MB of nothing': makeZip({ 'a.png': Buffer.alloc(20_000_000) }),
  'zip in a zip': makeZip({ 'a.zip': makeZip({ 'b.zip': makeZip({ c: Buffer.alloc(2_000_000) }) }) }),
};

/** All of these are accepted. */
const NAMES = [
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
const INERT: Record<string, Bytes> = {
  'HTML in a text of a PNG': png(undefined, [1, 1], [pngChunk('tEXt', join('Comment\0', HTML))]),
  'SVG in an international text of a PNG': png(
    undefined,
    [1, 1],
    [pngChunk('iTXt', join('XML:com.adobe.xmp\0\0\0\0\0', SVG))],
  ),
  'HTML in the EXIF of a PNG': png(undefined, [1, 1], [pngChunk('eXIf', join('MM\0*', HTML))]),
  'HTML in a comment of a JPG': inJpg(comment(text(HTML))),
  'PHP in the EXIF of a JPG': inJpg(
    join('\xff\xe1', Buffer.from([0, 40]), 'Exif\0\0', '<?php phpinfo();?>'.padEnd(32, ' ')),
  ),
};

export function hostileUploads(): HostileUpload[] {
  const all: HostileUpload[] = [];
  for (const [what, bytes] of Object.entries(OTHERS)) {
    all.push({ what: `${what} called bild.png`, bytes, name: 'bild.png', type: 'image/png' });
    all.push({ what: `${what} called film.mp4`, bytes, name: 'film.mp4', type: 'video/mp4' });
  }
  for (const [what, bytes] of Object.entries(SVGS)) {
    all.push({ what: `SVG ${what}`, bytes, name: 'bild.svg', type: 'image/svg+xml' });
    all.push({ what: `SVG ${what} called a PNG`, bytes, name: 'bild.svg.png', type: 'image/png' });
  }
  for (const [kind, bytes] of kinds) {
    for (const part of [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97])
      all.push({
        what: `${kind} cut at ${part}`,
        bytes: bytes.subarray(0, Math.ceil(bytes.length * part)) as Bytes,
      });
    for (const less of [1, 2, 3])
      all.push({ what: `${kind} without its last ${less}`, bytes: bytes.subarray(0, -less) as Bytes });
    for (const [what, tail] of Object.entries(TAILS))
      all.push({ what: `${kind} and ${what}`, bytes: join(bytes, what === 'itself' ? bytes : tail) });
    for (const [what, head] of Object.entries(HEADS))
      all.push({ what: `${kind} behind ${what}`, bytes: join(head, bytes) });
    all.push({
      what: `HTML behind the head of a ${kind}`,
      bytes: join(bytes.subarray(0, 12) as Bytes, HTML),
    });
    all.push({ what: `the head of a ${kind}`, bytes: bytes.subarray(0, 12) as Bytes });
  }
  for (const [what, bytes] of Object.entries({ ...BROKEN, ...BOMBS })) all.push({ what, bytes });
  for (const name of NAMES)
    all.push({
      what: `a PNG called ${JSON.stringify(name.slice(0, 40))}`,
      bytes: PICTURE,
      name,
      type: 'text/html',
      isValid: true,
    });
  for (const [what, bytes] of Object.entries(INERT)) all.push({ what, bytes, isValid: true });
  return all;
}
