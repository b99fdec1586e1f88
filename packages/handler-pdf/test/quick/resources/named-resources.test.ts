import type { PDFDocument } from "mupdf";
import { expect, test } from "vitest";
import { loadPdfEngine } from "../../../src/engine.ts";
import { DocumentResources } from "../../../src/quick/resources/document-resources.ts";
import { buildPdf } from "../../pdf-builder.ts";

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
