import type { FlowLine } from "../flow.ts";
import type { Candidate, HeadingEvidence } from "./heading-evidence.ts";
import { listMark } from "../../model/list-marks.ts";
import { isPlainLetter } from "../../model/plain-signs.ts";
import { titleWords } from "./outline-titles.ts";
import { isNumbered } from "./numbered.ts";
import { isSameSizeHeading } from "./same-size-heading.ts";
import type { TypeSizes } from "./type-sizes.ts";

const longestHeading = 200;

/** Larger type that ends like a sentence is a heading up to this length, and else an opening paragraph. */
const longestSentence = 80;
const mostLines = 4;

/** A line that is no longer may be a heading even where others in its type are sentences. */
const shortLine = 40;

/** A sentence in type that is larger than the text by less than this is the body's, where tables are set smaller. */
const sentenceRatio = 1.3;
const deepestLevel = 6;

/** A paragraph this much larger than the text is a title, even where the tags name other headings only. */
const titleRatio = 1.5;

/** The level of a heading, 1 to 6, or 0 for what is none. */
export function headingLevel(candidate: Candidate, evidence: HeadingEvidence): number {
  const [first] = candidate.paragraph.lines;
  if (first === undefined) return 0;
  const byTag = levelByTag(first, candidate.text);
  if (byTag !== 0) return byTag;
  if (!couldBeHeading(candidate, first, evidence)) return 0;
  const byOutline = levelByOutline(candidate.text, first, evidence);
  if (byOutline !== 0) return byOutline;
  const isMuchLarger = first.sizePt > titleRatio * evidence.sizes.body().sizePt;
  if (evidence.hasTaggedHeadings && first.tag !== undefined && !isMuchLarger) return 0;
  const bySize = levelBySize(candidate.text, first, evidence);
  if (bySize !== 0 || !isSameSizeHeading(candidate, first, evidence)) return bySize;
  return Math.min(evidence.sizes.ranks() + 1 + numberDepth(candidate.text), deepestLevel);
}

function levelByTag({ tag }: FlowLine, text: string): number {
  if (tag === undefined) return 0;
  const { role } = tag;
  if (text.length > 2 * longestHeading || !/[\p{L}\p{N}]/u.test(text)) return 0;
  if (role === "Title") return 1;
  if (role === "H") return 2;
  return /^H[1-6]$/u.test(role) ? Number(role.slice(1)) : 0;
}

function couldBeHeading(candidate: Candidate, first: FlowLine, evidence: HeadingEvidence): boolean {
  const { paragraph, text } = candidate;
  if (paragraph.lines.length > mostLines || text.length > longestHeading) return false;
  return (
    !isAtEdge(candidate, first, evidence) &&
    !isContentsEntry(candidate) &&
    isPlainType(first) &&
    hasWords(text) &&
    listMark(text)?.mark.startsWith("-") !== true
  );
}

/** The number of a page at some distance behind the title, or behind the dots that lead there. */
const endsWithPage = /(?: {2}|\.{4} )(?:\d{1,4}|[ivxlc]{1,7})$/u;

/** An entry of a table of contents, among others, which is set as large or bold as what it stands for. */
function isContentsEntry({ text, before, after }: Candidate): boolean {
  if (!endsWithPage.test(text)) return false;
  return [before?.lines.at(-1), after?.lines[0]].some((line) => line !== undefined && endsWithPage.test(line.text));
}

/** Headers and footers stand in this outer share of the height. */
const edgeShare = 0.13;

/** What stands at the foot of a page has no text below it that it could head; a header in two parts heads none either. */
function isAtEdge({ isFoot }: Candidate, first: FlowLine, { heightPt, sizes }: HeadingEvidence): boolean {
  const isLarge = first.isBold || first.sizePt > sentenceRatio * sizes.body().sizePt;
  if (isLarge) return false;
  if (first.isSpread && first.box.y1 < edgeShare * heightPt) return true;
  return isFoot && first.box.y0 > (1 - edgeShare) * heightPt;
}

function isPlainType({ isMonospaced, isVertical, tag }: FlowLine): boolean {
  return !isMonospaced && !isVertical && tag?.cell === undefined && tag?.role !== "Caption";
}

/** Words, and none that are hidden; no line of a table of contents, and nothing that goes on. */
function hasWords(text: string): boolean {
  if (!beginsWithWord(text) && !/\p{L}{2}|\p{Script=Han}/u.test(text)) return false;
  if (text.includes("⟦")) return false;
  if (text.endsWith(",") || text.endsWith(";")) return false;
  return !text.includes("....") && !text.includes(". . . . ");
}

/** Two letters of ASCII tell sooner than letters of any writing are looked for. */
function beginsWithWord(text: string): boolean {
  return isPlainLetter(text.charCodeAt(0)) && isPlainLetter(text.charCodeAt(1));
}

/** The bookmarks say what a heading is, where its type is not that of the text around. */
function levelByOutline(text: string, first: FlowLine, { outline, sizes }: HeadingEvidence): number {
  const level = outline.size === 0 ? undefined : outline.get(titleWords(text));
  if (level === undefined) return 0;
  const stands =
    first.isBold || first.sizePt > sizes.body().sizePt * 1.05 || isNumbered(text) || first.font !== sizes.body().font;
  return stands ? Math.min(level, deepestLevel) : 0;
}

function levelBySize(text: string, first: FlowLine, { sizes }: HeadingEvidence): number {
  const rank = sizes.rank(first.sizePt);
  if (rank > sizes.ranks() || isOwnSentence(text, first, sizes)) return 0;
  return Math.min(rank, deepestLevel);
}

/**
 * What ends like a sentence and is long, or neither bold nor much larger than the text; a long line in the type of such
 * sentences is one of theirs: pages of small listings and tables have most of their text in smaller type.
 */
function isOwnSentence(text: string, first: FlowLine, sizes: TypeSizes): boolean {
  const isText = !first.isBold && first.sizePt < sentenceRatio * sizes.body().sizePt;
  if (!text.endsWith(".")) return isText && text.length > shortLine && sizes.isOfSentences(first.sizePt);
  return text.length > longestSentence || (isText && !isNumbered(text));
}

/** How many numbers after the first two the heading's own number has. */
function numberDepth(text: string): number {
  const number = /^\d+(?:\.\d+)*/u.exec(text)?.[0] ?? "";
  return Math.max(0, number.split(".").length - 2);
}
