import type { Canary } from "@reader/isolate";
import { docBytes, pptBytes } from "./packed-canaries.ts";
import { storedZip } from "./stored-zip.ts";

const word = "Canary";
const openXml = "application/vnd.openxmlformats-officedocument";
const types = "http://schemas.openxmlformats.org/package/2006/content-types";
const packageRelationships = "http://schemas.openxmlformats.org/package/2006/relationships";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const drawing = "http://schemas.openxmlformats.org/drawingml/2006/main";
const slides = "http://schemas.openxmlformats.org/presentationml/2006/main";
const opened = "urn:oasis:names:tc:opendocument:xmlns";

/** An Open XML package with a main part and optionally one part that it refers to. */
function openXmlPackage(
  main: readonly [path: string, type: string, xml: string],
  related?: readonly [path: string, type: string, relationship: string, xml: string],
): Uint8Array {
  const [path, type, xml] = main;
  const overrides = [[path, type], ...(related === undefined ? [] : [[related[0], related[1]]])]
    .map(([part, content]) => `<Override PartName="/${part}" ContentType="${openXml}.${content}+xml"/>`)
    .join("");
  const slash = path.indexOf("/");
  const folder = path.slice(0, slash + 1);
  return storedZip([
    [
      "[Content_Types].xml",
      `<Types xmlns="${types}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides}</Types>`,
    ],
    ["_rels/.rels", relationship(`${relationships}/officeDocument`, path)],
    [path, xml],
    ...(related === undefined
      ? []
      : ([
          [
            `${folder}_rels/${path.slice(slash + 1)}.rels`,
            relationship(`${relationships}/${related[2]}`, related[0].slice(folder.length)),
          ],
          [related[0], related[3]],
        ] as const)),
  ]);
}

function relationship(type: string, target: string): string {
  return `<Relationships xmlns="${packageRelationships}"><Relationship Id="r1" Type="${type}" Target="${target}"/></Relationships>`;
}

function docxBytes(): Uint8Array {
  const namespace = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
  const xml = `<w:document xmlns:w="${namespace}"><w:body><w:p><w:r><w:t>${word}</w:t></w:r></w:p></w:body></w:document>`;
  return openXmlPackage(["word/document.xml", "wordprocessingml.document.main", xml]);
}

function xlsxBytes(): Uint8Array {
  const namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const book = `<workbook xmlns="${namespace}" xmlns:r="${relationships}"><sheets><sheet name="Sheet" sheetId="1" r:id="r1"/></sheets></workbook>`;
  const cell = `<c r="A1" t="inlineStr"><is><t>${word}</t></is></c>`;
  const sheet = `<worksheet xmlns="${namespace}"><sheetData><row r="1">${cell}</row></sheetData></worksheet>`;
  return openXmlPackage(
    ["xl/workbook.xml", "spreadsheetml.sheet.main", book],
    ["xl/worksheets/sheet1.xml", "spreadsheetml.worksheet", "worksheet", sheet],
  );
}

function pptxBytes(): Uint8Array {
  const deck = `<p:presentation xmlns:p="${slides}" xmlns:r="${relationships}"><p:sldIdLst><p:sldId id="256" r:id="r1"/></p:sldIdLst></p:presentation>`;
  const shape = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody><a:bodyPr/><a:p><a:r><a:t>${word}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const slide = `<p:sld xmlns:p="${slides}" xmlns:a="${drawing}"><p:cSld><p:spTree>${shape}</p:spTree></p:cSld></p:sld>`;
  return openXmlPackage(
    ["ppt/presentation.xml", "presentationml.presentation.main", deck],
    ["ppt/slides/slide1.xml", "presentationml.slide", "slide", slide],
  );
}

