import { readFileSync } from "node:fs";
import type { Document } from "mupdf";
import { markdownTables } from "../score/tables-of.ts";
import type { Tool } from "./tool.ts";

/** The engine of the PDF handler by itself: its plain text, page by page. */
export const mupdfTool: Tool = {
  name: "mupdf",
  async read({ path, password }) {
    const mupdf = await import("mupdf");
    mupdf.setLog(null);
    const document = mupdf.Document.openDocument(readFileSync(path), "application/pdf");
    try {
      if (document.needsPassword()) document.authenticatePassword(password ?? "");
      const texts = Array.from({ length: document.countPages() }, (_, index) => pageText(document, index));
      return { pages: texts.join("\n"), before: "" };
    } finally {
      document.destroy();
    }
  },
  tablesOf: markdownTables,
};

function pageText(document: Document, index: number): string {
  const page = document.loadPage(index);
  const structured = page.toStructuredText("");
  try {
    return structured.asText();
  } finally {
    structured.destroy();
    page.destroy();
  }
}
