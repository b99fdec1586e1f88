import type { ParagraphStyle } from "@reader/document/builder";
import { childOf, type XmlElement } from "@reader/office-kit/xml";
import { type ListLabel, type Numbering, valueIn } from "../parts/numbering.ts";
import type { WordStyle, WordStyles } from "../parts/styles.ts";
import type { BodyState } from "./body-state.ts";

const maxHeadingLevel = 6;

/** Returns the named style of a paragraph, or the default style. */
export function namedStyle(properties: XmlElement | undefined, styles: WordStyles): WordStyle | undefined {
  const name = childOf(properties, "w:pStyle")?.attributes["w:val"];
  return styles.find(name) ?? styles.normal;
}

/** Classifies a paragraph as a heading, a list item, code, a quotation or plain text. Counts it in its list. */
export function paragraphStyle(
  properties: XmlElement | undefined,
  named: WordStyle | undefined,
  { numbering }: Pick<BodyState, "numbering">,
): ParagraphStyle {
  const item = listLabelOf(properties, named, numbering);
  const heading = Math.min(maxHeadingLevel, headingLevelOf(properties, named));
  if (heading > 0) return { heading, list: item?.isBullet === false ? item : undefined };
  if (item?.isBullet === true) return { list: { level: item.level, label: isSymbol(item.label) ? item.label : "-" } };
  if (item !== undefined) return { list: { ...item, isContinuation: item.label === "" } };
  return { isCode: named?.isCode, isQuote: named?.isQuote };
}

/** Returns the level of a heading, from 1, or 0 if the paragraph is not a heading. */
export function headingLevelOf(properties: XmlElement | undefined, named: WordStyle | undefined): number {
  const own = childOf(properties, "w:outlineLvl")?.attributes["w:val"];
  if (own === undefined) return named?.heading ?? 0;
  const level = Number(own);
  return level >= 0 && level < 9 ? level + 1 : 0;
}

/** Returns the list label of a paragraph, from its own properties or its style. The list number 0 removes a list. */
function listLabelOf(
  properties: XmlElement | undefined,
  named: WordStyle | undefined,
  numbering: Numbering,
): ListLabel | undefined {
  const own = childOf(properties, "w:numPr");
  const numId = (own && valueIn(own, "w:numId")) ?? named?.list?.numId;
  if (numId === undefined || numId === "0") return undefined;
  const level = (own && valueIn(own, "w:ilvl")) ?? levelOfStyle(properties, named, numbering);
  return numbering.next(numId, Number(level));
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
