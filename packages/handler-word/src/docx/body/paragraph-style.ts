import type { ParagraphStyle } from "@reader/document/builder";
import { childOf, type XmlElement } from "@reader/office-kit/xml";
import { type ListLabel, type Numbering, valueIn } from "../parts/numbering.ts";
import { indentIn, isCenteredIn, type WordStyle, type WordStyles } from "../parts/styles.ts";
import type { BodyState } from "./body-state.ts";
import type { ListNesting } from "./list-nesting.ts";
import { paragraphLookOf } from "./paragraph-look.ts";

const maxHeadingLevel = 6;

/** Returns the named style of a paragraph, or the default style. */
export function namedStyle(properties: XmlElement | undefined, styles: WordStyles): WordStyle | undefined {
  const name = childOf(properties, "w:pStyle")?.attributes["w:val"];
  return styles.find(name) ?? styles.normal;
}

/** Classifies a paragraph as a heading, a list item, code, a quotation or plain text. Counts it in its list. */
export function paragraphStyle(
  paragraph: XmlElement,
  named: WordStyle | undefined,
  state: HeadingState & ListState,
): ParagraphStyle {
  const heading = Math.min(maxHeadingLevel, headingLevelOf(paragraph, named, state));
  const item = isSectionEnd(paragraph) ? undefined : listItemOf(childOf(paragraph, "w:pPr"), named, state);
  if (item === undefined || heading > 0) state.nesting.end();
  if (heading > 0) return { heading, list: item?.isBullet === false ? item : undefined };
  return item === undefined ? { isCode: named?.isCode, isQuote: named?.isQuote } : { list: shownItem(item) };
}

/** True for a paragraph that only ends a section. It has no number in Word, and its list does not count it. */
function isSectionEnd({ children }: XmlElement): boolean {
  return (
    children.every((child) => typeof child === "string" || marksOfEmpty.has(child.name)) &&
    children.some((child) => typeof child !== "string" && childOf(child, "w:sectPr") !== undefined)
  );
}

/** The elements of an empty paragraph. */
const marksOfEmpty: ReadonlySet<string> = new Set(["w:pPr", "w:bookmarkStart", "w:bookmarkEnd", "w:proofErr"]);

function shownItem({ level, label, isBullet }: ListLabel): NonNullable<ParagraphStyle["list"]> {
  if (isBullet) return { level, label: isSymbol(label) ? label : "-" };
  return { level, label, isContinuation: label === "" };
}

/** What headings are recognized by. */
type HeadingState = Pick<BodyState, "styles" | "styleUse">;

/** True if a paragraph with these properties can be a heading. Its runs decide it. */
export function mayBeHeading(
  properties: XmlElement | undefined,
  named: WordStyle | undefined,
  { styleUse }: HeadingState,
): boolean {
  const own = ownLevel(properties);
  return own === undefined ? (named?.heading ?? (styleUse.hasHeadingRuns ? 1 : 0)) > 0 : own > 0;
}

/** Returns the level of a heading, from 1, or 0 if the paragraph is not a heading. */
export function headingLevelOf(
  paragraph: XmlElement,
  named: WordStyle | undefined,
  { styles, styleUse }: HeadingState,
): number {
  const own = ownLevel(childOf(paragraph, "w:pPr"));
  if (own === undefined) return named?.heading ?? headingOfRuns(paragraph, named, { styles, styleUse });
  if (own === 0 || isHeadingStyle(named) || !styleUse.hasHeadingStyles) return own;
  return looksLikeHeading(paragraph, named, styles) ? own : 0;
}

function isHeadingStyle(named: WordStyle | undefined): boolean {
  return named?.heading !== undefined && named.heading > 0;
}

/** Maximum length of a heading that only the style of its runs marks, in characters. */
const maxRunHeading = 200;

/**
 * Word lists text as a heading whose character style is linked to a heading style. Items of lists and longer text are
 * only formatted like a heading.
 */
