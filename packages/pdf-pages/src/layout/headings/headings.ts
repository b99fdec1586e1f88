import { boxAround } from "../../model/boxes.ts";
import { listMarker } from "../../model/list-markers.ts";
import { beginsSmall, isPlainLetter, titleWords, trimmedLength } from "../../model/plain-text.ts";
import { type FlowLine, gapEm, startOf, lineStyle } from "../flow.ts";
import type { Paragraph } from "../paragraphs/paragraphs.ts";
import type { PageContent, TextLine } from "../../model/page-content.ts";
import { createTotals, mostUsed, type Totals } from "../../model/numbers.ts";

const longestHeading = 200;

/** Maximum length of a heading in larger type that ends like a sentence. Longer text is an opening paragraph. */
const longestSentence = 80;
const mostLines = 4;

/** Maximum length of a heading if other text in its type forms sentences. */
const shortLine = 40;

/** A sentence in type less than this much larger than the body is body text, on a page whose tables are set smaller. */
const sentenceRatio = 1.3;
const deepestLevel = 6;

/** A paragraph this much larger than the text is a title, even if the tags mark only other headings. */
const titleRatio = 1.5;

/** Returns the level of a heading, 1 to 6, or 0 for other text. */
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
    listMarker(text)?.mark.startsWith("-") !== true
  );
}

/** A page number at some distance after the title, or after the leader dots. */
const endsWithPage = /(?: {2}|\.{4} )(?:\d{1,4}|[ivxlc]{1,7})$/u;

/** True for an entry of a table of contents, which may be as large or bold as the heading it refers to. */
function isContentsEntry({ text, before, after }: Candidate): boolean {
  if (!endsWithPage.test(text)) return false;
  return [before?.lines.at(-1), after?.lines[0]].some((line) => line !== undefined && endsWithPage.test(line.text));
}

/** Share of the page height at the top and bottom for headers and footers. */
const edgeShare = 0.13;

/** Text at the foot of a page heads nothing below it, and neither does a header in two parts. */
function isAtEdge({ isFoot }: Candidate, first: FlowLine, { heightPt, sizes }: HeadingEvidence): boolean {
  const isLarge = first.isBold || first.sizePt > sentenceRatio * sizes.body().sizePt;
  if (isLarge) return false;
  if (first.isSpread && first.box.y1 < edgeShare * heightPt) return true;
  return isFoot && first.box.y0 > (1 - edgeShare) * heightPt;
}

function isPlainType({ isMonospaced, isVertical, tag }: FlowLine): boolean {
  return !isMonospaced && !isVertical && tag?.cell === undefined && tag?.role !== "Caption";
}

/** True for visible words that are not a contents entry and do not continue a sentence. */
function hasWords(text: string): boolean {
  if (!beginsWithWord(text) && !/\p{L}{2}|\p{Script=Han}/u.test(text)) return false;
  if (text.includes("⟦")) return false;
  if (text.endsWith(",") || text.endsWith(";")) return false;
  return !text.includes("....") && !text.includes(". . . . ");
}

/** Two ASCII letters are checked first, which is faster than letters of any script. */
function beginsWithWord(text: string): boolean {
  return isPlainLetter(text.charCodeAt(0)) && isPlainLetter(text.charCodeAt(1));
}

/** Returns the level of a bookmark with this text, if its type differs from the surrounding text. */
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
 * True if text ends like a sentence and is long, or is neither bold nor much larger than the body. A long line in the
 * type of such sentences counts too: pages of small listings and tables have most of their text in smaller type.
 */
function isOwnSentence(text: string, first: FlowLine, sizes: TypeSizes): boolean {
  const isText = !first.isBold && first.sizePt < sentenceRatio * sizes.body().sizePt;
  if (!text.endsWith(".")) return isText && text.length > shortLine && sizes.isOfSentences(first.sizePt);
  return text.length > longestSentence || (isText && !isNumbered(text));
}

/** Returns how many numbers the heading's own number has after the first two. */
function numberDepth(text: string): number {
  const number = /^\d+(?:\.\d+)*/u.exec(text)?.[0] ?? "";
  return Math.max(0, number.split(".").length - 2);
}

const longestSameSizeHeading = 120;
const mostSameSizeLines = 2;

/** Minimum size of headings as a share of the body size. Some papers set numbered bold headings smaller. */
const leastShareOfSize = 0.95;
const leastShareOfNumbered = 0.85;

/** True if a paragraph in the body size that is bold, italic or in another font is placed like a heading. */
function isSameSizeHeading(candidate: Candidate, first: FlowLine, evidence: HeadingEvidence): boolean {
  const { paragraph, text } = candidate;
  if (paragraph.lines.length > mostSameSizeLines || text.length > longestSameSizeHeading) return false;
  if (isSentence(text) || isCaption(text)) return false;
  const body = evidence.sizes.body();
  if (isInSmallCapitals(candidate, first, body)) return true;
  const isBold = !evidence.isBoldCommon && !body.isBold && paragraph.lines.every((line) => line.isBold);
  return isLarge(candidate, first, { body, isBold }) && (isBold || standsApart(candidate, first, body));
}

