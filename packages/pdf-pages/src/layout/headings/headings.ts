import { boxAround } from "../../model/boxes.ts";
import { listMarker } from "../../model/list-markers.ts";
import { beginsSmall, isPlainLetter, titleWords } from "../../model/plain-text.ts";
import { type FlowLine, gapEm, startOf } from "../flow.ts";
import type { Paragraph } from "../paragraphs/paragraphs.ts";
import { decimalNumber, deepestLevel, type HeadingLevels, type LeveledHeading } from "./heading-levels.ts";
import type { DocumentTitle } from "./document-title.ts";
import { type BodyType, samePt, type TypeSizes } from "./type-sizes.ts";

const longestHeading = 200;

/** Maximum length of a heading in larger type that ends like a sentence. Longer text is an opening paragraph. */
const longestSentence = 80;
const mostLines = 4;

/** Maximum length of a heading if other text in its type forms sentences. */
const shortLine = 40;

/** A sentence in type less than this much larger than the body is body text, on a page whose tables are set smaller. */
const sentenceRatio = 1.3;

/** A paragraph this much larger than the text is a title, even if the tags mark only other headings. */
const titleRatio = 1.5;

/** Minimum length of text that follows a heading. Shorter lines may be authors, addresses or dates. */
const shortestText = 120;

/** Returns the level of a heading, 1 to 6, or 0 for other text. */
export function headingLevel(candidate: Candidate, evidence: HeadingEvidence): number {
  const [first] = candidate.paragraph.lines;
  if (first === undefined) return 0;
  const { text } = candidate;
  const { levels, title } = evidence;
  const byTag = levelByTag(first, text);
  const isPossible = byTag === 0 && couldBeHeading(candidate, first, evidence);
  const stated = isPossible ? levelByOutline(text, first, evidence) : byTag;
  if (stated !== 0) return levels.note(leveled(text, first, evidence), stated);
  const rank = isPossible ? levelByType(candidate, first, evidence) : 0;
  if (rank === 0) {
    if (text.length >= shortestText) levels.noteText();
    return 0;
  }
  const level = levels.place(leveled(text, first, evidence), rank);
  title?.note(first.sizePt, level);
  return level;
}

function leveled(
  text: string,
  { sizePt, isBold, isItalic }: FlowLine,
  { sizes, page }: HeadingEvidence,
): LeveledHeading {
  return { text, sizePt: Math.max(sizePt, sizes.body().sizePt), isBold, isItalic, page };
}

/** Returns the level by size, or else by weight, slant or font and place. */
function levelByType(candidate: Candidate, first: FlowLine, evidence: HeadingEvidence): number {
  const isMuchLarger = first.sizePt > titleRatio * evidence.sizes.body().sizePt;
  if (evidence.hasTaggedHeadings && first.tag !== undefined && !isMuchLarger) return 0;
  const bySize = isOneOfSeveral(candidate, first, evidence) ? 0 : levelBySize(candidate.text, first, evidence);
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
    !isContentsEntry(candidate, first) &&
    isPlainType(candidate, first, evidence) &&
    hasWords(text) &&
    listMarker(text)?.mark.startsWith("-") !== true
  );
}

/** A page number at some distance after the title, or after the leader dots. */
const endsWithPage = /(?: {2}|\.{4} |(?: \.){2} )(?:\d{1,4}|[ivxlc]{1,7})$/u;

/**
 * True for an entry of a table of contents, which may be as large or bold as the heading it refers to. Below another
 * entry, one blank before the page number is enough. A line between entries is the beginning of a longer one if the next
 * line is in its type.
 */
function isContentsEntry({ text, before, after }: Candidate, first: FlowLine): boolean {
  const isAfter = isEntry(before?.lines.at(-1));
  if (isAfter && /\s\d{1,4}$/u.test(text)) return true;
  const next = after?.lines[0];
  const isBefore = isEntry(next);
  if (endsWithPage.test(text)) return isAfter || isBefore;
  return isAfter && isBefore && next !== undefined && isInType(next, first);
}

