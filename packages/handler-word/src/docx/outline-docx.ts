import type { HandlerContext, Outline, Source } from "@reader/core/handler";
import { nestHeadings } from "@reader/core/internal";
import { headingsOf } from "./body/outline.ts";
import { rewriteDocument } from "./body/rewrite-document.ts";
import { openWordDocument } from "./word-document.ts";

/** The headings of a document, each with the section that it begins; nothing is converted for them. */
export async function outlineDocx(source: Source, context: HandlerContext): Promise<Outline> {
  const document = await openWordDocument(source, context);
  const rewritten = await rewriteDocument(document, context);
  context.signal.throwIfAborted();
  const headings = headingsOf(rewritten).map(({ level, title }, at) => ({
    level,
    title,
    place: { unit: "section" as const, index: at + 1 },
  }));
  return { entries: nestHeadings(headings) };
}
