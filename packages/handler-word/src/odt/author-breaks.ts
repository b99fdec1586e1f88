import type { Notice } from "@reader/core/handler";
import { breaksNotice, explainsPages } from "../breaks/page-breaks.ts";
import type { OdfReader } from "./odf-reader.ts";

/**
 * Matches the start of a block or style, or the end of a nested element. Values of attributes may contain `>`, but not
 * `<`, which limits how far the search for their end goes.
 */
const tag =
  /<(?:style:(style|paragraph-properties|table-properties)|(office:text)|(\/?(?:table:table-row|text:deletion|draw:[\w-]+|text:p|text:h))|table:table)(?=[\s/>])([^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*)>/g;

/** Matches the start of a paragraph. */
const paragraphStart = /^<text:[ph]\b/;

/** A mark of a layout that was saved with the text. */
const layoutMark = "<text:soft-page-break";

type Family = "paragraph" | "table";

/** The search for breaks in the XML of a text. */
interface Search {
  readonly styles: OdfReader["styles"];
  /** Styles of the text itself that start a page: their family and name. */
  readonly starting: Set<string>;
  /** The style that was declared last. */
  style: string;
  /** True before the first block of the text. */
  isFirst: boolean;
  /** Number of open paragraphs, rows, drawings and deletions. What is inside them starts no page. */
  depth: number;
  breaks: number;
}

/**
 * Lets the breaks of the author tell the pages of a text that has no marks of a layout, if they explain its pages.
 * `content` is the XML of the text with its own styles; those of the document are known.
 */
export function countByBreaks({ layout, styles }: OdfReader, content: string): void {
  layout.isUnmarked = !content.includes(layoutMark);
  if (!layout.isUnmarked && content.includes('text:use-soft-page-breaks="true"')) return;
  const counted = 1 + breaksIn(content, styles);
  const stated = layout.statedPages === 0 ? undefined : layout.statedPages;
  const characters = (): number => content.replaceAll(/<[^<>]*>/g, "").length;
  layout.isByBreaks = explainsPages(counted, { stated, characters });
}

/** Returns what to say about the pages of a text that was read. */
export function pageNotices({ layout: { isByBreaks, statedPages, page = 1 } }: OdfReader): readonly Notice[] {
  return isByBreaks ? breaksNotice(page, statedPages) : [];
}

function breaksIn(content: string, styles: OdfReader["styles"]): number {
  const search: Search = { styles, starting: new Set(), style: "", isFirst: true, depth: 0, breaks: 0 };
  for (const [found, kind, text, nested, attributes = ""] of content.matchAll(tag)) {
    if (text !== undefined) Object.assign(search, { isFirst: true, depth: 0 });
    else if (nested !== undefined) countNested(search, found, attributes);
    else if (kind === "style") declareStyle(search, attributes);
    else if (kind !== undefined) setBreak(search, attribute(attributes, "fo:break-before"));
    else countBlock(search, "table", attributes);
  }
  return search.breaks;
}

function declareStyle(search: Search, attributes: string): void {
  const family = attribute(attributes, "style:family");
  search.style = `${family} ${attribute(attributes, "style:name")}`;
  const parent = attribute(attributes, "style:parent-style-name");
  const isBlock = family === "paragraph" || family === "table";
  // A style with a page layout of its own starts a page (ODF 1.2, 19.501).
  const hasLayout = attribute(attributes, "style:master-page-name") !== "";
  if (hasLayout || (isBlock && hasBreak(search.styles, family, parent))) search.starting.add(search.style);
}

function setBreak({ starting, style }: Search, before: string): void {
  if (before === "page") starting.add(style);
  else if (before !== "") starting.delete(style);
}

function countNested(search: Search, found: string, attributes: string): void {
  if (paragraphStart.test(found)) countBlock(search, "paragraph", attributes);
  if (found.startsWith("</")) search.depth = Math.max(0, search.depth - 1);
  else if (!found.endsWith("/>")) search.depth += 1;
}

function countBlock(search: Search, family: Family, attributes: string): void {
  if (search.depth > 0) return;
  const name = attribute(attributes, family === "table" ? "table:style-name" : "text:style-name");
  const isStart = search.starting.has(`${family} ${name}`) || hasBreak(search.styles, family, name);
  if (isStart && !search.isFirst) search.breaks += 1;
  search.isFirst = false;
}

/** Returns the value of an attribute in the XML of a start tag; empty without it. */
export function attribute(attributes: string, name: string): string {
  const from = attributes.indexOf(` ${name}="`);
  if (from < 0) return "";
  const start = from + name.length + 3;
  return attributes.slice(start, attributes.indexOf('"', start));
}

/** True if a style of the document starts a page. */
function hasBreak(styles: OdfReader["styles"], family: Family, name: string): boolean {
  return name !== "" && styles.find({ family, name }, (style) => style.startsPage) === true;
}
