import { boxAround } from "../../model/boxes.ts";
import { listMarker } from "../../model/list-markers.ts";
import { beginsSmall } from "../../model/plain-text.ts";
import { type FlowLine, gapEm, startOf } from "../flow.ts";
import type { Paragraph } from "../paragraphs/paragraphs.ts";
import {
  type Candidate,
  edgeShare,
  hasWhite,
  type HeadingEvidence,
  isCodeName,
  isText,
  lengthOf,
  shortestBelow,
  shortLine,
} from "./candidate.ts";
import { decimalNumber, isFrontSection, isLoneLabel, isNumbered } from "./heading-numbers.ts";
import type { BodyType } from "./type-sizes.ts";

const longestSameSizeHeading = 120;
const mostSameSizeLines = 2;

/** Minimum size of headings as a share of the body size. Some papers set numbered bold headings smaller, or in small capitals. */
const leastShareOfSize = 0.95;
const leastShareOfNumbered = 0.85;
const leastShareOfCapitals = 0.75;

/** True if a paragraph in the body size that is bold, italic or in another font is placed like a heading. */
export function isSameSizeHeading(candidate: Candidate, first: FlowLine, evidence: HeadingEvidence): boolean {
  const body = evidence.sizes.body();
  if (!couldBeSameSize(candidate, first, body)) return false;
  if (isInSmallCapitals(candidate, body)) return true;
  const isBold = isBoldTelling(candidate, evidence) && candidate.paragraph.lines.every((line) => line.isBold);
  const isKnown = isBold && evidence.levels.hasType(first);
  return (
    (isKnown || isLarge(candidate, first, { body, isBold })) && (isBold || standsApart(candidate, first, evidence))
  );
}

/** Maximum length of a heading in the type of the text, minimum length of that text, and by how much less white is below. */
const longestPlain = 60;
const leastBelowPlain = 80;
const alikeEm = 0.2;

/**
 * True for a line in the type of the text that has the number of a section, begins or continues to count, and is set off
 * above text: `Article 2`, `2.1 Licence`.
 */
export function isPlainHeading(candidate: Candidate, first: FlowLine, evidence: HeadingEvidence): boolean {
  const { paragraph, text, after } = candidate;
  if (text.length > longestPlain || paragraph.lines.length > 1 || isSentence(text)) return false;
  if (lengthOf(after) < leastBelowPlain || !isText(after?.lines[0], evidence.sizes.body())) return false;
  const isHeading = isTitleInCapitals(candidate, first, evidence) || isCounted(candidate, first, evidence);
  return isHeading && isSetInWhite(candidate, first);
}

function isCounted(candidate: Candidate, first: FlowLine, evidence: HeadingEvidence): boolean {
  return isLabel(candidate.text, first, evidence) || isNextSection(candidate, first, evidence);
}

/** Minimum number of letters of words in capitals, and of the longest one. Shorter ones are abbreviations. */
const leastCapitals = 8;
const leastInWord = 5;

/** True for words in capitals that are not only abbreviations. One word may be a speaker, unless it opens a page. */
function isTitleInCapitals({ text, before }: Candidate, { isSpread }: FlowLine, { levels }: HeadingEvidence): boolean {
  if (isSpread || /\p{Ll}|\d/u.test(text) || levels.isAtStart()) return false;
  const words = text.match(/\p{Lu}+/gu) ?? [];
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  if (letters < leastCapitals || !words.some((word) => word.length >= leastInWord)) return false;
  return words.length > 1 || before === undefined;
}

/** True for the number of a chapter or article on a line of its own, which goes on at the top of a page. */
function isLabel(text: string, { box }: FlowLine, { levels, heightPt }: HeadingEvidence): boolean {
  if (!isLoneLabel(text) || !chapterWord.test(text)) return false;
  return box.y1 >= edgeShare * heightPt || levels.continuesSections(text);
}

/** True for the next number with a title, and not for a running header, a list item or the first of several items. */
function isNextSection({ text, after }: Candidate, { box }: FlowLine, evidence: HeadingEvidence): boolean {
  if (box.y1 < edgeShare * evidence.heightPt || !/^\S+ +\p{Lu}/u.test(text)) return false;
  return evidence.levels.continuesSections(text) && !isNumbered(after?.lines[0]?.text ?? "");
}