/** An OpenDocument file with a body of this kind. */
function openDocument(kind: "text" | "spreadsheet" | "presentation", body: string): Uint8Array {
  const mimeType = `application/vnd.oasis.opendocument.${kind}`;
  const names = ["office", "text", "table", "drawing"].map(
    (name) => `xmlns:${name === "drawing" ? "draw" : name}="${opened}:${name}:1.0"`,
  );
  const manifest = `xmlns:manifest="${opened}:manifest:1.0"`;
  return storedZip([
    ["mimetype", mimeType],
    [
      "content.xml",
      `<office:document-content ${names.join(" ")}><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ],
    [
      "META-INF/manifest.xml",
      `<manifest:manifest ${manifest}><manifest:file-entry manifest:full-path="/" manifest:media-type="${mimeType}"/></manifest:manifest>`,
    ],
  ]);
}

const paragraph = `<text:p>${word}</text:p>`;

function odsBytes(): Uint8Array {
  const row = `<table:table-row><table:table-cell>${paragraph}</table:table-cell></table:table-row>`;
  return openDocument("spreadsheet", `<table:table table:name="Sheet">${row}</table:table>`);
}

function odpBytes(): Uint8Array {
  const frame = `<draw:frame><draw:text-box>${paragraph}</draw:text-box></draw:frame>`;
  return openDocument("presentation", `<draw:page draw:name="Slide">${frame}</draw:page>`);
}

function epubBytes(): Uint8Array {
  const rootFile = `<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/>`;
  const item = `<item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>`;
  return storedZip([
    ["mimetype", "application/epub+zip"],
    [
      "META-INF/container.xml",
      `<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>${rootFile}</rootfiles></container>`,
    ],
    [
      "book.opf",
      `<package version="3.0" xmlns="http://www.idpf.org/2007/opf"><manifest>${item}</manifest><spine><itemref idref="a"/></spine></package>`,
    ],
    [
      "a.xhtml",
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>a</title></head><body><p>${word}</p></body></html>`,
    ],
  ]);
}

/** A table of dBASE III with one field and one record. */
function dbfBytes(): Uint8Array {
  const bytes = Buffer.alloc(32 + 32 + 1 + 1 + word.length + 1, 0);
  bytes.set([0x03, 124, 1, 31, 1], 0);
  bytes.writeUInt16LE(65, 8);
  bytes.writeUInt16LE(1 + word.length, 10);
  bytes.write("NAME\0\0\0\0\0\0\0C", 32, "latin1");
  bytes[48] = word.length;
  bytes[64] = 0x0d;
  bytes.write(` ${word}\x1a`, 65, "latin1");
  return bytes;
}

/** A cell of the workbook below. */
const amount = 4711;

/** An Excel 97 workbook without a compound file: one sheet with a number in A1 ([MS-XLS] 2.3). */
function xlsBytes(): Uint8Array {
  const name = Buffer.from("Sheet");
  const sheet = Buffer.alloc(8);
  sheet.writeUInt8(name.length, 6);
  const beginning = (kind: number): Uint8Array => Buffer.from([0, 6, kind, ...Array.from({ length: 13 }, () => 0)]);
  const book = [recordOf(0x0809, beginning(0x05)), recordOf(0x0085, Buffer.concat([sheet, name])), recordOf(0x0a)];
  const cell = Buffer.alloc(14);
  cell.writeDoubleLE(amount, 6);
  const bytes = Buffer.concat([...book, recordOf(0x0809, beginning(0x10)), recordOf(0x0203, cell), recordOf(0x0a)]);
  // The offset of the sheet, in the second record of the workbook.
  bytes.writeUInt32LE(Buffer.concat(book).length, recordOf(0x0809, beginning(0x05)).length + 4);
  return bytes;
}

function recordOf(type: number, data: Uint8Array = new Uint8Array()): Uint8Array {
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(data.length, 2);
  return Buffer.concat([head, data]);
}

interface Plan {
  readonly ending: string;
  readonly bytes: () => Uint8Array;
  readonly text?: string;
}

/** Valid documents by handler name. XLSB and encrypted packages are missing. */
const plans: Readonly<Record<string, Plan>> = {
  docx: { ending: "docx", bytes: docxBytes },
  xlsx: { ending: "xlsx", bytes: xlsxBytes },
  pptx: { ending: "pptx", bytes: pptxBytes },
  odt: { ending: "odt", bytes: () => openDocument("text", paragraph) },
  ods: { ending: "ods", bytes: odsBytes },
  odp: { ending: "odp", bytes: odpBytes },
  epub: { ending: "epub", bytes: epubBytes },
  rtf: { ending: "rtf", bytes: () => Buffer.from(`{\\rtf1\\ansi ${word}\\par}`, "latin1") },
  doc: { ending: "doc", bytes: docBytes, text: "Bees live in" },
  xls: { ending: "xls", bytes: xlsBytes, text: String(amount) },
  ppt: { ending: "ppt", bytes: pptBytes, text: "Figures" },
  dbf: { ending: "dbf", bytes: dbfBytes },
};

/**
 * Returns a function that makes a valid document for an Office handler, to check that the handler still works after it read
 * a corrupt file. Returns `undefined` if there is no such document. The document is made only when it is needed.
 */
export function officeCanary(handlerName: string, mediaType: string): (() => Canary) | undefined {
  const plan = plans[handlerName];
  if (plan === undefined) return undefined;
  return () => ({ name: `canary.${plan.ending}`, mediaType, bytes: plan.bytes(), text: plan.text ?? word });
}
