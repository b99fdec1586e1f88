import { expect, test } from "vitest";
import { isEngineBroken, isEngineExhausted, loadPdfEngine } from "../../src/engine/engine.ts";
import { codeLines, fenceFor } from "../../src/markdown/page-markdown.ts";
import type { FlowLine } from "../../src/layout/flow.ts";
import { onePagePdf, streamObject, type PdfObject } from "../deadly/build-pdf.ts";

/** More than the maximum number of arguments of a call. */
const many = 300_000;

function thrownBy(use: () => unknown): unknown {
  try {
    use();
  } catch (error) {
    return error;
  }
  return expect.fail("nothing was thrown");
}

/** Forms that each paint the next one, which overflows the engine's stack. */
function chainOfForms(length: number): Uint8Array {
  const forms = Array.from({ length }, (_, index): PdfObject => {
    const next = `/Resources << /XObject << /X ${7 + index} 0 R >> >>`;
    return streamObject("/X Do", `/Type /XObject /Subtype /Form /BBox [0 0 595 842] ${next}`);
  });
  return onePagePdf("/X Do", { resources: "/XObject << /X 6 0 R >>", objects: forms });
}

test.for<readonly [what: string, use: () => unknown]>([
  ["a list that is too long for arguments", () => Math.max(...Array.from({ length: many }, () => 1))],
  ["a list of no length there is", () => Array.from({ length: -1 }).with(5, 0)],
  ["a string that is too long", () => "x".repeat(2 ** 30)],
  ["memory that is too much", () => new ArrayBuffer(2 ** 53 - 1)],
])("%s is not a failure of the engine", ([, use]) => {
  const error = thrownBy(use);
  expect(error).toBeInstanceOf(RangeError);
  expect(isEngineBroken(error)).toBe(false);
});

test("an error without a stack may come from the engine", () => {
  const error = new RangeError("Maximum call stack size exceeded");
  error.stack = "RangeError: Maximum call stack size exceeded";
  expect(isEngineBroken(error)).toBe(true);
});

test("code with more lines than a call may have arguments is written", () => {
  const line = { raw: "x", sizePt: 10, box: { x0: 5, y0: 0, x1: 10, y1: 10 } } as FlowLine;
  const lines = Array.from({ length: many }, () => line);
  expect(codeLines(lines)).toHaveLength(many);
  expect(fenceFor(lines.map(({ raw }) => raw))).toBe("```");
});

// The last test, because it leaves the engine of this file broken.
test("a stack overflow in the engine's code is its failure", async () => {
  const engine = await loadPdfEngine();
  const document = engine.PDFDocument.openDocument(chainOfForms(3000), "application/pdf");
  const page = document.loadPage(0);
  expect(isEngineBroken(thrownBy(() => page.toStructuredText("preserve-spans")))).toBe(true);
  expect(isEngineExhausted()).toBe(false);
});