function isSetInWhite({ before, after }: Candidate, first: FlowLine): boolean {
  const above = before?.lines.at(-1);
  const below = after?.lines[0];
  if (below === undefined || below.box.y0 <= first.box.y0) return false;
  if (above === undefined || above.box.y0 >= first.box.y0) return true;
  return gapEm(above, first) > Math.max(plainWhiteEm, gapEm(first, below) - alikeEm);
}

/** What is numbered, in European languages. Months and salutations have numbers and letters, too. */
const chapterWord =
  /^(?:第|(?:chapter|article|section|part|appendix|annex|clause|schedule|title|book|rule|lesson|unit|exercise|problem|question|step|kapitel|artikel|abschnitt|teil|anhang|anlage|aufgabe|chapitre|partie|annexe|leçon|exercice|cap[ií]tulo|art[ií]culo|artigo|secci[óo]n|seç[ãa]o|parte|anexo|capitolo|articolo|sezione|allegato|hoofdstuk|afdeling|deel|bijlage|kapitola|rozdział|artykuł|глава|статья|раздел|часть|приложение) )/iu;

/** Minimum gap above a heading in the type of the text, in ems: half a line is empty. */
const plainWhiteEm = 0.6;

function couldBeSameSize(candidate: Candidate, first: FlowLine, body: BodyType): boolean {
  const { paragraph, text } = candidate;
  if (paragraph.lines.length > mostSameSizeLines || text.length > longestSameSizeHeading) return false;
  return !isSentence(text) || isSetOff(candidate, first, body);
}

/** True if bold type is rare, or the text has the next number within a section. */
function isBoldTelling({ text }: Candidate, { isBoldCommon, sizes, levels }: HeadingEvidence): boolean {
  if (!(isBoldCommon || sizes.body().isBold)) return true;
  return /^(?:\d+|[A-Z])\.\d/u.test(text) && levels.continuesSections(text);
}

/** Minimum length of text in smaller type that has its own heading, such as an abstract. */
const leastAbstract = 120;

/**
 * True if the type is about as large as the body, or as the text below it. A number in another type shows a heading that
 * is set smaller, and so does the word for an abstract or contents.
 */
function isLarge(candidate: Candidate, { sizePt, font }: FlowLine, type: { body: BodyType; isBold: boolean }): boolean {
  const { body, isBold } = type;
  const { text, after } = candidate;
  const isAboveText = isBold && lengthOf(after) >= leastAbstract;
  const textPt = Math.min(body.sizePt, isAboveText ? (after?.lines[0]?.sizePt ?? Infinity) : Infinity);
  return (
    sizePt >=
    Math.min(
      textPt * leastShareOfSize,
      mayBeSmaller(text, isBold, font !== body.font) ? body.sizePt * leastShareOf(text) : Infinity,
    )
  );
}

function mayBeSmaller(text: string, isBold: boolean, isInOtherFont: boolean): boolean {
  if (isBold && isFrontSection(text)) return true;
  return isNumbered(text) && (isBold || isInOtherFont);
}

function leastShareOf(numbered: string): number {
  const isInCapitals = /\p{Lu}{2}/u.test(numbered) && !/\p{Ll}/u.test(numbered);
  return isInCapitals ? leastShareOfCapitals : leastShareOfNumbered;
}

function isSentence(text: string): boolean {
  // Most lines of text start like this. `fMRI` and `mRNA` are names.
  if (beginsSmall(text) && !/^\p{Ll}{1,2}\p{Lu}/u.test(text)) return true;
  return /[.:,;。：，；！]$/u.test(text.replace(/^\d+\./u, "")) || /^\W*\p{Ll}|^[-–—\u2212]/u.test(text);
}

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

/** The number of a heading, and what may be one or a name in a head of columns: `A`, `Article 5`. */
const headNumber =
  /^(?:§ ?)?(?:\d{1,3}(?:\.\d{1,3})*\.?|\(?\d{1,3}\)|[A-Z](?:\.\d{1,3})+\.?|[IVXLC]+[.)]?|[A-Z][.)])$/u;
const headLabel = /^(?:\p{L}+\.? )?(?:\d{1,3}|[A-Z])[.:]?$/u;