/** The last character is checked first, which is faster. */
function isEntry(line: FlowLine | undefined): boolean {
  const last = line?.text.at(-1);
  return line !== undefined && last !== undefined && "0123456789ivxlc".includes(last) && endsWithPage.test(line.text);
}

/** Share of the page height at the top and bottom for headers and footers. */
const edgeShare = 0.13;

/**
 * Text at the foot of a page heads nothing below it, and neither does a header in two parts. In large or bold type, the
 * second part must be a page number, because a heading may have its number at some distance.
 * A line in the place and type of running headers repeats the heading of its chapter, which may be a bookmark too.
 */
function isAtEdge({ isFoot, text }: Candidate, first: FlowLine, { heightPt, sizes }: HeadingEvidence): boolean {
  if (first.isRunning === true) return true;
  if (first.isSpread && first.box.y1 < edgeShare * heightPt && / {2}\d{1,4}$/u.test(text)) return true;
  const isLarge = first.isBold || first.sizePt > sentenceRatio * sizes.body().sizePt;
  if (isLarge) return false;
  if (first.isSpread && first.box.y1 < edgeShare * heightPt) return true;
  return isFoot && first.box.y0 > (1 - edgeShare) * heightPt;
}

function isPlainType(candidate: Candidate, first: FlowLine, { sizes }: HeadingEvidence): boolean {
  const { isMonospaced, isVertical, tag } = first;
  if (isVertical || tag?.cell !== undefined || tag?.role === "Caption") return false;
  return !isMonospaced || isLoneCode(candidate, first, sizes.body());
}

/**
 * True for the name of a function or package, bold or larger, that is set off without more of its type above it.
 * Commands and addresses are no names.
 */
function isLoneCode(candidate: Candidate, first: FlowLine, body: BodyType): boolean {
  if (body.isMonospaced || !isCodeName(candidate.text)) return false;
  if (!first.isBold && first.sizePt < slightlyLarger * body.sizePt) return false;
  const above = candidate.before?.lines.at(-1);
  return (above === undefined || !isSameType(above, first)) && hasWhite(candidate, first, body);
}

/** True for one word as in code, perhaps with arguments: `findDocument ()`. */
function isCodeName(text: string): boolean {
  return /^\p{L}[\p{L}\p{N}_.:-]*(?: ?\([^()]*\))?$/u.test(text) && !/--|[.:-]$/u.test(text);
}

/** True for visible words that are not a contents entry and do not continue a sentence. */
function hasWords(text: string): boolean {
  if (isFigure(text)) return false;
  if (!beginsWithWord(text) && !/\p{L}{2}|\p{Script=Han}/u.test(text)) return false;
  if (text.includes("⟦")) return false;
  if (/[,;，；、]$/u.test(text)) return false;
  return !text.includes("....") && !text.includes(". . . . ");
}

/** True for a total, an amount or a tick of an axis: more digits than letters, without the number of a heading. */
function isFigure(text: string): boolean {
  const code = text.charCodeAt(text.length - 1);
  const mayBe = (code >= 0x30 && code <= 0x39) || code === 0x25 || code === 0x29;
  if (!mayBe) return false;
  const rest = text.replace(decimalNumber, "");
  return (rest.match(/\d/gu)?.length ?? 0) > (rest.match(/\p{L}/gu)?.length ?? 0);
}

/** Two ASCII letters are checked first, which is faster than letters of any script. */
function beginsWithWord(text: string): boolean {
  return isPlainLetter(text.charCodeAt(0)) && isPlainLetter(text.charCodeAt(1));
}

/** Returns the level of a bookmark with this text, if its type differs from the surrounding text. */
function levelByOutline(text: string, first: FlowLine, { outline, sizes, title }: HeadingEvidence): number {
  const level = outline.size === 0 ? undefined : outline.get(titleWords(text));
  if (level === undefined) return 0;
  const stands =
    first.isBold || first.sizePt > sizes.body().sizePt * 1.05 || isNumbered(text) || first.font !== sizes.body().font;
  if (!stands) return 0;
  return Math.min(level + (title?.isAbove(first.sizePt) === true ? 1 : 0), deepestLevel);
}

