type Sides = { width: number; height: number };

/** `head` are the first bytes of the file. Undefined if they do not have the sides. */
export const SIDES = {
  png: (head: Buffer): Sides | undefined =>
    head.length < 24 ? undefined : { width: head.readUInt32BE(16), height: head.readUInt32BE(20) },
  jpg: sidesOfJpg,
  webp: sidesOfWebp,
};

/** Segments are a marker and a length. The frame, of which there are several kinds, has the sides. */
function sidesOfJpg(head: Buffer): Sides | undefined {
  for (let offset = 2; offset + 9 <= head.length && head[offset] === 0xff; ) {
    const marker = head[offset + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: head.readUInt16BE(offset + 5), width: head.readUInt16BE(offset + 7) };
    // Markers may be preceded by fill bytes.
    offset += marker === 0xff ? 1 : 2 + head.readUInt16BE(offset + 2);
  }
  return undefined;
}

/** https://developers.google.com/speed/webp/docs/riff_container */
function sidesOfWebp(head: Buffer): Sides | undefined {
  if (head.length < 30) return undefined;
  const format = head.toString('latin1', 12, 16);
  if (format === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (format === 'VP8 ')
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  const bits = head.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
}
