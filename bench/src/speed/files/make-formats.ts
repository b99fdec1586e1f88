import { Buffer } from "node:buffer";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type * as Avsc from "avsc";
import { tableFromArrays, tableToIPC } from "@uwdata/flechette";
import { buildZip } from "@reader/testkit";
import { parquetWriteBuffer } from "hyparquet-writer";

/** Number of rows of the tables. */
export const tableRows = 20_000;

interface TableRow {
  readonly id: number;
  readonly name: string;
  readonly value: number;
  readonly isActive: boolean;
  readonly time: Date;
}

function rowAt(index: number): TableRow {
  return {
    id: index,
    name: `name ${(index * 7919) % 1000}`,
    value: ((index * 104_729) % 1_000_003) / 100,
    isActive: index % 3 === 0,
    time: new Date(1_700_000_000_000 + index * 60_000),
  };
}

const rows = (): readonly TableRow[] => Array.from({ length: tableRows }, (_, index) => rowAt(index));

/** A Parquet table of five columns. */
export function makeParquet(): Uint8Array {
  const all = rows();
  return new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: "id", data: all.map(({ id }) => id), type: "INT32" },
        { name: "name", data: all.map(({ name }) => name), type: "STRING" },
        { name: "value", data: all.map(({ value }) => value), type: "DOUBLE" },
        { name: "isActive", data: all.map(({ isActive }) => isActive), type: "BOOLEAN" },
        { name: "time", data: all.map(({ time }) => time), type: "TIMESTAMP" },
      ],
    }),
  );
}

/** The same as an Arrow file. */
export function makeArrow(): Uint8Array {
  const all = rows();
  const table = tableFromArrays({
    id: all.map(({ id }) => id),
    name: all.map(({ name }) => name),
    value: all.map(({ value }) => value),
    isActive: all.map(({ isActive }) => isActive),
    time: all.map(({ time }) => time),
  });
  return tableToIPC(table, { format: "file" }) ?? new Uint8Array();
}

/** The same as JSON Lines. */
export function makeJsonLines(): Uint8Array {
  return Buffer.from(
    rows()
      .map((row) => `${JSON.stringify(row)}\n`)
      .join(""),
  );
}

/** The same as an Avro file, written by avsc. */
export async function avroOf({ streams }: Pick<typeof Avsc, "streams">): Promise<Uint8Array> {
  const encoder = new streams.BlockEncoder({
    type: "record",
    name: "Row",
    fields: [
      { name: "id", type: "int" },
      { name: "name", type: "string" },
      { name: "value", type: "double" },
      { name: "isActive", type: "boolean" },
      { name: "time", type: "long" },
    ],
  });
  const pieces: Uint8Array[] = [];
  encoder.on("data", (piece: Uint8Array) => pieces.push(piece));
  for (const row of rows()) encoder.write({ ...row, time: row.time.getTime() });
  encoder.end();
  await once(encoder, "end");
  return Buffer.concat(pieces);
}

/** The same as an SQLite database. */
export function makeSqlite(): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "bench-sqlite-"));
  const path = join(folder, "rows.sqlite");
  try {
    const database = new DatabaseSync(path);
    database.exec(
      "CREATE TABLE rows (id INTEGER PRIMARY KEY, name TEXT, value REAL, isActive INTEGER, time TEXT); BEGIN",
    );
    const insert = database.prepare("INSERT INTO rows VALUES (?, ?, ?, ?, ?)");
    for (const { id, name, value, isActive, time } of rows()) {
      insert.run(id, name, value, Number(isActive), time.toISOString());
    }
    database.exec("COMMIT");
    database.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** An MP3 file of 5 MB: silence at 128 kbit/s after tags with an image of 200 KB. */
export function makeMp3(): Uint8Array {
  const tag = (id: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(10);
    head.write(id);
    head.writeUInt32BE(content.length, 4);
    return Buffer.concat([head, content]);
  };
  const words = (text: string): Buffer => Buffer.from(`\u0000${text}`, "latin1");
  const image = Buffer.concat([
    Buffer.from("\u0000image/jpeg\u0000\u0003\u0000\xff\xd8\xff", "latin1"),
    Buffer.alloc(200_000, 7),
  ]);
  const frames = Buffer.concat([tag("TIT2", words("Bees")), tag("TPE1", words("Ada")), tag("APIC", image)]);
  const size = [21, 14, 7, 0].map((shift) => (frames.length >> shift) & 0x7f);
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x64]);
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...size]), frames, Buffer.alloc(417 * 12_000, frame)]);
}

