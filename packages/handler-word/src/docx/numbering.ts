import { createListCounter, type NumberedLevel } from "@reader/document/builder";
import { childOf, childrenOf, type XmlElement } from "@reader/office-kit/xml";
import { levelIndex, levelOf, valueIn, numberOf, bullet } from "./numbering-levels.ts";

/** Where a paragraph stands in a list, and what its author sees before it. */
export interface ListLabel {
  /** From 0. */
  readonly level: number;
  /** Such as `1.1.1`, `a)`; empty where nothing is shown. */
  readonly label: string;
  readonly isBullet: boolean;
}

/** Counts the paragraphs of the lists of a document, in order. */
export interface Numbering {
  /** The label of the next paragraph; undefined where there is no such list. */
  next(numId: string, level: number): ListLabel | undefined;
  /** The list and level whose paragraphs have this style. */
  ofStyle(styleId: string): { readonly numId: string; readonly level: number } | undefined;
}

interface AbstractList {
  readonly id: string;
  readonly levels: readonly (NumberedLevel | undefined)[];
  readonly styleLink: string | undefined;
  readonly ownStyle: string | undefined;
  /** The styles of paragraphs by level. */
  readonly styles: readonly (string | undefined)[];
}

interface List {
  readonly abstract: AbstractList;
  readonly levels: readonly (NumberedLevel | undefined)[];
  /** Where levels start anew with the first paragraph of this list. */
  readonly starts: ReadonlyMap<number, number>;
}

/** Reads the part of the numbering; there may be none. */
export function readNumbering(root: XmlElement | undefined): Numbering {
  const lists = listsIn(root);
  const byStyle = stylesOf(lists);
  const counter = createListCounter();
  const begun = new Set<string>();
  return {
    ofStyle: (styleId) => byStyle.get(styleId),
    next(numId, level) {
      const list = lists.get(numId);
      if (list === undefined) return undefined;
      const { id } = list.abstract;
      const at = Math.min(8, Math.max(0, Math.trunc(level) || 0));
      const start = list.starts.get(at);
      if (start !== undefined && !begun.has(`${numId} ${at}`)) counter.restart(id, at, start);
      begun.add(`${numId} ${at}`);
      const label = counter.next(id, at, list.levels).trim();
      const isBullet = list.levels[at]?.format === bullet;
      // A blank bullet goes on with the item before it, as pandoc writes it.
      const isBlank = isBullet && list.levels[at]?.template.trim() === "";
      return isBlank ? { level: at, label: "", isBullet: false } : { level: at, label, isBullet };
    },
  };
}

function listsIn(root: XmlElement | undefined): ReadonlyMap<string, List> {
  const abstracts = new Map<string, AbstractList>();
  for (const element of childrenOf(root, "w:abstractNum")) {
    const list = abstractOf(element);
    abstracts.set(list.id, list);
  }
  const lists = new Map<string, List>();
  for (const element of childrenOf(root, "w:num")) {
    const { "w:numId": numId = "" } = element.attributes;
    const named = abstracts.get(valueIn(element, "w:abstractNumId") ?? "");
    const abstract = linked(named, abstracts);
    if (abstract !== undefined) lists.set(numId, listOf(element, abstract));
  }
  return lists;
}

/** A list whose levels stand with the list that has the style that it names. */
function linked(list: AbstractList | undefined, all: ReadonlyMap<string, AbstractList>): AbstractList | undefined {
  if (list?.styleLink === undefined) return list;
  for (const other of all.values()) if (other.ownStyle === list.styleLink) return other;
  return list;
}

function abstractOf(element: XmlElement): AbstractList {
  const levels: (NumberedLevel | undefined)[] = [];
  const styles: (string | undefined)[] = [];
  for (const level of childrenOf(element, "w:lvl")) {
    const at = levelIndex(level);
    levels[at] = levelOf(level);
    styles[at] = valueIn(level, "w:pStyle");
  }
  return {
    id: element.attributes["w:abstractNumId"] ?? "",
    levels,
    styles,
    styleLink: valueIn(element, "w:numStyleLink"),
    ownStyle: valueIn(element, "w:styleLink"),
  };
}

function listOf(element: XmlElement, abstract: AbstractList): List {
  const levels = [...abstract.levels];
  const starts = new Map<number, number>();
  for (const override of childrenOf(element, "w:lvlOverride")) {
    const at = levelIndex(override);
    const level = childOf(override, "w:lvl");
    if (level !== undefined) levels[at] = levelOf(level);
    const start = valueIn(override, "w:startOverride");
    if (start !== undefined) starts.set(at, numberOf(start, 1));
  }
  return { abstract, levels, starts };
}

function stylesOf(
  lists: ReadonlyMap<string, List>,
): ReadonlyMap<string, { readonly numId: string; readonly level: number }> {
  const found = new Map<string, { readonly numId: string; readonly level: number }>();
  for (const [numId, { abstract }] of lists) {
    for (const [level, style] of abstract.styles.entries()) {
      if (style !== undefined && !found.has(style)) found.set(style, { numId, level });
    }
  }
  return found;
}
