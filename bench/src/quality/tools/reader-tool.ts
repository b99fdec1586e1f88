import { dirname } from "node:path";
import { createReader, type Handler, type ReadResult, type ResultPart, type TextSection } from "@reader/core";
import { pdf } from "@reader/handler-pdf";
import { pdfium } from "@reader/handler-pdfium";
import { roomy } from "../../speed/rows/read-whole.ts";
import { markdownTables } from "../score/tables-of.ts";
import type { Tool, ToolInput } from "./tool.ts";

/** The answer about a whole document for a model that takes only text. Throws if the read fails. */
export async function readAnswer({ path, password }: ToolInput, handlers: readonly Handler[]): Promise<ReadResult> {
  const reader = createReader({ roots: [dirname(path)], handlers, budget: roomy });
  const outcome = await reader.read({ path, ...(password === undefined ? {} : { password }) });
  await reader.close();
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome;
}

/** Whether a part is the text of a page. */
export function isPage(part: ResultPart): part is TextSection {
  return part.type === "text" && part.at?.unit === "page";
}

/**
 * This project: all that its answer says, its remarks about pages included. Text before the pages of a PDF is about the
 * document; office documents have no pages.
 */
export function readerWith(
  name: string,
  handlers: readonly Handler[],
  isContent: (part: ResultPart) => boolean = isPage,
): Tool {
  return {
    name,
    async read(input) {
      const { parts } = await readAnswer(input, handlers);
      const texts = parts.filter((part) => part.type === "text");
      const [pages, before] = [texts.filter(isContent), texts.filter((part) => !isContent(part))];
      return { pages: pages.map(({ text }) => text).join("\n"), before: before.map(({ text }) => text).join("\n") };
    },
    tablesOf: markdownTables,
  };
}

/** This project with each of its PDF engines. */
export const readerTools: readonly Tool[] = [
  readerWith("reader, MuPDF", [pdf()]),
  readerWith("reader, PDFium", [pdfium()]),
];
