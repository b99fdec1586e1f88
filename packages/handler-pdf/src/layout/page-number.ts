import type { PageContent, TextLine } from "../model/page-content.ts";
import { textOf } from "../model/text-of.ts";

/** A page number stands in this share of the height, at the foot of the page. */
const footShare = 0.1;

/** A page number has no more characters, with the words that go with it. */
const longest = 24;

/** The page without the line at its foot that says its number, `Page 3` or `3 / 12`: a table above has no part in it. */
export function withoutPageNumber(content: PageContent, number: number): PageContent {
  const last = lowestLines(content);
  const text = last.map(({ runs }) => textOf(runs)).join(" ");
  if (!isPageNumber(text.trim(), number)) return content;
  return without(content, new Set(last));
}

function without(content: PageContent, taken: ReadonlySet<TextLine>): PageContent {
  return {
    ...content,
    blocks: content.blocks.map((block) => ({ ...block, lines: block.lines.filter((line) => !taken.has(line)) })),
  };
}

/** What programs print at the edge of the paper stands in this share of the height, in type this much smaller than the text. */
const paperEdgeShare = 0.06;
const paperEdgeScale = 1.15;

/** The page without the date, the title and the address that browsers print at its edges: they are no cells of a table there. */
export function withoutPaperEdges(content: PageContent): PageContent {
  const lines = content.blocks.flatMap((block) => block.lines);
  const edgePt = paperEdgeShare * content.heightPt;
  const edges = lines.filter(({ box }) => box.y1 < edgePt || box.y0 > content.heightPt - edgePt);
  if (edges.length === 0 || edges.length > maxPaperEdges || edges.length === lines.length) return content;
  const taken = new Set(edges);
  const textPt = lines.reduce((least, line) => (taken.has(line) ? least : Math.min(least, sizePt(line))), Infinity);
  if (!edges.every((line) => sizePt(line) * paperEdgeScale < textPt)) return content;
  return without(content, taken);
}

/** Date and title at the top, address and number at the foot. */
const maxPaperEdges = 4;

function sizePt({ runs }: TextLine): number {
  return Math.max(0, ...runs.map(({ style }) => style.sizePt));
}

/** What stands at the height of the lowest line of a page, where that is at its foot. */
function lowestLines({ blocks, heightPt }: PageContent): readonly TextLine[] {
  const footPt = (1 - footShare) * heightPt;
  if (!blocks.some(({ lines }) => lines.some(({ box }) => box.y0 >= footPt))) return [];
  const lines = blocks.flatMap((block) => block.lines).filter(({ runs }) => runs.some(({ text }) => /\S/u.test(text)));
  const top = lines.reduce((most, { box }) => Math.max(most, box.y0), 0);
  if (top < footPt) return [];
  const middle = (line: TextLine): number => (line.box.y0 + line.box.y1) / 2;
  return lines.filter((line) => middle(line) > top);
}

/** The number of the page among words, with how many pages there are or without. */
function isPageNumber(text: string, number: number): boolean {
  if (text.length > longest) return false;
  const [first, ...others] = text.match(/\d+/gu) ?? [];
  return Number(first) === number && others.length < 2 && others.every((other) => Number(other) >= number);
}
