import { createNumbering, type Bullet, type LabelNext } from "../slides/numbering.ts";
import type { SlideParagraph, SlideRun } from "../slides/slide.ts";
import { childOf, childrenOf, textIn, type XmlElement } from "../xml/xml-tree.ts";
import { plainList, type ListStyle } from "./list-styles.ts";

/** The list styles of a document by their names. */
export type ListStyles = ReadonlyMap<string, ListStyle>;

interface Walk {
  readonly styles: ListStyles;
  readonly labelNext: LabelNext;
  readonly paragraphs: SlideParagraph[];
}

/** The paragraphs among the children of a shape, a text box or a cell that hold something. */
export function flowText(parent: XmlElement | undefined, styles: ListStyles): readonly SlideParagraph[] {
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
  return styles.get(attributes["text:style-name"] ?? "") ?? around;
}

interface ListPlace {
  readonly level: number;
  readonly style: ListStyle;
}

/** Lists nest no deeper than the XML reader lets elements nest. */
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
  { labelNext, paragraphs }: Walk,
  { level, bullet }: { readonly level: number; readonly bullet: Bullet },
): void {
  const runs = runsIn(element, undefined);
  if (runs.every(({ text }) => text.trim() === "")) return;
  paragraphs.push({ runs, level, label: labelNext(level, bullet) });
}

function runsIn(parent: XmlElement, link: string | undefined): readonly SlideRun[] {
  return parent.children.flatMap((child): readonly SlideRun[] => {
    if (typeof child !== "string") return runsOf(child, link);
    return [runOf(child.replaceAll(/\s+/gu, " "), link)];
  });
}

function runOf(text: string, link: string | undefined): SlideRun {
  return link === undefined ? { text } : { text, link };
}

/** Elements inside of a paragraph that are told elsewhere, or say nothing. */
const elsewhere: ReadonlySet<string> = new Set(["office:annotation", "office:annotation-end", "text:page-number"]);

function runsOf(element: XmlElement, link: string | undefined): readonly SlideRun[] {
  const { name, attributes } = element;
  if (elsewhere.has(name)) return [];
  if (name === "text:line-break") return [{ text: "\n" }];
  if (name === "text:s" || name === "text:tab") return [runOf(" ", link)];
  if (name === "text:ruby") return rubyRuns(element, link);
  if (name !== "text:a") return runsIn(element, link);
  const target = attributes["xlink:href"] ?? "";
  return runsIn(element, target.startsWith("#") ? link : target);
}

/** The base, and what is written above it in brackets. */
function rubyRuns(element: XmlElement, link: string | undefined): readonly SlideRun[] {
  const base = childOf(element, "text:ruby-base");
  const above = textIn(childOf(element, "text:ruby-text")).trim();
  return [...(base === undefined ? [] : runsIn(base, link)), ...(above === "" ? [] : [runOf(` (${above})`, link)])];
}
