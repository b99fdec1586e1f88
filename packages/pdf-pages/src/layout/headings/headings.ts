import { listMarker } from "../../model/list-markers.ts";
import { isPlainLetter, titleWords } from "../../model/plain-text.ts";
import type { FlowLine } from "../flow.ts";
import {
  type Candidate,
  edgeShare,
  hasWhite,
  type HeadingEvidence,
  isCodeName,
  isContentsEntry,
  isEntry,
  isCounted,
  isInType,
  isSameType,
  lengthOf,
  shortestText,
  shortLine,
} from "./candidate.ts";
import { deepestLevel } from "./heading-levels.ts";
import { decimalNumber, isLabeled, isLoneLabel, isNumbered } from "./heading-numbers.ts";
import type { LeveledHeading } from "./open-heading.ts";
import { isCaption, isOfColumns, isPlainHeading, isSameSizeHeading } from "./same-size-headings.ts";
import { isInstitute, isInTitleBlock } from "./title-block.ts";
import { isOwnSentence, sentenceRatio } from "./large-sentences.ts";
import { type BodyType, samePt } from "./type-sizes.ts";
import { isOutdentedSection, mayBeTypewritten } from "./typewritten-headings.ts";

const longestHeading = 200;

const mostLines = 4;
const mostTitleLines = 6;

/** A paragraph this much larger than the text is a title, even if the tags mark only other headings. */
const titleRatio = 1.5;

/** The first line of a document may be its title from this ratio on, even if more lines in its type follow. */
const firstTitleRatio = 1.25;

/** Returns the level of a heading, 1 to 6, or 0 for other text. */
export function headingLevel(candidate: Candidate, evidence: HeadingEvidence): number {
  const [first] = candidate.paragraph.lines;
  if (first === undefined) return 0;
  const { text } = candidate;
  const { levels, title } = evidence;
  const { stated, rank } = ranked(candidate, first, evidence);
  if (stated === 0 && rank === 0) {
    const isText = isOwnText(candidate, first, evidence);
    levels.noteParagraph({ isText, length: text.length, page: evidence.page });
    return 0;
  }
  if (stated !== 0) return levels.note(leveled(candidate, first, evidence), stated);
  const level = levels.place(leveled(candidate, first, evidence), rank);
  if (!isLabeled(text)) title?.note(first.sizePt, level);
  return level;
}

/** The level that a tag or a bookmark states, or else the rank of the type; 0 for none. */
interface Ranked {
  readonly stated: number;
  readonly rank: number;
}

const unranked: Ranked = { stated: 0, rank: 0 };

/** A header that pages near this one repeat is no heading, unless a tag says so. */
function ranked(candidate: Candidate, first: FlowLine, evidence: HeadingEvidence): Ranked {
  const byTag = levelByTag(first, candidate.text);
  if (byTag !== 0) return { stated: byTag, rank: 0 };
  if (!couldBeHeading(candidate, first, evidence)) return unranked;
  const stated = levelByOutline(candidate, first, evidence);
  const rank = stated === 0 ? levelByType(candidate, first, evidence) : 0;
  return (stated > 0 || rank > 0) && evidence.isRepeated?.(first) === true ? unranked : { stated, rank };
}

/**
 * True for text, items of lists and entries of contents. Other lines may be authors, addresses or dates, also several short
 * ones in one paragraph.
 */
function isOwnText(candidate: Candidate, first: FlowLine, { levels }: HeadingEvidence): boolean {
  const { text, paragraph } = candidate;
  if (levels.isBelowTitle() && isInstitute(text)) return false;
  const isLong = text.length >= Math.max(shortestText, shortLine * paragraph.lines.length);
  if (isLong || isContentsEntry(candidate, first)) return true;
  return listMarker(text) !== undefined || /(?:\p{L}{4}|\d)[.!?]$/u.test(text);
}