function isLarge({ text }: Candidate, { sizePt }: FlowLine, type: { body: BodyType; isBold: boolean }): boolean {
  const share = type.isBold && isNumbered(text) ? leastShareOfNumbered : leastShareOfSize;
  return sizePt >= type.body.sizePt * share;
}

function isSentence(text: string): boolean {
  // Most lines of text start like this.
  if (beginsSmall(text)) return true;
  return /[.:,;]$/u.test(text.replace(/^\d+\./u, "")) || /^\W*\p{Ll}|^[-–—\u2212]/u.test(text);
}

function isCaption(text: string): boolean {
  return /^(?:fig(?:ure)?|table|tab)\b\.?\s*(?:\d|[IVX]+\b)/iu.test(text);
}

/** True for a single line in another type right above text, italic with a gap above or numbered. */
function standsApart({ paragraph, text, before, after }: Candidate, first: FlowLine, body: BodyType): boolean {
  const next = after?.lines[0];
  if (paragraph.lines.length > 1 || next === undefined || !isAbove(first, next, body)) return false;
  if (first.isItalic && !body.isItalic)
    return /^\p{Lu}/u.test(text) && hasWhiteAbove(first, next, before?.lines.at(-1));
  return first.font !== body.font && isNumbered(text);
}

function isAbove(first: FlowLine, next: FlowLine, body: BodyType): boolean {
  const isText = next.font === body.font && next.text.length > 24;
  const isBelow = next.box.y0 > first.box.y0 && gapEm(first, next) < 1.5;
  return isText && isBelow && Math.abs(startOf(next) - startOf(first)) < 2.5 * first.sizePt;
}

function hasWhiteAbove(first: FlowLine, next: FlowLine, last: FlowLine | undefined): boolean {
  if (last === undefined || last.box.y0 > first.box.y0) return true;
  return gapEm(last, first) > Math.max(0.3, gapEm(first, next));
}

/** Maximum size ratio of small capitals, and their maximum distance from the centre of the text. */
const smallShare = 0.7;
const offMiddleEm = 1;

/** Minimum indent, and maximum gap to the text below, in ems. */
const leastIndentEm = 2;
const widestGapEm = 1.5;

/** Minimum length of a line that a heading may precede. */
const shortestText = 24;

/** True for a centred line of small capitals above text, with initials in the text size: a section title of a paper. */
function isInSmallCapitals({ paragraph, text, after }: Candidate, first: FlowLine, body: BodyType): boolean {
  if (paragraph.lines.length > 1 || /\p{Ll}/u.test(text) || !/\p{Lu}{3}/u.test(text)) return false;
  const lines = after?.lines ?? [];
  const [next] = lines;
  if (next === undefined || !isSmallAbove(first, next, body)) return false;
  return (isNumbered(text) && isNumbered(next.text)) || isInMiddle(first, lines, body);
}

function isSmallAbove(first: FlowLine, next: FlowLine, { sizePt }: BodyType): boolean {
  if (first.sizePt >= sizePt || first.sizePt < smallShare * sizePt || !hasLargeLetters(first, next)) return false;
  if (next.box.y0 <= first.box.y0 || gapEm(first, next) >= widestGapEm) return false;
  return first.box.x0 - next.box.x0 >= leastIndentEm * sizePt;
}

/** True if a line is as high as the one below it although most of its letters are smaller. */
function hasLargeLetters({ box }: FlowLine, next: FlowLine): boolean {
  return box.y1 - box.y0 > 0.92 * (next.box.y1 - next.box.y0);
}

function isInMiddle({ box }: FlowLine, lines: readonly FlowLine[], body: BodyType): boolean {
  const [next] = lines;
  if (next === undefined || next.font !== body.font || next.text.length <= shortestText) return false;
  const below = boxAround(lines);
  return Math.abs(box.x0 + box.x1 - below.x0 - below.x1) / 2 < offMiddleEm * body.sizePt;
}

/** True if the text starts with a heading number: `3.1`, `(2)`, `IV.`. */
function isNumbered(text: string): boolean {
  return /^(?:\d+(?:\.\d+)*\.?|\(?(?:\d+|[A-Z])\)|[A-Z]\.|[IVX]+\.)\s/u.test(text);
}

/** What is known about a document's headings. */
export interface HeadingEvidence {
  readonly sizes: TypeSizes;
  /** The bookmarks, by text. */
  readonly outline: ReadonlyMap<string, number>;
  /** True if the tags of the document mark headings, so that no other tagged text is one. */
  readonly hasTaggedHeadings: boolean;
  /** True if so much of the page is bold that it is not significant. */
  readonly isBoldCommon: boolean;
  /** The page height in points. */
  readonly heightPt: number;
}

/** A possible heading and its context. */
export interface Candidate {
  readonly paragraph: Paragraph;
  readonly text: string;
  readonly before: Paragraph | undefined;
  readonly after: Paragraph | undefined;
  /** True if nothing follows it on the page except text at the same height, and something precedes it. */
  readonly isFoot: boolean;
}

