import type { PDFDocument } from "mupdf";
import { expect, test, vi } from "vitest";
import { loadPdfEngine } from "../../../../src/engine/engine.ts";
import { UnsupportedContent } from "../../../../src/extract/fast-path/base/unsupported-content.ts";
import { DocumentResources } from "../../../../src/extract/fast-path/resources/document-resources.ts";
import { buildPdf, type PdfPart } from "../../../pdf-builder.ts";

const inPlace =
  "<< /ExtGState << /G << /LW 2 >> /H 100 0 R >> /ColorSpace << /C [/ICCBased 101 0 R] /D 102 0 R >> " +
  "/Properties << /P << /MCID 3 >> >> >>";

const objects = ["<< /LW 3 >>", "<< /N 3 >>", "[/ICCBased 101 0 R]"];

test("repeated resources are read once, direct or not", async () => {
  const engine = await loadPdfEngine();
  const bytes = buildPdf({ pages: [{}], extra: objects });
  const document = engine.PDFDocument.openDocument(bytes, "application/pdf") as PDFDocument;
  const resources = new DocumentResources(document, () => "none").inText(inPlace);
  const read = (): readonly unknown[] => [
    resources.graphicsState("G"),
    resources.graphicsState("H"),
    resources.colourSpace("C"),
    resources.colourSpace("D"),
    resources.properties("P"),
  ];
  const first = read();
  // Nothing is looked up in the document after this.
  document.destroy();
  const second = read();
  expect(first).toMatchObject([{ lineWidth: 2 }, { lineWidth: 3 }, "rgb", "rgb", { mcid: 3 }]);
  for (const [index, value] of second.entries()) expect(value).toBe(first[index]);
});

/** Counts how often the engine prints an object during lookups. */
async function countPrinted(
  objects: readonly PdfPart[],
  look: (resources: DocumentResources) => void,
): Promise<number> {
  const engine = await loadPdfEngine();
  const bytes = buildPdf({ pages: [{}], extra: objects });
  const document = engine.PDFDocument.openDocument(bytes, "application/pdf") as PDFDocument;
  const printed = vi.spyOn(engine.PDFObject.prototype, "toString");
  try {
    look(new DocumentResources(document, () => "none"));
    return printed.mock.calls.length;
  } finally {
    printed.mockRestore();
    document.destroy();
  }
}

const count = 1000;

function namesOf(object: string): string {
  return Array.from({ length: count }, (_, at) => `/N${at} ${object}`).join(" ");
}

function each(use: (name: string) => void): void {
  for (let at = 0; at < count; at += 1) use(`N${at}`);
}

const group = "<< /Type /OCG /Name (a) >>";

test.for<readonly [what: string, objects: readonly PdfPart[], look: (resources: DocumentResources) => void]>([
  [
    "profiles of colours",
    [{ dictionary: "/N 3", data: "" }],
    (resources) => {
      const page = resources.inText(`<< /ColorSpace << ${namesOf("[/ICCBased 100 0 R]")} >> >>`);
      each((name) => page.colourSpace(name));
    },
  ],
  [
    "properties",
    ["<< /MCID 3 >>"],
    (resources) => {
      const page = resources.inText(`<< /Properties << ${namesOf("100 0 R")} >> >>`);
      each((name) => page.properties(name));
    },
  ],
  [
    "layers",
    [`<< /Type /OCMD /OCGs [${"101 0 R ".repeat(count)}] >>`, group],
    (resources) => {
      const page = resources.inText(`<< /Properties << ${namesOf("100 0 R")} >> >>`);
      each((name) => page.properties(name));
    },
  ],
  [
    "resources of pages",
    [`<< /ExtGState 101 0 R >>`, "<< /G << /LW 2 >> >>"],
    (resources) => each(() => resources.inText("100 0 R").graphicsState("G")),
  ],
  [
    "lists of names",
    ["<< /G << /LW 2 >> >>"],
    (resources) => each(() => resources.inText("<< /ExtGState 100 0 R >>").graphicsState("G")),
  ],
])("%s that are one object are printed once, however often they are used", async ([, objects, look]) => {
  expect(await countPrinted(objects, look)).toBeLessThan(6);
});