/** True for words at several places that are the heads of columns, without the number of a heading before the gap. */
export function isOfColumns({ text, after }: Candidate, { isSpread }: FlowLine, body: BodyType): boolean {
  if (!isSpread) return false;
  const [label = ""] = text.split("  ", 1);
  if (label.length > shortLine || label.length === text.length || headNumber.test(label)) return false;
  return !(headLabel.test(label) && isText(after?.lines[0], body));
}

/** True for the number of a figure, table or listing with what it shows. */
export function isCaption(text: string): boolean {
  return /^(?:fig(?:ure|ura)?|abb(?:ildung)?|tab(?:le|elle|leau|la|ela)?|рис(?:унок)?|табл(?:ица)?|listing|листинг|[图圖図表])\.?\s*(?:\d|[IVX]+\b)/iu.test(
    text,
  );
}

/** True for a single line in another type that is numbered, or right above text: italic with a gap above, or numbered. */
function standsApart(candidate: Candidate, first: FlowLine, evidence: HeadingEvidence): boolean {
  const { paragraph, text, before, after } = candidate;
  const body = evidence.sizes.body();
  const next = after?.lines[0];
  if (paragraph.lines.length > 1 || next === undefined) return false;
  if (isNumberedApart(text, [first, next], evidence)) return true;
  if (!isSlanted(first, body) || !isAbove(first, next, body)) return false;
  return beginsHeading(text) && leads(first, next, before?.lines.at(-1));
}

/** True for a number in another type that goes on with those of sections, or may be one and is right above text. */
function isNumberedApart(
  text: string,
  [first, next]: readonly [line: FlowLine, next: FlowLine],
  { sizes, levels }: HeadingEvidence,
): boolean {
  const body = sizes.body();
  if (first.font === body.font || !levels.mayCount(text)) return false;
  if (numberInSection.test(text) && levels.continuesSections(text)) return true;
  return isAbove(first, next, body) && hasOwnNumber(text, first, next);
}

/** The number of a section within another one, and a capital: `2.1 Samples`. */
const numberInSection = /^\d+(?:\.\d+)+\.?\s+[\p{Lu}\p{Lo}]/u;

function isSlanted({ isItalic }: FlowLine, body: BodyType): boolean {
  return isItalic && !body.isItalic;
}

/** True for a number that, in italics, is not that of a list item or an amount: `2.1 Samples`, or one in the middle. */
function hasOwnNumber(text: string, first: FlowLine, next: FlowLine): boolean {
  if (!first.isItalic) return isNumbered(text);
  const isDecimal = numberInSection.test(text);
  return isDecimal || (isCentredAbove(first, next) && startOf(first) - startOf(next) > furthestStartEm * first.sizePt);
}

function beginsHeading(text: string): boolean {
  return isNumbered(text) ? /^\S+\s+[\p{Lu}\p{Lo}]/u.test(text) : /^\p{Lu}/u.test(text);
}

/** Maximum indent of a heading from the text below it, in ems. */
const mostIndentEm = 1.5;

/** True for a line that is nearer to the text below than to that above, and not indented like a quotation. */
function leads(first: FlowLine, next: FlowLine, last: FlowLine | undefined): boolean {
  return startOf(first) - startOf(next) <= mostIndentEm * first.sizePt && hasWhiteAbove(first, next, last);
}

/** Maximum gap between a heading and the text below it, in ems. */
const widestBelowEm = 2;

function isAbove(first: FlowLine, next: FlowLine, body: BodyType): boolean {
  const isTextBelow =
    next.font === body.font &&
    (next.text.length > shortestBelow || (first.isItalic && listMarker(next.text) !== undefined));
  const isBelow = next.box.y0 > first.box.y0 && gapEm(first, next) < widestBelowEm;
  return isTextBelow && isBelow && (isAtStart(first, next) || isCentredAbove(first, next));
}

/** Maximum indent of the first line of the text below a heading, in ems: half an inch in small type. */
const furthestStartEm = 3.5;

function isAtStart(first: FlowLine, next: FlowLine): boolean {
  return Math.abs(startOf(next) - startOf(first)) < furthestStartEm * first.sizePt;
}

/** True for a numbered line in the middle of the one below. */
function isCentredAbove({ text, box, sizePt }: FlowLine, { box: below }: FlowLine): boolean {
  return isNumbered(text) && Math.abs(box.x0 + box.x1 - below.x0 - below.x1) / 2 < offMiddleEm * sizePt;
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
