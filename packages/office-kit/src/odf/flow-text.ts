import { ownEntry, withoutPrivateSymbols } from "@reader/document/content";
import { createNumbering, type Bullet, type LabelNext } from "../drawing/numbering.ts";
import type { SlideParagraph, SlideRun } from "../drawing/text-body.ts";
import { childOf, childrenOf, textIn, type XmlElement } from "../xml/xml-tree.ts";
import type { OdfFormat } from "./odf-styles.ts";

/** Definitions that text refers to by name. */
export interface TextStyles {
  /** True if the text is one file of XML, without a package around it. */
  readonly isFlat?: boolean;
  readonly lists: ReadonlyMap<string, ListStyle>;
  /** Returns the format of a style, or `undefined` if it has none. */
  lookOf(name: string): OdfFormat | undefined;
}

/** For text whose format is ignored. */
export const noStyles: TextStyles = { lists: new Map(), lookOf: () => undefined };

/** Properties that text inherits from its ancestors. */
interface RunContext extends Pick<SlideRun, "link"> {
  readonly look?: OdfFormat;
}

interface Walk {
  readonly styles: TextStyles;
  readonly labelNext: LabelNext;
  readonly paragraphs: SlideParagraph[];
}

/** Returns the non-empty paragraphs among the children of a shape, a text box or a cell. */
export function flowText(parent: XmlElement | undefined, styles: TextStyles): readonly SlideParagraph[] {
  const walk: Walk = { styles, labelNext: createNumbering(), paragraphs: [] };
  walkFlow(parent, walk);
  return walk.paragraphs;
}

function walkFlow(parent: XmlElement | undefined, walk: Walk): void {
  for (const child of childrenOf(parent)) {
    if (child.name === "text:p" || child.name === "text:h") addParagraph(child, walk, { level: 0, bullet: none });
    else if (child.name === "text:list") walkList(child, walk, { level: 0, style: styleOf(child, plainList, walk) });
    else if (child.name === "text:section") walkFlow(child, walk);
  }
}

const none: Bullet = { type: "none" };

function styleOf({ attributes }: XmlElement, around: ListStyle, { styles }: Walk): ListStyle {
  return styles.lists.get(attributes["text:style-name"] ?? "") ?? around;
}

interface ListPlace {
  readonly level: number;
  readonly style: ListStyle;
}

/** The XML reader limits the nesting of lists. */
function walkList(list: XmlElement, walk: Walk, { level, style }: ListPlace): void {
  for (const item of childrenOf(list)) {
    let bullet = item.name === "text:list-item" ? style(level) : none;
    for (const child of childrenOf(item)) {
      if (child.name === "text:list") {
        walkList(child, walk, { level: level + 1, style: styleOf(child, style, walk) });
      } else if (child.name === "text:p" || child.name === "text:h") {
        addParagraph(child, walk, { level, bullet });
        // Further paragraphs of an item belong to it.
        bullet = none;
      }
    }
  }
}

function addParagraph(
  element: XmlElement,
  { styles, labelNext, paragraphs }: Walk,
  { level, bullet }: { readonly level: number; readonly bullet: Bullet },
): void {
  const runs = runsIn(element, {}, styles);
  if (runs.every(({ text }) => text.trim() === "")) return;
  paragraphs.push({ runs, level, label: labelNext(level, bullet) });
}

function runsIn(parent: XmlElement, around: RunContext, styles: TextStyles): readonly SlideRun[] {
  return parent.children.flatMap((child): readonly SlideRun[] => {
    if (typeof child !== "string") return runsOf(child, around, styles);
    return [{ ...around, text: withoutPrivateSymbols(child.replaceAll(/\s+/gu, " "), around.look?.symbolFont) }];
  });
}

/** Elements inside a paragraph that are read elsewhere, or have no text. */
const elsewhere: ReadonlySet<string> = new Set(["office:annotation", "office:annotation-end", "text:page-number"]);

