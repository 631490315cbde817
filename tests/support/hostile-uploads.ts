import { gzipSync } from 'node:zlib';
import { JPG, MP4, PNG_HEAD, png, pngChunk, pngHeader, WEBM, WEBP } from './media.ts';
import { zipOf } from './zip.ts';

type Bytes = Buffer<ArrayBuffer>;

const makeZip = (files: Record<string, string | Bytes>): Bytes =>
  Buffer.from(zipOf(Object.entries(files).map(([name, content]) => ({ name, content }))));

/** Files with `isStored` must be stored, the others rejected. */
export type HostileUpload = { what: string; bytes: Bytes; name?: string; type?: string; isStored?: boolean };

const encode = (words: string, encoding: BufferEncoding = 'utf8'): Bytes => Buffer.from(words, encoding);
const concat = (...parts: (Bytes | string)[]): Bytes =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? encode(part, 'latin1') : part)));

const PICTURE = png();
const VALID_FILES = { png: PICTURE, jpg: JPG, webp: WEBP, mp4: MP4, webm: WEBM };

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
const overwrite = (bytes: Bytes, at: number, to: string): Bytes => {
  const copy = Buffer.from(bytes);
  copy.write(to, at, 'latin1');
  return copy;
};
const still = (brands: string) =>
  concat(box('ftyp', encode(brands, 'latin1')), box('meta'), box('mdat', encode('x')));

/** Formats that begin like those that are accepted. */
const RELATED_FORMATS: Record<string, Bytes> = {
  'a PNG without a header': concat(PNG_HEAD, pngChunk('IDAT'), pngChunk('IEND')),
  'a QuickTime film': overwrite(MP4, 8, 'qt  \0\0\0\0qt  qt  qt  qt  qt  '),
  'a HEIC': still('heic\0\0\0\0mif1heic'),
  'an AVIF': still('avif\0\0\0\0avifmif1'),
  'an animated AVIF': still('avis\0\0\0\0avisiso8'),
  'an MP4 with sound alone': still('M4A \0\0\0\0M4A isommp42'),
  'a Matroska': overwrite(WEBM, WEBM.indexOf('webm'), 'mkv\0'),
};

/** In a JPG, the height stands before the width. */
const withSides = (height: number, width: number): Bytes => {
  const copy = Buffer.from(JPG);
  const start = copy.indexOf(Buffer.from('ffc0', 'hex'));
  copy.writeUInt16BE(height, start + 5);
  copy.writeUInt16BE(width, start + 7);
  return copy;
};

/** Small files that take gigabytes to draw. */
const LARGE_IMAGES: Record<string, Bytes> = {
  'a PNG of more than 16,384 pixels on one side': concat(PNG_HEAD, pngHeader(16_385, 1)),
  'a PNG of more than 64 million pixels': concat(PNG_HEAD, pngHeader(8001, 8000)),
  'a JPG of more than 64 million pixels': withSides(8001, 8000),
};

const jpgComment = (body: Bytes) =>
  concat('\xff\xfe', Buffer.from([(body.length + 2) >> 8, (body.length + 2) & 255]), body);
const jpgWith = (segment: Bytes) => concat(JPG.subarray(0, 2), segment, JPG.subarray(2));

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

/** Files that begin as an image. Nothing executes the code in them. */
const IMAGES_WITH_CODE: Record<string, Bytes> = {
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
  'PDF in a text chunk of a PNG': png(undefined, [1, 1], [pngChunk('tEXt', concat('a\0', PDF))]),
  'PDF in a comment of a JPG': jpgWith(jpgComment(encode(PDF))),
  // A script reads the length of the first segment, 0x2f2a, as the start of a comment.
  'a JPG that is also a script': concat(
    '\xff\xd8\xff\xe0/*JFIF\0',
    Buffer.alloc(0x2f2a - 7),
    JPG.subarray(20),
  ),
  'HTML behind the head of a JPG': concat(JPG.subarray(0, 12) as Bytes, HTML),
  'SVG behind the head of a JPG': concat('\xff\xd8\xff\xe0', SVG),
  'HTML behind the head of an MP4': concat(MP4.subarray(0, 12) as Bytes, HTML),
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
  for (const [kind, bytes] of Object.entries(VALID_FILES)) {
    for (const [what, tail] of Object.entries(APPENDED_BYTES))
      all.push({
        what: `${kind} and ${what}`,
        bytes: concat(bytes, what === 'itself' ? bytes : tail),
        isStored: true,
      });
    for (const [what, head] of Object.entries(PREPENDED_BYTES))
      all.push({ what: `${kind} behind ${what}`, bytes: concat(head, bytes) });
  }
  for (const kind of ['png', 'webp', 'webm'] as const)
    all.push({
      what: `HTML behind the head of a ${kind}`,
      bytes: concat(VALID_FILES[kind].subarray(0, 12) as Bytes, HTML),
    });
  for (const [what, bytes] of Object.entries({ ...RELATED_FORMATS, ...LARGE_IMAGES, ...BOMBS }))
    all.push({ what, bytes });
  for (const name of FILE_NAMES)
    all.push({
      what: `a PNG called ${JSON.stringify(name.slice(0, 40))}`,
      bytes: PICTURE,
      name,
      type: 'text/html',
      isStored: true,
    });
  for (const [what, bytes] of Object.entries(IMAGES_WITH_CODE)) all.push({ what, bytes, isStored: true });
  return all;
}