function leveled(
  { text, after }: Candidate,
  { sizePt, isBold, isItalic }: FlowLine,
  { sizes, page }: HeadingEvidence,
): LeveledHeading {
  const isAboveText = lengthOf(after) >= shortestText;
  return { text, sizePt: Math.max(sizePt, sizes.body().sizePt), ownPt: sizePt, isBold, isItalic, page, isAboveText };
}

/** Returns the level by size, or else by weight, slant or font and place. */
function levelByType(candidate: Candidate, first: FlowLine, evidence: HeadingEvidence): number {
  if (isOther(candidate, first, evidence)) return 0;
  const bySize = isOneOfSeveral(candidate, first, evidence) ? 0 : levelBySize(candidate.text, first, evidence);
  if (bySize !== 0) return bySize;
  if (!isInTextSize(candidate, first, evidence)) return 0;
  return Math.min(evidence.sizes.ranks() + 1 + numberDepth(candidate.text), deepestLevel);
}

function isInTextSize(candidate: Candidate, first: FlowLine, evidence: HeadingEvidence): boolean {
  return (
    isSameSizeHeading(candidate, first, evidence) ||
    isPlainHeading(candidate, first, evidence) ||
    isOutdentedSection(candidate, first, evidence)
  );
}

/** True for authors, captions and heads of columns, and for text that is tagged as something else. */
function isOther(candidate: Candidate, first: FlowLine, evidence: HeadingEvidence): boolean {
  if (isInTitleBlock(candidate, first, evidence) || isCaption(candidate.text)) return true;
  if (isChartTitle(candidate, first, evidence)) return true;
  const body = evidence.sizes.body();
  if (first.sizePt > titleRatio * body.sizePt) return false;
  return (evidence.hasTaggedHeadings && first.tag !== undefined) || isOfColumns(candidate, first, body);
}

/** A mark in a drawing. Two Chinese characters may be a heading. */
const mark = /^[!-~]{1,2}$/u;

/** Maximum length of the labels in a chart. */
const longestLabel = 40;

/**
 * True for the title of a chart: the labels below it are in its font, which is not that of the text. Headings in a font of
 * their own are above text, or above other headings.
 */
function isChartTitle(candidate: Candidate, first: FlowLine, { sizes, levels }: HeadingEvidence): boolean {
  const { text, after } = candidate;
  if (first.isMonospaced || isNumbered(text) || isCounted(text) || levels.isAtStart() || levels.isBelowTitle())
    return false;
  const family = familyOf(first.font);
  const body = sizes.body();
  if (familyOf(body.font) === family) return false;
  return mark.test(text) || isLabelIn(family, after, body);
}

/** True for a short line in a font family that is neither bold nor large nor an entry of contents. */
function isLabelIn(family: string, paragraph: Candidate["after"], body: BodyType): boolean {
  const line = paragraph?.lines[0];
  if (line === undefined || isEntry(paragraph?.lines[0]) || lengthOf(paragraph) >= longestLabel) return false;
  return !line.isBold && line.sizePt < body.sizePt && familyOf(line.font) === family;
}

/** Returns the name of a font without its weight and slant, and without the marks of its maker: `Arial-BoldMT`, `ArialMT`. */
function familyOf(font: string): string {
  return /^[A-Za-z]+?(?=(?:PS)?(?:MT)?(?![A-Za-z]))/u.exec(font)?.[0] ?? font;
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
  const isTitle = first.sizePt > titleRatio * evidence.sizes.body().sizePt;
  if (paragraph.lines.length > (isTitle ? mostTitleLines : mostLines) || text.length > longestHeading) return false;
  return (
    !isAtEdge(candidate, first, evidence) &&
    !isContentsEntry(candidate, first) &&
    isPlainType(candidate, first, evidence) &&
    hasWords(text) &&
    listMarker(text)?.mark.startsWith("-") !== true
  );
}

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
  const body = sizes.body();
  return !isMonospaced || isLoneCode(candidate, first, body) || mayBeTypewritten(candidate, first, body);
}

/** Minimum ratio to the body size of the name of a function or package that is not bold. */
const slightlyLarger = 1.05;

