import { vi } from "vitest";
import { loadPdfEngine } from "../../../src/engine/engine.ts";
import { buildPdf, lines, type BuiltPage, type PdfPart } from "../../pdf-builder.ts";
import { asText, readPdfBytes } from "../../reading.ts";

/** Number of pages for which the object numbers reserved by the builder suffice. */
export const manyPages = 44;

const secondLine = "A second line of it.";

function firstLine(name: string, at: number): string {
  return `This is page ${at + 1} of ${name}.`;
}

/** The expected text of the page with this index, if it is a plain one. */
export function plainText(name: string, at: number): string {
  return `${firstLine(name, at)}\n${secondLine}\n`;
}

/** A document of many plain pages, except those given by index. */
export function longPdf(
  name: string,
  odd: Readonly<Record<number, BuiltPage>> = {},
  extra: readonly PdfPart[] = [],
): Uint8Array {
  const plain = (at: number): BuiltPage => ({ content: lines(firstLine(name, at), secondLine) });
  const pages = Array.from({ length: manyPages }, (_, at) => odd[at] ?? plain(at));
  return buildPdf({ pages, info: `<< /Producer (${name}) >>`, extra });
}

/** The expected text of a document of plain pages. */
export function allPlainText(name: string): string {
  return Array.from({ length: manyPages }, (_, at) => plainText(name, at)).join("");
}

/** Reads as many pages as a thread reads with the engine before it uses the fast path. */
export async function warmUp(): Promise<void> {
  await readPdfBytes(longPdf("Before"), asText);
}

/** Counts the pages whose text the engine is asked for during a call. */
export async function countAsked(use: () => Promise<unknown>): Promise<number> {
  const { PDFPage } = await loadPdfEngine();
  const asked = vi.spyOn(PDFPage.prototype, "toStructuredText");
  try {
    await use();
    return asked.mock.calls.length;
  } finally {
    asked.mockRestore();
  }
}
