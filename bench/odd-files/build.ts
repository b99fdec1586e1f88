import { readFileSync } from "node:fs";
import { crc32, deflateRawSync, deflateSync } from "node:zlib";

/** An input of this repository's fixtures, by its case. */
export function fixture(path: string): Uint8Array {
  return readFileSync(new URL(`../../fixtures/${path}`, import.meta.url));
}

/** Parts of a PNG file that can be made wrong. */
export interface PngFlaws {
  /** The size in the header, if it differs from the real one. */
  readonly claims?: readonly [widthPx: number, heightPx: number];
  readonly wrongChecksums?: true;
}

/** A PNG file of one grey. */
export function png(widthPx: number, heightPx: number, flaws: PngFlaws = {}): Uint8Array {
  const header = Buffer.alloc(13);
  const [claimedWidth, claimedHeight] = flaws.claims ?? [widthPx, heightPx];
  header.writeUInt32BE(claimedWidth, 0);
  header.writeUInt32BE(claimedHeight, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((widthPx + 1) * heightPx, 0x7f);
  for (let row = 0; row < heightPx; row += 1) rows[row * (widthPx + 1)] = 0;
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const sum = flaws.wrongChecksums === true ? 1 : crc32(body);
    return Buffer.concat([uint32(data.length), body, uint32(sum)]);
  };
  return Buffer.concat([
    Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A ZIP file of these members, packed (APPNOTE 4.3). */
export function zip(members: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, data] of Object.entries(members)) {
    const name = Buffer.from(path);
    const content = Buffer.from(data as string);
    const packed = deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x0800, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE((44 << 9) | (3 << 5) | 1, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\0", "latin1"), facts, place, name);
    local.push(Buffer.from("PK\x03\x04", "latin1"), facts, name, packed);
    at += 4 + facts.length + name.length + packed.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(Object.keys(members).length, 8);
  end.writeUInt16LE(Object.keys(members).length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, entries, end]);
}

const namespaces = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A DOCX file whose document is this XML. */
export function docx(body: string | Uint8Array): Uint8Array {
  const types = "http://schemas.openxmlformats.org/package/2006/content-types";
  const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const main = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";
  return zip({
    "[Content_Types].xml": `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`,
    "_rels/.rels": `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    "word/document.xml": body,
  });
}

/** The XML of a document of one paragraph. */
export function paragraph(words: string): string {
  return `<w:document ${namespaces}><w:body><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:body></w:document>`;
}
