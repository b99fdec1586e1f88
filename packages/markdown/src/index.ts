export { loadHtmlEngine } from "./engine.ts";
export type { HtmlListener, ReadHtml } from "./engine.ts";
export { fence } from "./fence.ts";
export { htmlToMarkdown } from "./html-to-markdown.ts";
export { createMarkdownBuilder } from "./markdown-builder.ts";
export type { MarkdownBuilder, MarkdownPiece } from "./markdown-builder.ts";
export { loweredText, raisedText } from "./raised-text.ts";
export { tableCell, tableMarkdown, tableRow } from "./table.ts";
export type { TableRows } from "./table.ts";