/** A book of FictionBook with chapters. */
export function makeFb2(): Uint8Array {
  const chapter = (index: number): string =>
    `<section><title><p>Chapter ${index}</p></title>${`<p>${sentence.repeat(5)}</p>`.repeat(20)}</section>`;
  const count = Math.ceil(1e6 / chapter(1).length);
  const body = Array.from({ length: count }, (_, at) => chapter(at + 1)).join("");
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0"><description><title-info><book-title>Bees</book-title><lang>en</lang></title-info></description><body>${body}</body></FictionBook>`,
  );
}

const sentence = "Bees live in hives, and many of them are workers that carry nectar, pollen and water. ";

/** Chapters of HTML, of so many bytes. */
function chapters(bytes: number): string {
  const paragraph = `<p>${sentence.repeat(5)}</p>`;
  const chapter = (index: number): string => `<h1>Chapter ${index}</h1>${paragraph.repeat(20)}`;
  const count = Math.ceil(bytes / chapter(1).length);
  return Array.from({ length: count }, (_, index) => chapter(index + 1)).join("");
}

/** A message with an attachment of 3 MB. */
export function makeMail(): Uint8Array {
  const attachment = Buffer.alloc(3e6, sentence).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
  return Buffer.from(
    [
      "From: Ada <ada@example.org>",
      "To: Bob <bob@example.org>",
      "Subject: Bees",
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="part"',
      "",
      "--part",
      "Content-Type: text/html; charset=utf-8",
      "",
      `<html><body>${chapters(1000)}</body></html>`,
      "--part",
      'Content-Type: application/octet-stream; name="bees.bin"',
      "Content-Transfer-Encoding: base64",
      "",
      attachment,
      "--part--",
      "",
    ].join("\r\n"),
  );
}

/** A book of Mobipocket without compression. */
export function makeMobi(): Uint8Array {
  const text = Buffer.from(`<html><body>${chapters(1e6)}</body></html>`);
  const count = Math.ceil(text.length / 4096);
  const header = Buffer.alloc(248);
  header.write("MOBI", 16);
  for (const [at, bytes, value] of [
    [0, 2, 1],
    [4, 4, text.length],
    [8, 2, count],
    [10, 2, 4096],
    [20, 4, 232],
    [28, 4, 65_001],
    [36, 4, 6],
    [108, 4, count + 1],
    [244, 4, 0xffff_ffff],
  ] as const) {
    header.writeUIntBE(value, at, bytes);
  }
  const records = [header, ...Array.from({ length: count }, (_, at) => text.subarray(at * 4096, (at + 1) * 4096))];
  const list = Buffer.alloc(78 + records.length * 8 + 2);
  list.write("BOOKMOBI", 60);
  list.writeUInt16BE(records.length, 76);
  let offset = list.length;
  for (const [index, { length }] of records.entries()) {
    list.writeUInt32BE(offset, 78 + index * 8);
    offset += length;
  }
  return Buffer.concat([list, ...records]);
}

/** An XPS document of 50 pages of 45 lines. */
export function makeXps(): Uint8Array {
  const namespace = 'xmlns="http://schemas.microsoft.com/xps/2005/06"';
  const relation = "http://schemas.microsoft.com/xps/2005/06/fixedrepresentation";
  const words = sentence.trim();
  const advances = Array.from(words, () => ",50").join(";");
  const line = (y: number): string =>
    `<Glyphs OriginX="60" OriginY="${y}" FontRenderingEmSize="14" Fill="#FF000000" UnicodeString="${words}" Indices="${advances}"/>`;
  const page = `<FixedPage ${namespace} Width="816" Height="1056">${Array.from({ length: 45 }, (_, at) => line(80 + at * 20)).join("")}</FixedPage>`;
  const pages = Array.from({ length: 50 }, (_, at) => at + 1);
  const members: readonly (readonly [name: string, content: string])[] = [
    [
      "_rels/.rels",
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${relation}" Target="/a.fdseq"/></Relationships>`,
    ],
    ["a.fdseq", `<FixedDocumentSequence ${namespace}><DocumentReference Source="/a.fdoc"/></FixedDocumentSequence>`],
    [
      "a.fdoc",
      `<FixedDocument ${namespace}>${pages.map((at) => `<PageContent Source="/${at}.fpage"/>`).join("")}</FixedDocument>`,
    ],
    ...pages.map((at) => [`${at}.fpage`, page] as const),
  ];
  return buildZip(members.map(([name, content]) => ({ name, data: content })));
}
