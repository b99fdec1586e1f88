import type { HandlerContext, Outline, Source } from "@reader/core/handler";
import { nestHeadings } from "@reader/core/internal";
import type { DocxEngine } from "./document-text.ts";
import { openDocumentText } from "./open-text.ts";
import { openWordDocument } from "./parts/word-document.ts";

/** Returns the headings of a document with their sections. Does not convert it to Markdown. */
export async function outlineDocx(source: Source, context: HandlerContext, engine: DocxEngine): Promise<Outline> {
  const document = await openWordDocument(source, context);
  const body = await openDocumentText(document, context, engine);
  const outline = await body.outline();
  const headings = outline.headings.map(({ level, title }, at) => ({
    level,
    title,
    place: { unit: "section" as const, index: at + 1 },
  }));
  return { entries: nestHeadings(headings) };
}
