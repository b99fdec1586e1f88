export { loadHtmlEngine } from "./markdown/engine.ts";
export type { HtmlListener, ReadHtml } from "./markdown/engine.ts";
export { scriptOfPosition, scriptOfShift, scriptOfStyle } from "./markdown/raised-text.ts";
export { fence } from "./markdown/text-frame.ts";
export { createMarkdownBuilder, htmlToMarkdown } from "./markdown/markdown-builder.ts";
export type { MarkdownBuilder, MarkdownPiece } from "./markdown/markdown-builder.ts";
export { loweredText, raisedText } from "./markdown/raised-text.ts";
export { tableCell, tableMarkdown, tableRow } from "./markdown/table.ts";
export type { TableRows } from "./markdown/table.ts";
