import { Buffer } from "node:buffer";
import { readFileSync } from "node:fs";
import { read as readCompound, utils, write } from "cfb";
import { memorySource, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { doc, docx, rtf } from "../../src/index.ts";
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
  ["as a mark if it shows nothing", emptyFormula, "[embedded object: Microsoft Excel 97-Tabelle]"],
  ["as a mark if it is damaged", Uint8Array.of(1, 2, 3), "[embedded object: Microsoft Excel 97-Tabelle]"],
] as const)("DOC: writes a formula of Equation Editor %s", async ([, stream, expected]) => {
  const url = new URL("../../../../fixtures/doc/embedded-file-libreoffice/input.doc", import.meta.url);
  const file = readCompound(readFileSync(url), { type: "buffer" });
  const pool = file.FullPaths.find((path) => /\/ObjectPool\/_\d+\/$/.test(path)) ?? "";
  const storage = pool.slice(pool.indexOf("/ObjectPool"));
  utils.cfb_add(file, `${storage}Equation Native`, Buffer.from(stream));
  const { text } = await readBytes(doc(), new Uint8Array(write(file, { type: "buffer" }) as Buffer));
  expect(text).toBe(`The stock of the shop:\n\n${expected}\n\nSo much for fruit.\n`);
});