/**
 * True for one of several paragraphs in slightly larger type that follow each other, such as the authors of a paper with
 * their institutes, or an opening paragraph. A heading is followed by text, or by a heading of another level.
 */
function isOneOfSeveral({ text, before, after }: Candidate, first: FlowLine, { sizes }: HeadingEvidence): boolean {
  if (first.isBold || first.sizePt > titleRatio * sizes.body().sizePt || isCounted(text)) return false;
  return [before?.lines.at(-1), after?.lines[0]].some((line) => line !== undefined && isInType(line, first));
}

function isInType(line: FlowLine, first: FlowLine): boolean {
  return isSameType(line, first) && !isCounted(line.text);
}

function isSameType(line: FlowLine, { font, sizePt }: FlowLine): boolean {
  return line.font === font && Math.abs(line.sizePt - sizePt) < samePt;
}

/** True if the text starts with a number. A letter may be an initial. */
function isCounted(text: string): boolean {
  return /^\(?(?:\d+(?:\.\d+)*[.)]?|[IVX]+[.)])\s/u.test(text);
}

function levelBySize(text: string, first: FlowLine, { sizes }: HeadingEvidence): number {
  const rank = sizes.rank(first.sizePt);
  if (rank > sizes.ranks() || isOwnSentence(text, first, sizes)) return 0;
  return Math.min(rank, deepestLevel);
}

/** The full stops of scripts. A question may be a heading. */
const endsSentence = /[.。]$/u;

/**
 * True if text ends like a sentence and is long, or is neither bold nor much larger than the body. A long line in the
 * type of such sentences counts too: pages of small listings and tables have most of their text in smaller type.
 */
function isOwnSentence(text: string, first: FlowLine, sizes: TypeSizes): boolean {
  const isText = !first.isBold && first.sizePt < sentenceRatio * sizes.body().sizePt;
  if (!endsSentence.test(text)) return isText && text.length > shortLine && sizes.isOfSentences(first.sizePt);
  return text.length > longestSentence || (isText && !isNumbered(text));
}

/** Returns how many numbers the heading's own number has after the first two. */
function numberDepth(text: string): number {
  const number = /^\d+(?:\.\d+)*/u.exec(text)?.[0] ?? "";
  return Math.max(0, number.split(".").length - 2);
}

const longestSameSizeHeading = 120;
const mostSameSizeLines = 2;

/** Minimum size of headings as a share of the body size. Some papers set numbered bold headings smaller, or in small capitals. */
const leastShareOfSize = 0.95;
const leastShareOfNumbered = 0.85;
const leastShareOfCapitals = 0.75;

/** Minimum ratio to the body size of the name of a function or package that is not bold. */
const slightlyLarger = 1.05;

/** True if a paragraph in the body size that is bold, italic or in another font is placed like a heading. */
function isSameSizeHeading(candidate: Candidate, first: FlowLine, evidence: HeadingEvidence): boolean {
  const body = evidence.sizes.body();
  if (!couldBeSameSize(candidate, first, body)) return false;
  if (isInSmallCapitals(candidate, body)) return true;
  const isBold = isBoldTelling(candidate, evidence) && candidate.paragraph.lines.every((line) => line.isBold);
  return isLarge(candidate, first, { body, isBold }) && (isBold || standsApart(candidate, first, body));
}

function couldBeSameSize(candidate: Candidate, first: FlowLine, body: BodyType): boolean {
  const { paragraph, text } = candidate;
  if (paragraph.lines.length > mostSameSizeLines || text.length > longestSameSizeHeading) return false;
  if ((isSentence(text) && !isSetOff(candidate, first, body)) || isCaption(text)) return false;
  return !(first.isSpread && isOfColumns(candidate, body));
}

/** True if bold type is rare, or the text has the next number of a section. */
function isBoldTelling({ text }: Candidate, { isBoldCommon, sizes, levels }: HeadingEvidence): boolean {
  return !(isBoldCommon || sizes.body().isBold) || levels.continuesSections(text);
}

