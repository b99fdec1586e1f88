import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { read as readCompound, utils, write } from "cfb";
import { createReader } from "@reader/core";
import { renderText } from "@reader/core/render";
import { memoryFileSystem, memorySource, mockContext } from "@reader/testkit";
import { describe, expect, test } from "vitest";
import { doc, docx, odt, rtf } from "../../src/index.ts";
import { makeDocx, paragraph, run } from "../docx/word-builder.ts";
import { flatDocument } from "../odt/flat-document.ts";
import { readBytes, type Reading, type ReadingWish } from "../support/read-bytes.ts";
import { zipOf } from "../support/zip-of.ts";
import { compoundOf, counted, nested, objectOfRtf, packaged } from "./embedded-files.ts";

const oldWorkbook = compoundOf({ Workbook: "sheets" });
const compoundSign = "d0cf11e0";

function object(id: string, program: string): string {
  return paragraph(`<w:r><w:object><o:OLEObject Type="Embed" ProgID="${program}" r:id="${id}"/></w:object></w:r>`);
}

const embeddings = {
  "word/embeddings/oleObject1.bin": compoundOf({ "\u0001Ole10Native": packaged("notes.txt", "of Windows") }),
  "word/embeddings/oleObject2.bin": compoundOf({ CONTENTS: "%PDF-1.7 of another program" }),
  "word/embeddings/oleObject3.bin": oldWorkbook,
  "word/embeddings/oleObject4.bin": compoundOf({ "Equation Native": "x = 1" }),
  "word/embeddings/sheet.xlsx": "PK of today",
  "word/embeddings/oleObject5.bin": "this is damaged",
};

const embedding = makeDocx({
  body: [
    object("r1", "Package"),
    object("r2", "AcroExch.Document"),
    object("r3", "Excel.Sheet.8"),
    object("r4", "Equation.3"),
    object("r5", "Excel.Sheet.12"),
    object("r6", "Excel.Sheet.12"),
    paragraph(run("the end")),
  ].join(""),
  links: [
    ...[1, 2, 3, 4].map((index) => [`r${index}`, "oleObject", `embeddings/oleObject${index}.bin`] as const),
    ["r5", "package", "embeddings/sheet.xlsx"],
    ["r6", "oleObject", "http://bad.example/sheet.xlsx"],
  ],
  parts: embeddings,
});

function readDocx(wish: ReadingWish = {}): Promise<Reading> {
  return readBytes(docx(), embedding, { name: "a.docx", nested, ...wish });
}

describe("files inside of a Word document", () => {
  test("are marked in the text with their original names", async () => {
    const { text } = await readDocx();
    expect(text.split("\n").filter((line) => line.startsWith("[") || line === "the end")).toEqual([
      "[embedded object: Package · notes.txt]",
      "[embedded object: AcroExch.Document · oleObject2.pdf]",
      "[embedded object: Excel.Sheet.8 · oleObject3.xls]",
      "[equation, not shown]",
      "[embedded object: Excel.Sheet.12 · sheet.xlsx]",
      "[linked object, not loaded: Excel.Sheet.12 · http://bad.example/sheet.xlsx]",
      "the end",
    ]);
  });

  test("are listed in a notice, without formulas of the old equation editor", async () => {
    expect((await readDocx()).notices).toEqual([
      'The document has embedded files, to be read with `select`: "notes.txt", "oleObject2.pdf", "oleObject3.xls", "sheet.xlsx", "oleObject5.bin".',
    ]);
    expect((await docx().info?.(memorySource("a.docx", embedding), mockContext()))?.facts).toMatchObject({
      embeddedFiles: ["notes.txt", "oleObject2.pdf", "oleObject3.xls", "sheet.xlsx", "oleObject5.bin"],
    });
  });

  test.for([
    ["notes.txt", "notes.txt: of Windows"],
    ["NOTES.TXT", "notes.txt: of Windows"],
    ["oleObject2.pdf", "oleObject2.pdf: %PDF-1.7 of another program"],
    ["oleObject3.xls", `oleObject3.xls: ${compoundSign}`],
    ["sheet.xlsx", "sheet.xlsx: PK of today"],
  ] as const)("are read by their names: %s", async ([select, expected]) => {
    expect((await readDocx({ select })).text).toBe(expected);
  });

  test("give a typed error if they are damaged", async () => {
    expect((await readDocx({ select: "oleObject5.bin" })).error).toMatch(/^corrupt: /);
  });

  test("have unique names without paths", async () => {
    const same = compoundOf({ "\u0001Ole10Native": packaged("..\\..\\a.txt", "x") });
    const parts = { "word/embeddings/oleObject1.bin": same, "word/embeddings/oleObject2.bin": same };
    const { notices } = await readBytes(docx(), makeDocx({ body: paragraph(run("a")), parts }), { nested });
    expect(notices).toEqual(['The document has embedded files, to be read with `select`: "a.txt", "a (2).txt".']);
  });
});

