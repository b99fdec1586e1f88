import { memorySource, mockContext } from "@reader/testkit";
import { expect, test, vi } from "vitest";
import { loadPdfEngine } from "../../src/engine/engine.ts";
import { pdf } from "../../src/index.ts";
import { onePagePdf, streamObject, type PdfObject } from "./build-pdf.ts";

/** Forms that each paint the next one in a group, which only the engine reads. */
function chainOfForms(length: number): Uint8Array {
  const forms = Array.from({ length }, (_, index): PdfObject => {
    const next = `/Resources << /XObject << /X ${7 + index} 0 R >> >>`;
    const entries = `/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Group << /S /Transparency >> ${next}`;
    return streamObject("/X Do", entries);
  });
  return onePagePdf("/X Do", { resources: "/XObject << /X 6 0 R >>", objects: forms });
}

/** An error of the engine's own code. */
const trap = Object.assign(new Error("unreachable"), { name: "RuntimeError" });

// The first test, because only the first document of an engine is held responsible.
test("returns the known facts of a document with a page that breaks the engine", async () => {
  const { Page } = await loadPdfEngine();
  const read = vi.spyOn(Page.prototype, "toStructuredText").mockImplementation(() => {
    throw trap;
  });
  try {
    const info = await pdf().info?.(memorySource("chain.pdf", chainOfForms(20)), mockContext());
    expect(info?.facts).toMatchObject({
      pages: 1,
      version: "1.7",
      text: "not known: a page has content that the PDF engine cannot process",
    });
  } finally {
    read.mockRestore();
  }
});

test("returns the known facts of a document with a page that cannot be read", async () => {
  const source = memorySource("chain.pdf", chainOfForms(3000));
  const info = await pdf().info?.(source, mockContext());
  expect(info?.facts).toMatchObject({ pages: 1, version: "1.7", text: "0 of 1 pages" });
});