function isLarge({ text }: Candidate, { sizePt }: FlowLine, type: { body: BodyType; isBold: boolean }): boolean {
  return sizePt >= type.body.sizePt * (type.isBold && isNumbered(text) ? leastShareOf(text) : leastShareOfSize);
}

function leastShareOf(numbered: string): number {
  const isInCapitals = /\p{Lu}{2}/u.test(numbered) && !/\p{Ll}/u.test(numbered);
  return isInCapitals ? leastShareOfCapitals : leastShareOfNumbered;
}

function isSentence(text: string): boolean {
  // Most lines of text start like this.
  if (beginsSmall(text)) return true;
  return /[.:,;。：，；！]$/u.test(text.replace(/^\d+\./u, "")) || /^\W*\p{Ll}|^[-–—\u2212]/u.test(text);
}

/** Minimum gap above a heading, and how much more it is than the gap below, in ems. */
const leastWhiteEm = 0.3;
const whiterBy = 0.1;

/** Minimum length of the text below a heading that ends with a colon. */
const leastBelowColon = 60;

/**
 * True for a short line in bold or italics that is set off above text and is the name of a function, has a number and a
 * full stop, or ends with a colon: `findDocument ()`, `1.1 Term.`, `Example:`. A label with a colon may be that of a value
 * on a form, so that the text below must be long.
 */
function isSetOff(candidate: Candidate, first: FlowLine, body: BodyType): boolean {
  const { text } = candidate;
  if (!(first.isBold || first.isItalic) || text.length > shortLine || !hasWhite(candidate, first, body)) return false;
  if (beginsSmall(text)) return isCodeName(text) && /\p{Ll}\p{Lu}|[_.(]/u.test(text);
  return (decimalNumber.test(text) && /\p{L}\.$/u.test(text)) || isIntroduction(candidate);
}

/** True for words with a colon between text and long text. */
function isIntroduction({ text, before, after }: Candidate): boolean {
  const below = after?.lines[0];
  if (before === undefined || below === undefined || !/^[\p{L}\p{N}].*[\p{L}\p{N})]:$/u.test(text)) return false;
  return below.text.length > shortLine && lengthOf(after) >= leastBelowColon;
}

function lengthOf(paragraph: Paragraph | undefined): number {
  return paragraph?.lines.reduce((sum, { text }) => sum + text.length, 0) ?? 0;
}

/** True for a single line above text, with more white above it than below. */
function hasWhite({ paragraph, before, after }: Candidate, first: FlowLine, body: BodyType): boolean {
  const below = after?.lines[0];
  if (paragraph.lines.length > 1 || !isText(below, body) || below.box.y0 <= first.box.y0) return false;
  const above = before?.lines.at(-1);
  const belowEm = gapEm(first, below);
  if (above === undefined || above.box.y0 >= first.box.y0) return belowEm >= leastWhiteEm;
  return gapEm(above, first) > Math.max(leastWhiteEm, belowEm + whiterBy);
}

/** The number of a heading, and what may be one or a name in a head of columns: `A`, `Article 5`. */
const headNumber =
  /^(?:§ ?)?(?:\d{1,3}(?:\.\d{1,3})*\.?|\(?\d{1,3}\)|[A-Z](?:\.\d{1,3})+\.?|[IVXLC]+[.)]?|[A-Z][.)])$/u;
const headLabel = /^(?:\p{L}+\.? )?(?:\d{1,3}|[A-Z])[.:]?$/u;

/** True for words at several places that are the heads of columns, without the number of a heading before the gap. */
function isOfColumns({ text, after }: Candidate, body: BodyType): boolean {
  const [label = ""] = text.split("  ", 1);
  if (label.length > shortLine || label.length === text.length || headNumber.test(label)) return false;
  return !(headLabel.test(label) && isText(after?.lines[0], body));
}

function isText(line: FlowLine | undefined, { font }: BodyType): line is FlowLine {
  return line !== undefined && line.font === font && line.text.length > shortestBelow && !line.isSpread;
}

