import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { read as readCompound, utils, write } from "cfb";
import { memorySource, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { doc, docx, rtf } from "../../src/index.ts";
import { type BuiltRun, buildWordDocument } from "../doc/word-builder.ts";
import { makeDocx, paragraph, run } from "../docx/word-builder.ts";
import { readBytes } from "../support/read-bytes.ts";
import { compoundOf, counted, emptyFormula, formula, objectOfRtf } from "./embedded-files.ts";

const formulas = [
  ["in place of the object and its preview", formula, "a $x^{2}$ b"],
  ["as a mark if it shows nothing", emptyFormula, "a [embedded object: Equation.3] b"],
  ["as a mark if it is damaged", Uint8Array.of(1, 2, 3), "a [embedded object: Equation.3] b"],
] as const;

/** Returns a document with a formula and its preview, an image of the type `extension`, in bold text. */
function docxWith(stream: Uint8Array, object: string, extension = "wmf"): Uint8Array {
  const preview = '<v:shape><v:imagedata r:id="image"/></v:shape>';
  const bold = `<w:r><w:rPr><w:b/></w:rPr><w:object>${preview}${object}</w:object></w:r>`;
  return makeDocx({
    body: paragraph(`${run("a ")}${bold}${run(" b")}`),
    links: [
      ["image", "image", `media/image1.${extension}`],
      ["object", "oleObject", "embeddings/oleObject1.bin"],
    ],
    parts: {
      "word/embeddings/oleObject1.bin": compoundOf({ "Equation Native": stream }),
      [`word/media/image1.${extension}`]: "image",
    },
  });
}

const oleObject = '<o:OLEObject Type="Embed" ProgID="Equation.3" r:id="object"/>';

test.for([
  ["in place of the object and its preview", formula, "a $x^{2}$ b"],
  ["as the mark of an equation if it shows nothing", emptyFormula, "a **[equation, not shown]** b"],
  ["as the mark of an equation if it is damaged", Uint8Array.of(1, 2, 3), "a **[equation, not shown]** b"],
] as const)("DOCX: writes a formula of Equation Editor %s", async ([, stream, expected]) => {
  const { text, notices } = await readBytes(docx(), docxWith(stream, oleObject));
  expect(text).toBe(`${expected}\n`);
  expect(notices).toEqual([]);
  const newer = docxWith(stream, '<w:objectEmbed w:progId="Equation.3" r:id="object"/>');
  expect((await readBytes(docx(), newer)).text).toBe(`${expected}\n`);
});

test("DOCX: shows the preview of an unreadable formula if it is an image that models can see", async () => {
  expect((await readBytes(docx(), docxWith(emptyFormula, oleObject, "png"))).text).toContain("![](image 1)");
  expect((await readBytes(docx(), docxWith(formula, oleObject, "png"))).text).toBe("a $x^{2}$ b\n");
});

test("DOCX: counts formulas of Equation Editor as equations", async () => {
  for (const stream of [formula, emptyFormula]) {
    const source = memorySource("a.docx", docxWith(stream, oleObject));
    const info = await docx().info?.(source, mockContext());
    expect(info?.facts).toMatchObject({ equations: 1 });
    expect(info?.facts).not.toHaveProperty("embedded objects");
  }
});

test.for(formulas)("RTF: writes a formula of Equation Editor %s", async ([, stream, expected]) => {
  const data = objectOfRtf("Equation.3", counted(compoundOf({ "Equation Native": stream })));
  const object = `{\\object\\objemb{\\*\\objclass Equation.3}{\\*\\objdata ${data}}{\\result {\\pict\\wmetafile8 0102}}}`;
  const later = "{\\pict\\wmetafile8 0102}";
  const bytes = new TextEncoder().encode(`{\\rtf1 a ${object} b\\par ${later}\\par}`);
  const { text } = await readBytes(rtf(), bytes);
  expect(text.replace(/ +/g, " ")).toBe(`${expected}\n\n[WMF image, not shown]\n`);
});

test.for([
  ["in place of the object and its preview", formula, "$x^{2}$"],
  [
    "as a mark and its preview if it shows nothing",
    emptyFormula,
    "[embedded object: Microsoft Excel 97-Tabelle] ![](image 1)\n(image/png)",
  ],
  [
    "as a mark and its preview if it is damaged",
    Uint8Array.of(1, 2, 3),
    "[embedded object: Microsoft Excel 97-Tabelle] ![](image 1)\n(image/png)",
  ],
] as const)("DOC: writes a formula of Equation Editor %s", async ([, stream, expected]) => {
  const url = new URL("../../../../fixtures/doc/embedded-file-libreoffice/input.doc", import.meta.url);
  const file = readCompound(readFileSync(url), { type: "buffer" });
  const pool = file.FullPaths.find((path) => /\/ObjectPool\/_\d+\/$/.test(path)) ?? "";
  const storage = pool.slice(pool.indexOf("/ObjectPool"));
  utils.cfb_add(file, `${storage}Equation Native`, Buffer.from(stream));
  const { text } = await readBytes(doc(), new Uint8Array(write(file, { type: "buffer" }) as Buffer));
  expect(text).toBe(`The stock of the shop:\n\n${expected}\n\nSo much for fruit.\n`);
});

/** Modifiers of Word 97: a special character, an object with the number 7, hidden and deleted text. */
const special = [0x55, 0x08, 1];
const object = [...special, 0x0a, 0x08, 1, 0x03, 0x6a, 7, 0, 0, 0];
const hidden = [0x3c, 0x08, 1];
const deleted = [0x00, 0x08, 1];

/** Returns a document with an object in a field, whose separator and result are given. */
async function docWith(stream: Uint8Array, result: readonly BuiltRun[], data?: Uint8Array): Promise<Uint8Array> {
  const begin = [{ text: "a " }, { text: "\u0013", modifiers: special }, { text: "EMBED Equation.3" }];
  const end = [{ text: "\u0015", modifiers: special }, { text: " b\r" }];
  const built = await buildWordDocument({ paragraphs: [{ runs: [...begin, ...result, ...end] }] });
  const file = readCompound(Buffer.from(built), { type: "buffer" });
  utils.cfb_add(file, "/ObjectPool/_7/Equation Native", Buffer.from(stream));
  if (data !== undefined) utils.cfb_add(file, "/Data", Buffer.from(data));
  return new Uint8Array(write(file, { type: "buffer" }) as Buffer);
}

test.for([
  ["hidden", [...object, ...hidden], "a [hidden: $x^{2}$] b\n"],
  ["deleted", [...object, ...deleted], "a {--$x^{2}$--} b\n\nTracked changes: unknown author (1 deletion)\n"],
  ["bold", [...object, 0x35, 0x08, 1], "a $x^{2}$ b\n"],
] as const)("DOC: a formula of Equation Editor that is %s", async ([, modifiers, expected]) => {
  const { text } = await readBytes(doc(), await docWith(formula, [{ text: "\u0014", modifiers }]));
  expect(text).toBe(expected);
});

test.for([
  ["hidden", String.raw`\v`, "a [hidden: $x^{2}$] b"],
  ["deleted", String.raw`\deleted`, "a {--$x^{2}$--} b"],
  ["bold", String.raw`\b`, "a $x^{2}$ b"],
] as const)("RTF: a formula of Equation Editor that is %s", async ([, word, expected]) => {
  const data = objectOfRtf("Equation.3", counted(compoundOf({ "Equation Native": formula })));
  const written = `{${word}{\\object\\objemb{\\*\\objclass Equation.3}{\\*\\objdata ${data}}}}`;
  const bytes = new TextEncoder().encode(`{\\rtf1 a ${written} b\\par}`);
  expect((await readBytes(rtf(), bytes)).text).toBe(`${expected}\n`);
});

/** Returns the data of an inline image ([MS-DOC], 2.9.190): a record with its bytes. */
function imageData(type: number, headBytes: number): Uint8Array {
  const data = Buffer.alloc(68 + 8 + headBytes + 4);
  data.writeUInt32LE(data.length, 0);
  data.writeUInt16LE(68, 4);
  data.writeUInt16LE(0x64, 6);
  data.writeUInt16LE(type, 68 + 2);
  data.writeUInt32LE(headBytes + 4, 68 + 4);
  return data;
}

const png = imageData(0xf01e, 17);
const wmf = imageData(0xf01b, 50);
const separator = { text: "\u0014", modifiers: object };
const image = { text: "\u0001", modifiers: [...special, 0x03, 0x6a, 0, 0, 0, 0] };
const mark = (text: string): BuiltRun => ({ text, modifiers: special });
const nestedField = [mark("\u0013"), { text: "QUOTE c" }, mark("\u0014"), { text: "c" }, mark("\u0015")];

test.for([
  ["an image of an unreadable formula", emptyFormula, [separator, image], png, /!\[\]\(image 1\)/],
  [
    "a mark and no metafile of an unreadable formula",
    emptyFormula,
    [separator, image],
    wmf,
    /^a \[embedded object: Equation\.3\] b$/,
  ],
  ["no image of a formula", formula, [separator, image], png, /^a \$x\^\{2\}\$ b$/],
  ["no image behind a field in the result", formula, [separator, ...nestedField, image], png, /^a \$x\^\{2\}\$c b$/],
  ["an image in a later paragraph", formula, [separator, { text: "\r" }, image], png, /!\[\]\(image 1\)/],
] as const)("DOC: shows %s", async ([, stream, result, data, expected]) => {
  const { text } = await readBytes(doc(), await docWith(stream, result, data));
  expect(text.trim()).toMatch(expected);
});

test.for([
  ["an image of an unreadable formula", "pngblip", emptyFormula, true],
  ["no metafile of an unreadable formula", "emfblip", emptyFormula, false],
  ["no image of a formula", "pngblip", formula, false],
] as const)("RTF: shows %s", async ([, kind, stream, isShown]) => {
  const data = objectOfRtf("Equation.3", counted(compoundOf({ "Equation Native": stream })));
  const written = `{\\object\\objemb{\\*\\objdata ${data}}{\\result {\\pict\\${kind} 0102}}}`;
  const { text } = await readBytes(rtf(), new TextEncoder().encode(`{\\rtf1 a ${written} b\\par}`));
  expect(text.includes("image")).toBe(isShown);
});
