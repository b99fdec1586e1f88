import { memorySource, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { pdf } from "../../src/index.ts";
import { onePagePdf, streamObject, type PdfObject } from "./build-pdf.ts";

/** Forms that each paint the next one in a group, which overflows the engine's stack. */
function chainOfForms(length: number): Uint8Array {
  const forms = Array.from({ length }, (_, index): PdfObject => {
    const next = `/Resources << /XObject << /X ${7 + index} 0 R >> >>`;
    const entries = `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency >> ${next}`;
    return streamObject("/X Do", entries);
  });
  return onePagePdf("/X Do", { resources: "/XObject << /X 6 0 R >>", objects: forms });
}

test("returns the known facts of a document with a page that breaks the engine", async () => {
  const source = memorySource("chain.pdf", chainOfForms(3000));
  const info = await pdf().info?.(source, mockContext());
  expect(info?.facts).toMatchObject({
    pages: 1,
    version: "1.7",
    text: "not known: a page has content that the PDF engine cannot process",
  });
});
