import { extent, type HandlerContext, type HandlerInfo, type Json, type Source } from "@reader/core/handler";
import { embeddedFacts, cleaned } from "@reader/document/content";
import type { DocxEngine } from "./document-text.ts";
import { openDocumentText } from "./open-text.ts";
import { openWordDocument } from "./parts/word-document.ts";

/** Maximum number of headings to list. */
const maxHeadings = 500;

/** Describes a document: its properties, headings and counts. Does not convert it to Markdown. */
export async function describeDocx(source: Source, context: HandlerContext, engine: DocxEngine): Promise<HandlerInfo> {
  const document = await openWordDocument(source, context);
  const { facts: properties, comments, embedded, hasMacros, modules, pageLines } = document;
  const body = await openDocumentText(document, context, engine);
  const { headings, words, counts } = await body.outline();
  const titles = headings
    .filter(({ title }) => title !== "")
    .slice(0, maxHeadings)
    .map(({ level, title }) => `${"  ".repeat(level - 1)}${title}`);
  const named = Object.entries(properties).flatMap(([name, value]) => {
    const line = cleaned(typeof value === "string" ? value : undefined);
    return line === undefined ? [] : [[name, line] as const];
  });
  const counted: readonly (readonly [string, number])[] = [
    ["words", words],
    ["tables", counts.tables],
    ["pictures", counts.images],
    ["equations", counts.equations],
    ["comments", comments.size],
    ["tracked changes", body.changeCount],
    ["hidden runs", counts.hidden],
    ["embedded objects", counts.objects],
  ];
  const facts: Record<string, Json> = {
    ...Object.fromEntries(named),
    ...Object.fromEntries(counted.filter(([name, count]) => count > 0 || name === "words")),
    ...(pageLines.length > 0 ? { "headers and footers": [...pageLines] } : {}),
    ...(titles.length > 0 ? { headings: titles } : {}),
    ...embeddedFacts(embedded.files),
    ...(hasMacros ? { macros: true } : {}),
    ...(modules.length === 0 ? {} : { macroModules: modules.map(({ name }) => name) }),
  };
  return { extents: counts.headings > 0 ? [extent("section", counts.headings)] : [], facts };
}