/**
 * True for the name of a function or package, bold or larger, that is set off without more of its type above it.
 * Commands and addresses are no names.
 */
function isLoneCode(candidate: Candidate, first: FlowLine, body: BodyType): boolean {
  if (body.isMonospaced || !isCodeName(candidate.text)) return false;
  if (!first.isBold && first.sizePt < slightlyLarger * body.sizePt) return false;
  const above = candidate.before?.lines.at(-1);
  if (above !== undefined && isSameType(above, first)) return false;
  return first.sizePt > sentenceRatio * body.sizePt || hasWhite(candidate, first, body);
}

/** A mail address within words, or a web address alone. */
const isAddress = /(?:^|[\s<(])[\w.+-]+@\w|^<?(?:https?:\/\/|www\.)/u;

/** True for visible words that are no contents entry, copyright or mail address and do not continue a sentence. */
function hasWords(text: string): boolean {
  if (isFigure(text) || text.includes("©") || isAddress.test(text)) return false;
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
function levelByOutline(candidate: Candidate, first: FlowLine, { outline, sizes, title }: HeadingEvidence): number {
  const level = outline.size === 0 ? undefined : bookmarkLevel(candidate, outline);
  if (level === undefined) return 0;
  const { text } = candidate;
  const stands =
    first.isBold || first.sizePt > sizes.body().sizePt * 1.05 || isNumbered(text) || first.font !== sizes.body().font;
  if (!stands) return 0;
  return Math.min(level + (title?.isAbove(first.sizePt) === true ? 1 : 0), deepestLevel);
}

/** Returns the level of the bookmark of a heading. The number of a chapter may be left out, or have its own bookmark. */
function bookmarkLevel({ text, paragraph }: Candidate, outline: HeadingEvidence["outline"]): number | undefined {
  const label = paragraph.lines[0]?.text ?? "";
  const whole = outline.get(titleWords(text));
  if (whole !== undefined || paragraph.lines.length === 1 || !isLoneLabel(label)) return whole;
  const title = text.slice(label.length).trim();
  const number = label.slice(label.indexOf(" ") + 1);
  return (
    outline.get(titleWords(`${number} ${title}`)) ?? outline.get(titleWords(title)) ?? outline.get(titleWords(label))
  );
}

/**
 * True for one of several paragraphs in slightly larger type that follow each other, such as the authors of a paper with
 * their institutes, or an opening paragraph. A heading is followed by text, or by a heading of another level.
 */
function isOneOfSeveral(candidate: Candidate, first: FlowLine, evidence: HeadingEvidence): boolean {
  const { text, before, after } = candidate;
  const { sizes, levels } = evidence;
  const leastPt = (levels.isAtStart() ? firstTitleRatio : titleRatio) * sizes.body().sizePt;
  if (first.isBold || first.sizePt > leastPt || isCounted(text)) return false;
  const last = before?.lines.at(-1);
  return (last !== undefined && isInType(last, first)) || isAboveAlike(first, after?.lines[0], evidence);
}

/** True for a line above one in its type or, between the title and the text, in type of its size or larger. */
function isAboveAlike(first: FlowLine, next: FlowLine | undefined, { levels }: HeadingEvidence): boolean {
  if (next === undefined || isCounted(next.text)) return false;
  return levels.isBelowTitle() ? next.sizePt > first.sizePt - samePt : isSameType(next, first);
}

function levelBySize(text: string, first: FlowLine, { sizes, levels }: HeadingEvidence): number {
  const rank = sizes.rank(first.sizePt);
  const mayBeTitle = first.sizePt > titleRatio * sizes.body().sizePt && levels.isAtStart();
  if (rank > sizes.ranks() || (!mayBeTitle && isOwnSentence(text, first, { sizes, levels }))) return 0;
  return Math.min(rank, deepestLevel);
}

/** Returns how many numbers the heading's own number has after the first two. */
function numberDepth(text: string): number {
  const number = /^\d+(?:\.\d+)*/u.exec(text)?.[0] ?? "";
  return Math.max(0, number.split(".").length - 2);
}