function isCaption(text: string): boolean {
  return /^(?:fig(?:ure)?|table|tab)\b\.?\s*(?:\d|[IVX]+\b)/iu.test(text);
}

/** True for a single line in another type right above text, italic with a gap above or numbered. */
function standsApart({ paragraph, text, before, after }: Candidate, first: FlowLine, body: BodyType): boolean {
  const next = after?.lines[0];
  if (paragraph.lines.length > 1 || next === undefined || !isAbove(first, next, body)) return false;
  if (first.isItalic && !body.isItalic) return /^\p{Lu}/u.test(text) && leads(first, next, before?.lines.at(-1));
  return first.font !== body.font && isNumbered(text);
}

/** Maximum indent of a heading from the text below it, in ems. */
const mostIndentEm = 1.5;

/** True for a line that is nearer to the text below than to that above, and not indented like a quotation. */
function leads(first: FlowLine, next: FlowLine, last: FlowLine | undefined): boolean {
  return startOf(first) - startOf(next) <= mostIndentEm * first.sizePt && hasWhiteAbove(first, next, last);
}

function isAbove(first: FlowLine, next: FlowLine, body: BodyType): boolean {
  const isText =
    next.font === body.font && (next.text.length > 24 || (first.isItalic && listMarker(next.text) !== undefined));
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
const widestGapEm = 2.2;

/** Minimum length of a line that a heading may precede. */
const shortestBelow = 24;

/** True for centred lines of small capitals above text, with initials in the text size: a section title of a paper. */
function isInSmallCapitals({ paragraph, text, after }: Candidate, body: BodyType): boolean {
  if (/\p{Ll}/u.test(text) || !/\p{Lu}{3}/u.test(text)) return false;
  const last = paragraph.lines.at(-1);
  const next = after?.lines[0];
  if (last === undefined || next === undefined || !isSmallAbove(last, next, body)) return false;
  if (!paragraph.lines.some((line) => hasLargeLetters(line, next))) return false;
  return (isNumbered(text) && isNumbered(next.text)) || isInMiddle(last, after, body);
}

function isSmallAbove(first: FlowLine, next: FlowLine, { sizePt }: BodyType): boolean {
  if (first.sizePt >= sizePt || first.sizePt < smallShare * sizePt) return false;
  if (next.box.y0 <= first.box.y0 || gapEm(first, next) >= widestGapEm) return false;
  return first.box.x0 - next.box.x0 >= leastIndentEm * sizePt;
}

/** True if a line is as high as the one below it although most of its letters are smaller. */
function hasLargeLetters({ box }: FlowLine, next: FlowLine): boolean {
  return box.y1 - box.y0 > 0.92 * (next.box.y1 - next.box.y0);
}

function isInMiddle({ box }: FlowLine, after: Paragraph | undefined, body: BodyType): boolean {
  const next = after?.lines[0];
  if (after === undefined || next?.font !== body.font || next.text.length <= shortestBelow) return false;
  const below = boxAround(after.lines);
  return Math.abs(box.x0 + box.x1 - below.x0 - below.x1) / 2 < offMiddleEm * body.sizePt;
}

/** True if the text starts with a heading number: `3.1`, `(2)`, `IV.`. */
function isNumbered(text: string): boolean {
  return /^(?:\d+(?:\.\d+)*\.?|\(?(?:\d+|[A-Z])\)|[A-Z]\.|[IVX]+\.)\s/u.test(text);
}

/** What is known about a document's headings. */
export interface HeadingEvidence {
  readonly sizes: TypeSizes;
  readonly levels: HeadingLevels;
  /** The bookmarks, by text. */
  readonly outline: ReadonlyMap<string, number>;
  /** The title of the document, of which the bookmarks may be the sections; absent if it is not known. */
  readonly title?: DocumentTitle;
  /** True if the tags of the document mark headings, so that no other tagged text is one. */
  readonly hasTaggedHeadings: boolean;
  /** True if so much of the page is bold that it is not significant. */
  readonly isBoldCommon: boolean;
  /** The number of the page, from 1. */
  readonly page: number;
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
