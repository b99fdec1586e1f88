import { extent, type HandlerContext, type HandlerInfo, type Json, type Source } from "@reader/core/handler";
import { embeddedFacts, cleaned } from "@reader/document/content";
import { outlineOf } from "./body/outline.ts";
import { rewriteDocument } from "./body/rewrite-document.ts";
import { openWordDocument } from "./word-document.ts";

/** What a document says of itself, its headings, and how much of what it has; nothing is converted for it. */
export async function describeDocx(source: Source, context: HandlerContext): Promise<HandlerInfo> {
  const document = await openWordDocument(source, context);
  const { facts: properties, comments, embedded, hasMacros, modules, pageLines } = document;
  const rewritten = await rewriteDocument(document, context);
  context.signal.throwIfAborted();
  const { headings, words } = outlineOf(rewritten);
  const { counts, changeCount } = rewritten;
  const named = Object.entries(properties).flatMap(([name, value]) => {
    const line = cleaned(typeof value === "string" ? value : undefined);
    return line === undefined ? [] : [[name, line] as const];
  });
  const counted: readonly (readonly [string, number])[] = [
    ["words", words],
    ["tables", counts.tables],
    ["pictures", counts.pictures],
    ["equations", counts.equations],
    ["comments", comments.size],
    ["tracked changes", changeCount],
    ["hidden runs", counts.hidden],
    ["embedded objects", counts.objects],
  ];
  const facts: Record<string, Json> = {
    ...Object.fromEntries(named),
    ...Object.fromEntries(counted.filter(([name, count]) => count > 0 || name === "words")),
    ...(pageLines.length > 0 ? { "headers and footers": [...pageLines] } : {}),
    ...(headings.length > 0 ? { headings: [...headings] } : {}),
    ...embeddedFacts(embedded.files),
    ...(hasMacros ? { macros: true } : {}),
    ...(modules.length === 0 ? {} : { macroModules: modules.map(({ name }) => name) }),
  };
  return { extents: counts.headings > 0 ? [extent("section", counts.headings)] : [], facts };
}
