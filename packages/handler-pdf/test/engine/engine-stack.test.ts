import type { Matrix, PDFDocument, Shade } from "mupdf";
import { expect, test } from "vitest";
import { isEngineExhausted, loadPdfEngine, type PdfEngine } from "../../src/engine/engine.ts";
import { stackExport } from "../../src/engine/engine-stack.ts";
import { onePagePdf } from "../deadly/build-pdf.ts";
import { readPdfBytes } from "../reading.ts";
import { nestedForms } from "./nested-forms.ts";

function open(engine: PdfEngine, bytes: Uint8Array): PDFDocument {
  return engine.PDFDocument.openDocument(bytes, "application/pdf") as PDFDocument;
}

function textOf(engine: PdfEngine, bytes: Uint8Array): string {
  const document = open(engine, bytes);
  try {
    return document.loadPage(0).toStructuredText("preserve-whitespace").asText().trim();
  } finally {
    document.destroy();
  }
}

test("nested forms do not overwrite the memory of the engine", async () => {
  const engine = await loadPdfEngine();
  for (const length of [10, 20, 40]) expect(textOf(engine, nestedForms(length, "Deep inside"))).toBe("Deep inside");
  const { text } = await readPdfBytes(nestedForms(40, "Deep inside"));
  expect(text).toBe("Deep inside\n");
});

test("endless nesting is an error of the page, after which the engine reads on", async () => {
  const engine = await loadPdfEngine();
  expect(() => textOf(engine, nestedForms(3000, "Never reached"))).toThrow("exception stack overflow");
  const { text } = await readPdfBytes(nestedForms(3000, "Never reached"));
  expect(text).toBe("(this page is damaged and cannot be read)\n");
  expect((await readPdfBytes(nestedForms(20, "Sound again"))).text).toBe("Sound again\n");
  expect(isEngineExhausted()).toBe(false);
});

test("thousands of errors do not use up the stack", async () => {
  const engine = await loadPdfEngine();
  const document = open(engine, nestedForms(1, "Short"));
  for (let count = 0; count < 5000; count++) expect(() => document.loadPage(99)).toThrow("invalid page number");
  document.destroy();
  expect(textOf(engine, nestedForms(40, "Deep inside"))).toBe("Deep inside");
});

/** A page that is filled by a shading. */
function shadedPage(): Uint8Array {
  const fade = "<< /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >>";
  const shading = `<< /ShadingType 2 /ColorSpace /DeviceRGB /Coords [0 0 595 0] /Function ${fade} >>`;
  return onePagePdf("/S sh", { resources: "/Shading << /S 6 0 R >>", objects: [shading] });
}

test("a shading that a callback frees remains in the document", async () => {
  const engine = await loadPdfEngine();
  const page = open(engine, shadedPage()).loadPage(0);
  const { identity } = engine.Matrix;
  const pixels = (): Buffer => Buffer.from(page.toPixmap(identity, engine.ColorSpace.DeviceRGB).getPixels());
  const before = pixels();
  const areas: number[][] = [];
  const device = new engine.Device({
    fillShade(shade: Shade, _matrix: Matrix) {
      areas.push(shade.getBounds());
      shade.destroy();
    },
  });
  for (let time = 0; time < 5; time++) page.run(device, identity);
  expect(areas).toHaveLength(5);
  expect(new Set(areas.map(String)).size).toBe(1);
  expect(pixels().equals(before)).toBe(true);
});

/** A section of a module: its number and its content. */
function section(id: number, ...content: readonly number[]): readonly number[] {
  return [id, content.length, ...content];
}

const magic = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

const mutableInteger = [0x7f, 1, 0x41, 42, 0x0b];

/** A module that exports the function `a`, and has these global variables. */
function moduleWith(...globals: readonly (readonly number[])[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array([
    ...magic,
    ...section(1, 1, 0x60, 0, 0),
    ...section(3, 1, 0),
    ...section(6, globals.length, ...globals.flat()),
    ...section(7, 1, 1, "a".charCodeAt(0), 0, 0),
    ...section(10, 1, 2, 0, 0x0b),
  ]);
}

function withStackExport(module: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(stackExport.room + module.length);
  bytes.set(module, stackExport.room);
  return stackExport.apply(bytes);
}

test("the only global variable of a module is exported", async () => {
  const { instance } = await instantiate(withStackExport(moduleWith(mutableInteger)));
  expect(instance.exports).toMatchObject({ "#": { value: 42 }, a: expect.any(Function) });
});

test.for<readonly [what: string, module: Uint8Array]>([
  ["of two variables", moduleWith(mutableInteger, mutableInteger)],
  ["of a constant", moduleWith([0x7f, 0, 0x41, 42, 0x0b])],
  ["of no variable", moduleWith()],
  ["that ends after its version", moduleWith().subarray(0, 8)],
])("a module %s is unchanged", ([, module]) => {
  expect(withStackExport(module)).toEqual(module);
});

/** A function that Node's declarations leave to those of browsers. */
const { instantiate } = WebAssembly as unknown as {
  readonly instantiate: (bytes: Uint8Array) => Promise<{ readonly instance: { readonly exports: object } }>;
};