function headingOfRuns(
  paragraph: XmlElement,
  named: WordStyle | undefined,
  { styles, styleUse }: HeadingState,
): number {
  if (!styleUse.hasHeadingRuns || listIdOf(childOf(paragraph, "w:pPr"), named) !== undefined) return 0;
  const { heading, text } = paragraphLookOf(paragraph, named, styles);
  return text.length <= maxRunHeading ? heading : 0;
}

/** Returns the outline level that a paragraph states itself, from 1; 0 for body text. */
function ownLevel(properties: XmlElement | undefined): number | undefined {
  const own = childOf(properties, "w:outlineLvl")?.attributes["w:val"];
  if (own === undefined) return undefined;
  const level = Number(own);
  return level >= 0 && level < 9 ? level + 1 : 0;
}

/**
 * True if a paragraph stands out from body text and is not a caption. Where headings have styles, other paragraphs may
 * have a level that came with copied text.
 */
function looksLikeHeading(paragraph: XmlElement, named: WordStyle | undefined, styles: WordStyles): boolean {
  const { text, isEmphasized, size } = paragraphLookOf(paragraph, named, styles);
  if (text.trim() === "") return false;
  const isCentered = isCenteredIn(childOf(paragraph, "w:pPr")) ?? named?.isCentered ?? false;
  return (isEmphasized || isCentered || size > styles.bodySize) && !isCaption.test(text.trim());
}

/** Matches the label of a table or a figure, and its number. */
const isCaption =
  /^(?:table|figure|fig\.|tabelle|tab\.|abbildung|abb\.|tableau|tabla|tabela|tabella|figura|таблица|рисунок|рис\.|表|图|圖|図)\s*\p{Lu}?[.-]?\d/iu;

/** What list items are recognized and nested by. */
interface ListState {
  readonly numbering: Numbering;
  readonly nesting: ListNesting;
}

/** Returns the list of a paragraph, from its own properties or its style. The list number 0 removes a list. */
function listIdOf(properties: XmlElement | undefined, named: WordStyle | undefined): string | undefined {
  const own = childOf(properties, "w:numPr");
  const numId = (own && valueIn(own, "w:numId")) ?? named?.list?.numId;
  return numId === "0" ? undefined : numId;
}

/** Returns the list item of a paragraph. */
function listItemOf(
  properties: XmlElement | undefined,
  named: WordStyle | undefined,
  { numbering, nesting }: ListState,
): ListLabel | undefined {
  const own = childOf(properties, "w:numPr");
  const ownId = own && valueIn(own, "w:numId");
  const numId = listIdOf(properties, named);
  if (numId === undefined) return undefined;
  const level = (own && valueIn(own, "w:ilvl")) ?? levelOfStyle(properties, named, numbering);
  const item = numbering.next(numId, Number(level));
  if (item === undefined) return undefined;
  const indents = [indentIn(properties), ...indentsOf(named, item, ownId !== undefined)];
  const indent = indents.find((each) => each !== undefined);
  return { ...item, level: nesting.next({ numId, level: item.level, indent }) };
}

/** Returns the indents of a style and an item. A list of the paragraph itself comes first (ISO/IEC 29500-1, 17.7.2). */
function indentsOf(named: WordStyle | undefined, item: ListLabel, isOwn: boolean): readonly (number | undefined)[] {
  return isOwn ? [item.indent, named?.indent] : [named?.indent, item.indent];
}

/** Returns the list level of a paragraph's style, because a list may link styles to its levels. */
function levelOfStyle(properties: XmlElement | undefined, named: WordStyle | undefined, numbering: Numbering): number {
  const styleId = childOf(properties, "w:pStyle")?.attributes["w:val"] ?? "";
  return numbering.ofStyle(styleId)?.level ?? named?.list?.level ?? 0;
}

/** True for a bullet that may be a check box. Courier's small o is a bullet, too. */
function isSymbol(label: string): boolean {
  return /^[^\p{L}\p{N}]$/u.test(label);
}