describe("files inside of an OpenDocument text", () => {
  const content = new TextDecoder()
    .decode(flatDocument('<text:p>a<draw:frame><draw:object-ole xlink:href="./Object 1"/></draw:frame></text:p>'))
    .replace(/office:document\b/g, "office:document-content");
  const packed = zipOf({
    mimetype: "application/vnd.oasis.opendocument.text",
    "content.xml": content,
    "Object 1": compoundOf({ Package: "PK in a package" }),
    "Object 2": compoundOf({ "Equation Native": "x" }),
    "Object 3": "damaged",
  });

  test("are marked in the text and read by name", async () => {
    const { text, notices } = await readBytes(odt(), packed, { nested });
    expect(text).toBe("a[embedded object: Object 1.zip]\n");
    expect(notices).toEqual(['The document has an embedded file, to be read with `select`: "Object 1.zip".']);
    expect((await readBytes(odt(), packed, { nested, select: "object 1.zip" })).text).toBe(
      "Object 1.zip: PK in a package",
    );
  });

  test("are read from inline data", async () => {
    const data = Buffer.from(compoundOf({ CONTENTS: "%PDF-1.4" })).toString("base64");
    const flat = flatDocument(
      `<text:p>a<draw:frame><draw:object-ole><office:binary-data>${data}</office:binary-data></draw:object-ole></draw:frame></text:p>`,
    );
    const { text, notices } = await readBytes(odt(), flat, { nested });
    expect(text).toBe("a[embedded object: object1.bin]\n");
    expect(notices).toEqual(['The document has an embedded file, to be read with `select`: "object1.bin".']);
    expect((await readBytes(odt(), flat, { nested, select: "object1.bin" })).text).toBe("object1.bin: %PDF-1.4");
  });
});

describe("files inside of an RTF document", () => {
  const objectOf = (program: string, data: string): string =>
    `{\\object\\objemb{\\*\\objclass ${program}}{\\*\\objdata ${data}}{\\result an image}}`;
  const bytes = new TextEncoder().encode(
    `{\\rtf1 ${[
      objectOf("Package", objectOfRtf("Package", packaged("notes.txt", "of Windows"))),
      objectOf("Excel.Sheet.8", objectOfRtf("Excel.Sheet.8", counted(oldWorkbook))),
      objectOf("Equation.3", objectOfRtf("Equation.3", counted(compoundOf({ "Equation Native": "x" })))),
      objectOf("Cut", objectOfRtf("Cut", counted(oldWorkbook)).slice(0, 60)),
    ].join("\\par ")}\\par}`,
  );

  test("are marked in the text and read by name", async () => {
    const { text, notices } = await readBytes(rtf(), bytes, { nested });
    expect(text.split("\n").filter((line) => line !== "")).toEqual([
      "[embedded object: Package · notes.txt] an image",
      "[embedded object: Excel.Sheet.8 · object2.xls] an image",
      "[embedded object: Equation.3] an image",
      "[embedded object: Cut] an image",
    ]);
    expect(notices).toEqual(['The document has embedded files, to be read with `select`: "notes.txt", "object2.xls".']);
    expect((await readBytes(rtf(), bytes, { nested, select: "notes.txt" })).text).toBe("notes.txt: of Windows");
    expect((await readBytes(rtf(), bytes, { nested, select: "object2.xls" })).text).toBe(
      `object2.xls: ${compoundSign}`,
    );
  });
});

describe("files inside of an old Word document", () => {
  const report = readCompound(
    readFileSync(new URL("../../../../fixtures/doc/report-libreoffice/input.doc", import.meta.url)),
    {
      type: "buffer",
    },
  );
  utils.cfb_add(report, "/ObjectPool/_17/\u0001Ole10Native", Buffer.from(packaged("notes.txt", "of Windows")));
  utils.cfb_add(report, "/ObjectPool/_18/Workbook", Buffer.from("sheets"));
  utils.cfb_add(report, "/ObjectPool/_19/Equation Native", Buffer.from("x"));
  const bytes = new Uint8Array(write(report, { type: "buffer" }) as Buffer);

  test("are marked and read by name", async () => {
    const { notices } = await readBytes(doc(), bytes, { nested });
    expect(notices).toContain('The document has embedded files, to be read with `select`: "notes.txt", "object2.xls".');
    expect((await readBytes(doc(), bytes, { nested, select: "notes.txt" })).text).toBe("notes.txt: of Windows");
    const { text } = await readBytes(doc(), bytes, { nested, select: "object2.xls" });
    expect(text).toBe(`object2.xls: ${compoundSign}`);
  });
});

test.for([
  ["odt", odt(), "Obj100.xls"],
  ["doc", doc(), "object1.xls"],
] as const)("reads the workbook that LibreOffice put into a document: %s", async ([kind, handler, select]) => {
  const file = new URL(`../../../../fixtures/${kind}/embedded-file-libreoffice/input.${kind}`, import.meta.url);
  const { text } = await readBytes(handler, new Uint8Array(readFileSync(file)), { nested, select });
  expect(text).toBe(`${select}: ${compoundSign}`);
});

test("files with secret-like names are listed, but not read", async () => {
  const bytes = makeDocx({
    body: object("r1", "Package"),
    links: [["r1", "oleObject", "embeddings/oleObject1.bin"]],
    parts: {
      "word/embeddings/oleObject1.bin": compoundOf({ "\u0001Ole10Native": packaged(".env", "PASSWORD=hunter2") }),
    },
  });
  const fileSystem = memoryFileSystem({ entries: { "/a.docx": bytes } });
  const reader = createReader({ handlers: [docx()], fileSystem, roots: ["/"] });
  expect(renderText(await reader.read("a.docx"))).toContain("[embedded object: Package · .env]");
  expect(await reader.read({ path: "a.docx", select: ".env" })).toMatchObject({ error: { code: "denied-by-policy" } });
  await reader.close();
});
