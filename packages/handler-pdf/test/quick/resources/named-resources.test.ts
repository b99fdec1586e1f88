import type { PDFDocument } from "mupdf";
import { expect, test, vi } from "vitest";
import { loadPdfEngine } from "../../../src/engine.ts";
import { DocumentResources } from "../../../src/quick/resources/document-resources.ts";
import { buildPdf, type PdfPart } from "../../pdf-builder.ts";

const inPlace =
  "<< /ExtGState << /G << /LW 2 >> /H 100 0 R >> /ColorSpace << /C [/ICCBased 101 0 R] /D 102 0 R >> " +
  "/Properties << /P << /MCID 3 >> >> >>";

const objects = ["<< /LW 3 >>", "<< /N 3 >>", "[/ICCBased 101 0 R]"];

test("what content names again and again is read once, in place or not", async () => {
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
  // Nothing is looked up in the document any more.
  document.destroy();
  const second = read();
  expect(first).toMatchObject([{ lineWidth: 2 }, { lineWidth: 3 }, "rgb", "rgb", { mcid: 3 }]);
  for (const [index, value] of second.entries()) expect(value).toBe(first[index]);
});

/** How often the engine prints something while all these are looked up. */
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
])("%s that are one object are printed once, however often they are named", async ([, objects, look]) => {
  expect(await countPrinted(objects, look)).toBeLessThan(6);
});

test("layers that are not shown for sure are looked at once", async () => {
  const printed = await countPrinted(["<< /Type /OCG /Usage << /View << /ViewState /OFF >> >> >>"], (resources) => {
    const page = resources.inText(`<< /Properties << ${namesOf("100 0 R")} >> >>`);
    each((name) => expect(() => page.properties(name)).toThrow("hidden layer"));
  });
  expect(printed).toBeLessThan(6);
});
