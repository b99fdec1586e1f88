import { crc32, deflateRawSync, deflateSync, gzipSync } from "node:zlib";

/** A small document that no other call has made. */
export interface SmallDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What an answer to a read of it has to contain. */
  readonly mark: string;
}

type Make = (words: string) => string | Uint8Array;

const makers: readonly (readonly [extension: string, make: Make])[] = [
  ["txt", (words) => `${words}\nA second line.\n`],
  ["csv", (words) => `name,number\n${words},1\nsecond,2\n`],
  ["ipynb", notebook],
  ["docx", wordDocument],
  ["zip", (words) => zip([[`${words}.txt`, "A file inside.\n"]])],
  ["md", (words) => `# ${words}\n\nSome words.\n`],
  ["png", image],
  ["json", (words) => JSON.stringify({ title: words, values: [1, 2, 3] }, undefined, 2)],
  ["gz", (words) => new Uint8Array(gzipSync(`${words}\n`))],
  ["pdf", pdf],
];

/** Documents of one kind in a row: where there are fewer processes than families, each change of kind starts one. */
const runLength = 100;

/** The kinds of documents, by their extensions. */
export const kinds: readonly string[] = makers.map(([extension]) => extension);

/** The document of a number from 0, with other words than any; of one of these kinds. */
export function makeDocument(number: number, among: readonly string[] = kinds): SmallDocument {
  const possible = makers.filter(([extension]) => among.includes(extension));
  const [extension, make] = possible[Math.floor(number / runLength) % possible.length] ?? ["txt", String];
  const words = `document ${number}`;
  const made = make(words);
  const bytes = typeof made === "string" ? new TextEncoder().encode(made) : made;
  return { name: `document-${number}.${extension}`, bytes, mark: extension === "png" ? "" : words };
}

function notebook(words: string): string {
  const cells = [{ cell_type: "markdown", metadata: {}, source: [`# ${words}`] }];
  return JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 });
}

const openXml = "http://schemas.openxmlformats.org";

function wordDocument(words: string): Uint8Array {
  const main = `${openXml}/wordprocessingml/2006/main`;
  return zip([
    [
      "[Content_Types].xml",
      `<Types xmlns="${openXml}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
        `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
        `<Override PartName="/word/document.xml" ` +
        `ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    ],
    [
      "_rels/.rels",
      `<Relationships xmlns="${openXml}/package/2006/relationships"><Relationship Id="r1" ` +
        `Type="${openXml}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
    ],
    [
      "word/document.xml",
      `<w:document xmlns:w="${main}"><w:body><w:p><w:r><w:t>${words}</w:t></w:r></w:p></w:body></w:document>`,
    ],
  ]);
}

/** An image of 8 × 8 pixels of grey; its text chunk makes its bytes differ from all others. */
function image(words: string): Uint8Array {
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0]);
  const rows = Buffer.alloc(8 * 9, Number(/\d+/.exec(words)?.[0] ?? 0) % 256);
  for (let row = 0; row < 8; row += 1) rows[row * 9] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("tEXt", Buffer.from(`Title\0${words}`, "latin1")),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function pdf(words: string): Uint8Array {
  const content = `BT /F1 12 Tf 72 720 Td (${words}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R " +
      "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  let text = "%PDF-1.4\n";
  const offsets: number[] = [];
  for (const [at, object] of objects.entries()) {
    offsets.push(text.length);
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const table = `xref\n0 5\n0000000000 65535 f \n${entries}`;
  const trailer = `trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + trailer, "latin1");
}

/** A ZIP file of these members. */
function zip(members: readonly (readonly [name: string, text: string])[]): Uint8Array {
  const files: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of members) {
    const data = Buffer.from(text);
    const packed = deflateRawSync(data);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(Buffer.byteLength(name), 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    const file = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), facts, Buffer.from(name), packed]);
    const version = Buffer.from([20, 0]);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02", "latin1"), version, facts, rest, Buffer.from(name)]));
    files.push(file);
    at += file.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, directory, end]);
}
