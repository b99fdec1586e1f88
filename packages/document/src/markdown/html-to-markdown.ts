import type { ReadHtml } from "./engine.ts";
import { createMarkdownBuilder } from "./markdown-builder.ts";

/**
 * The words of an HTML fragment as light Markdown: tables, headings, lists, links and images. It runs over the tags
 * once, in time linear in the length of any input. Without a newline at the end.
 */
export function htmlToMarkdown(html: string, readHtml: ReadHtml): string {
  const builder = createMarkdownBuilder();
  readHtml(html, builder);
  const pieces = builder.end().flatMap((piece) => ("markdown" in piece ? [piece.markdown] : []));
  return pieces.join("\n").replace(/\n$/, "");
}