test("layers that are not certainly visible are checked once", async () => {
  const printed = await countPrinted(["<< /Type /OCG /Usage << /View << /ViewState /OFF >> >> >>"], (resources) => {
    const page = resources.inText(`<< /Properties << ${namesOf("100 0 R")} >> >>`);
    each((name) => expect(() => page.properties(name)).toThrow("hidden layer"));
  });
  expect(printed).toBeLessThan(6);
});

const curve = "<< /FunctionType 2 /Domain [0 1] /C0 [1 0 0] /C1 [0 0 1] /N 1 >>";
const stitched = "<< /FunctionType 3 /Domain [0 1] /Bounds [] /Encode [0 1] /Functions [100 0 R] >>";
const program = "/FunctionType 4 /Domain [0 1] /Range [0 1 0 1 0 1 0 1]";
const axial = "/ShadingType 2 /Coords [0 0 1 0]";

test.for<readonly [what: string, shading: string, isEndless: boolean]>([
  ["along a line", `${axial} /ColorSpace /DeviceRGB /Function 100 0 R`, true],
  ["between circles", "/ShadingType 3 /Coords [0 0 0 0 0 1] /ColorSpace /DeviceRGB /Function 100 0 R", true],
  ["of functions side by side", `${axial} /ColorSpace /DeviceRGB /Function 101 0 R`, true],
  ["of a function in place", `${axial} /ColorSpace /DeviceRGB /Function ${curve}`, true],
  ["of inks", `${axial} /ColorSpace [/DeviceN [/Cyan /Yellow] /DeviceCMYK 102 0 R] /Function 100 0 R`, true],
  [
    "of inks with a broken program",
    `${axial} /ColorSpace [/Separation /A /DeviceCMYK 103 0 R] /Function 100 0 R`,
    false,
  ],
  ["with a box", `${axial} /BBox [0 0 9 9] /ColorSpace /DeviceRGB /Function 100 0 R`, false],
  ["of a mesh", "/ShadingType 4 /Coords [0 0 1 0] /ColorSpace /DeviceRGB /Function 100 0 R", false],
  ["without a function", `${axial} /ColorSpace /DeviceRGB`, false],
  ["of an object that is not a function", `${axial} /ColorSpace /DeviceRGB /Function 104 0 R`, false],
  ["without colours", `${axial} /Function 100 0 R`, false],
])("a shading %s is known to cover everything visible, or left to the engine", async ([, shading, isEndless]) => {
  const engine = await loadPdfEngine();
  const extra = [
    curve,
    stitched,
    { dictionary: program, data: "{dup 1.0 exch sub 0 0}" },
    { dictionary: program, data: "{if" },
  ];
  const bytes = buildPdf({ pages: [{}], extra: [...extra, "<< /FunctionType 9 >>"] });
  const document = engine.PDFDocument.openDocument(bytes, "application/pdf") as PDFDocument;
  const resources = new DocumentResources(document, () => "none").inText(`<< /Shading << /S << ${shading} >> >> >>`);
  const check = (): void => resources.checkShading("S");
  if (isEndless) expect(check).not.toThrow();
  else expect(check).toThrow(UnsupportedContent);
  document.destroy();
});

test.for<readonly [what: string, entries: string, kind: string]>([
  ["a picture", "", "opaque"],
  ["one with a mask", "/SMask 101 0 R", "masked"],
  ["one whose mask is invalid", "/SMask 102 0 R", "opaque"],
  ["one that leaves out a colour", "/Mask [0 0]", "opaque"],
  ["a stencil", "/ImageMask true", "stencil"],
])("%s is identified by its dictionary", async ([, entries, kind]) => {
  const engine = await loadPdfEngine();
  const image = { dictionary: `/Subtype /Image /Width 1 /Height 1 ${entries}`, data: "a" };
  const extra = [image, { dictionary: "/Subtype /Image", data: "a" }, "<< /Subtype /Image >>"];
  const bytes = buildPdf({ pages: [{}], extra });
  const document = engine.PDFDocument.openDocument(bytes, "application/pdf") as PDFDocument;
  const resources = new DocumentResources(document, () => "none").inText("<< /XObject << /P 100 0 R >> >>");
  expect(resources.external("P")).toBe(kind);
  document.destroy();
});