function runsOf(element: XmlElement, around: RunContext, styles: TextStyles): readonly SlideRun[] {
  const { name } = element;
  if (elsewhere.has(name)) return [];
  if (name === "text:line-break") return [{ text: "\n" }];
  if (name === "text:tab") return [{ ...around, text: "\t" }];
  if (name === "text:s") return [{ ...around, text: " ".repeat(spacesOf(element)) }];
  if (name === "text:ruby") return rubyRuns(element, around, styles);
  return runsIn(element, contextIn(element, around, styles), styles);
}

/** Maximum number of spaces of one element. A hostile file can demand any number. */
const maxSpaces = 200;

/** The number of spaces (`text:s`; OpenDocument 1.3, 6.1.3). */
function spacesOf({ attributes }: XmlElement): number {
  const count = Number(attributes["text:c"] ?? 1);
  return Number.isInteger(count) ? Math.min(maxSpaces, Math.max(0, count)) : 1;
}

/**
 * Returns the target of a link, relative to the file. In a package, an address is relative to the part with the link, so
 * one to a file beside the package begins with `../` (OpenDocument 1.3 part 2, 2.7).
 */
export function linkTarget(href: string, isFlat = false): string {
  return isFlat ? href : href.replace(/^\.\.\//, "");
}

function contextIn({ name, attributes }: XmlElement, around: RunContext, styles: TextStyles): RunContext {
  if (name === "text:span") {
    const look = styles.lookOf(attributes["text:style-name"] ?? "");
    return look === undefined ? around : { ...around, look: { ...around.look, ...look } };
  }
  const target = name === "text:a" ? (attributes["xlink:href"] ?? "") : "#";
  return target.startsWith("#") ? around : { ...around, link: linkTarget(target, styles.isFlat) };
}

/** Returns the base of a ruby, and the text above it in brackets. */
function rubyRuns(element: XmlElement, around: RunContext, styles: TextStyles): readonly SlideRun[] {
  const base = childOf(element, "text:ruby-base");
  const above = textIn(childOf(element, "text:ruby-text")).trim();
  const runs = base === undefined ? [] : runsIn(base, around, styles);
  return above === "" ? runs : [...runs, { ...around, text: ` (${above})` }];
}

/** The labels of list items by level, from 0. */
export type ListStyle = (level: number) => Bullet;

const bullet: Bullet = { type: "bullet" };

/** The default label of a list: a bullet in slide outlines. */
const plainList: ListStyle = () => bullet;

/** The numerals of OpenDocument 1.3, 19.500, by the names that DrawingML has for them. */
const numerals: Readonly<Record<string, string>> = {
  "1": "arabic",
  a: "alphaLc",
  A: "alphaUc",
  i: "romanLc",
  I: "romanUc",
};

/** Adds the list styles (`text:list-style`) among the children of an element, by their names. */
export function addListStyles(styles: Map<string, ListStyle>, parent: XmlElement | undefined): void {
  for (const style of childrenOf(parent, "text:list-style")) {
    const levels = new Map<number, Bullet>();
    for (const level of childrenOf(style)) levels.set(Number(level.attributes["text:level"]) - 1, bulletOf(level));
    styles.set(style.attributes["style:name"] ?? "", (level) => levels.get(level) ?? bullet);
  }
}

function bulletOf({ name, attributes }: XmlElement): Bullet {
  if (name !== "text:list-level-style-number") return bulletCharacter(attributes["text:bullet-char"]);
  const numeral = ownEntry(numerals, attributes["style:num-format"] ?? "");
  if (numeral === undefined) return { type: "none" };
  const start = Number(attributes["text:start-value"] ?? 1);
  return { type: "number", scheme: numeral + suffixOf(attributes), start: Number.isInteger(start) ? start : 1 };
}

/** An empty or blank bullet character means no bullet. */
function bulletCharacter(character: string | undefined): Bullet {
  return character !== undefined && character.trim() === "" ? { type: "none" } : bullet;
}

function suffixOf(attributes: Readonly<Record<string, string>>): string {
  const { "style:num-prefix": before = "", "style:num-suffix": after = "" } = attributes;
  if (after.startsWith(")")) return before.endsWith("(") ? "ParenBoth" : "ParenR";
  return after === "" ? "Plain" : "Period";
}