/** Statistics of font sizes in a document, updated page by page. */
interface TypeSizes {
  readonly learn: (content: PageContent) => void;
  /** Returns the type of most text. */
  readonly body: () => BodyType;
  /** Returns the rank of a size among those above the body size, from 1 for the largest. Similar sizes share a rank. */
  readonly rank: (sizePt: number) => number;
  /** Returns the number of ranks. */
  readonly ranks: () => number;
  /** Returns whether non-bold text in a size forms sentences: much of it ends with a full stop. */
  readonly isOfSentences: (sizePt: number) => boolean;
}

/** The type of most text. */
interface BodyType {
  readonly sizePt: number;
  readonly font: string;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isMonospaced: boolean;
}

/** Minimum ratio to the body size that counts as larger. */
const largerBy = 1.12;

/** With this share of monospaced type or more, prose is monospaced. Below it, monospaced text is code. */
const typewrittenShare = 0.75;

/** Sizes closer than this are equal, in points. */
const samePt = 0.7;

/** Minimum share of lines with a full stop in paragraphs; other lines continue. */
const sentenceShare = 0.25;

interface Tally {
  /** By size: the number of non-bold lines, and of those that end with a full stop. */
  readonly lines: Totals<number>;
  readonly sentences: Totals<number>;
  readonly sizes: Totals<number>;
  readonly fonts: Totals<string>;
  /** Without monospaced text. */
  readonly proseSizes: Totals<number>;
  readonly proseFonts: Totals<string>;
  total: number;
  bold: number;
  italic: number;
  monospaced: number;
}

/** Counts characters by font size, in half points, and by font. */
export function createTypeSizes(): TypeSizes {
  const tally: Tally = {
    lines: createTotals(),
    sentences: createTotals(),
    sizes: createTotals(),
    fonts: createTotals(),
    proseSizes: createTotals(),
    proseFonts: createTotals(),
    total: 0,
    bold: 0,
    italic: 0,
    monospaced: 0,
  };
  let body: BodyType | undefined;
  let steps: readonly number[] | undefined;
  const bodyType = (): BodyType => (body ??= bodyOf(tally));
  const sizeSteps = (): readonly number[] => (steps ??= stepsAbove(tally.sizes.all(), bodyType().sizePt));
  return {
    learn: (content) => {
      body = undefined;
      steps = undefined;
      count(tally, content);
    },
    body: bodyType,
    rank: (sizePt) => {
      const at = sizeSteps().findIndex((step) => sizePt > step - samePt);
      return at < 0 ? sizeSteps().length + 1 : at + 1;
    },
    ranks: () => sizeSteps().length,
    isOfSentences(sizePt) {
      const size = halfPoints(sizePt);
      const sentences = tally.sentences.all().get(size) ?? 0;
      return sentences > 0 && sentences >= sentenceShare * (tally.lines.all().get(size) ?? 0);
    },
  };
}

function count(tally: Tally, content: PageContent): void {
  for (const { lines } of content.blocks) for (const line of lines) countLine(tally, line);
}

function countLine(tally: Tally, line: TextLine): void {
  const style = lineStyle(line);
  const length = line.runs.reduce((sum, run) => sum + trimmedLength(run.text), 0);
  const sizePt = halfPoints(style.sizePt);
  tally.sizes.add(sizePt, length);
  tally.fonts.add(style.font, length);
  tally.total += length;
  if (style.isBold) tally.bold += length;
  else {
    tally.lines.add(sizePt, 1);
    tally.sentences.add(sizePt, endsSentence(line) ? 1 : 0);
  }
  if (style.isItalic) tally.italic += length;
  if (style.isMonospaced) tally.monospaced += length;
  else {
    tally.proseSizes.add(sizePt, length);
    tally.proseFonts.add(style.font, length);
  }
}

function halfPoints(sizePt: number): number {
  return Math.round(sizePt * 2) / 2;
}

function endsSentence({ runs }: TextLine): boolean {
  return runs.at(-1)?.text.trimEnd().endsWith(".") === true;
}

function bodyOf(tally: Tally): BodyType {
  const isTypewritten = tally.monospaced > typewrittenShare * tally.total;
  return {
    sizePt: mostUsed((isTypewritten ? tally.sizes : tally.proseSizes).all()) ?? 0,
    font: mostUsed((isTypewritten ? tally.fonts : tally.proseFonts).all()) ?? "",
    isBold: tally.bold * 2 > tally.total,
    isItalic: tally.italic * 2 > tally.total,
    isMonospaced: isTypewritten,
  };
}

function stepsAbove(lengths: ReadonlyMap<number, number>, bodyPt: number): readonly number[] {
  const larger = [...lengths.keys()].filter((sizePt) => sizePt >= bodyPt * largerBy && (lengths.get(sizePt) ?? 0) > 1);
  const steps: number[] = [];
  for (const sizePt of larger.toSorted((one, other) => other - one)) {
    if (sizePt <= (steps.at(-1) ?? Infinity) - samePt) steps.push(sizePt);
  }
  return steps;
}
