import { crc32, deflateRawSync } from 'node:zlib';

/** `claimedSize` is a false uncompressed size for the directory. */
export function zipOf(
  entries: { name: string; content: string | Uint8Array; claimedSize?: number }[],
): Uint8Array {
  const parts: Buffer[] = [];
  const directoryParts: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimedSize } of entries) {
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw);
    const nameBytes = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(raw), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedSize ?? raw.length, 18);
    common.writeUInt16LE(nameBytes.length, 22);
    const centralFields = Buffer.alloc(14);
    centralFields.writeUInt32LE(offset, 10);
    directoryParts.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, centralFields, nameBytes);
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes, packed]);
    parts.push(file);
    offset += file.length;
  }
  const centralDirectory = Buffer.concat(directoryParts);
  const endRecord = Buffer.alloc(22);
  endRecord.writeUInt32LE(0x06054b50, 0);
  endRecord.writeUInt16LE(entries.length, 8);
  endRecord.writeUInt16LE(entries.length, 10);
  endRecord.writeUInt32LE(centralDirectory.length, 12);
  endRecord.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, centralDirectory, endRecord]);
}

const TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>';
const BOOK =
  '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="E" sheetId="1" r:id="rId1"/></sheets></workbook>';
const RELATIONS =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>';

export function xlsxOf(
  sheet: string,
  { claimedSize, shared = [] }: { claimedSize?: number; shared?: string[] } = {},
): Uint8Array {
  const strings = shared.map((text) => `<si><t>${text}</t></si>`).join('');
  return zipOf([
    { name: '[Content_Types].xml', content: TYPES },
    { name: 'xl/workbook.xml', content: BOOK },
    { name: 'xl/_rels/workbook.xml.rels', content: RELATIONS },
    { name: 'xl/sharedStrings.xml', content: `<sst>${strings}</sst>` },
    { name: 'xl/worksheets/sheet1.xml', content: sheet, claimedSize },
  ]);
}
