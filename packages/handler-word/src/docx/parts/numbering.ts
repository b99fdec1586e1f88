import { createListCounter, type NumberedLevel } from "@reader/document/builder";
import { symbolFontOf } from "@reader/document/content";
import { childOf, childrenOf, type XmlElement } from "@reader/office-kit/xml";
import { indentIn, isOnElement } from "./styles.ts";

/** The position of a paragraph in a list, and its label. */
export interface ListLabel {
  /** The list level, from 0. */
  readonly level: number;
  /** The label, such as `1.1.1` or `a)`; empty if the level shows no label. */
  readonly label: string;
  readonly isBullet: boolean;
  /** The indentation of the text in twentieths of a point, as the list states it. */
  readonly indent: number | undefined;
}

/** Counts the paragraphs in the lists of a document, in order. */
export interface Numbering {
  /** Counts the next paragraph of a list and returns its label. Returns `undefined` if there is no such list. */
  next(numId: string, level: number): ListLabel | undefined;
  /** Returns the list and level whose paragraphs have this style. */
  ofStyle(styleId: string): { readonly numId: string; readonly level: number } | undefined;
}

/** A level of a list, with the indentation of its text. */
interface WordLevel extends NumberedLevel {
  readonly indent: number | undefined;
}

interface AbstractList {
  readonly id: string;
  readonly levels: readonly (WordLevel | undefined)[];
  readonly styleLink: string | undefined;
  readonly ownStyle: string | undefined;
  /** The paragraph styles by level. */
  readonly styles: readonly (string | undefined)[];
}

interface List {
  readonly abstract: AbstractList;
  readonly levels: readonly (WordLevel | undefined)[];
  /** The start numbers of levels that restart at the first paragraph of this list, by level. */
  readonly starts: ReadonlyMap<number, number>;
}

/** Reads the numbering part, which is optional. */
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
      // Pandoc writes further paragraphs of an item with a blank bullet.
      const isBlank = isBullet && list.levels[at]?.template.trim() === "";
      const item = { level: at, indent: list.levels[at]?.indent };
      return isBlank ? { ...item, label: "", isBullet: false } : { ...item, label, isBullet };
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

/** Resolves a list that refers to a numbering style: its levels are those of the list that defines the style. */
function linked(list: AbstractList | undefined, all: ReadonlyMap<string, AbstractList>): AbstractList | undefined {
  if (list?.styleLink === undefined) return list;
  for (const other of all.values()) if (other.ownStyle === list.styleLink) return other;
  return list;
}

function abstractOf(element: XmlElement): AbstractList {
  const levels: (WordLevel | undefined)[] = [];
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

/** Returns the level that an element defines, from 0 to 8. */
function levelIndex({ attributes }: XmlElement): number {
  return Math.min(8, Math.max(0, numberOf(attributes["w:ilvl"], 0)));
}

/** Returns the label format of a level: its number format and its template. */
function levelOf(level: XmlElement): WordLevel {
  // Word 2003 XML contains the code of the format.
  const format = numberOf(valueIn(level, "w:nfc"), formats.get(valueIn(level, "w:numFmt") ?? "decimal") ?? 0);
  const template = (valueIn(level, "w:lvlText") ?? "").replace(/%([1-9])/g, (_, digit: string) =>
    String.fromCharCode(Number(digit) - 1),
  );
  const restart = valueIn(level, "w:lvlRestart");
  return {
    format,
    start: numberOf(valueIn(level, "w:start"), format === bullet ? 1 : 0),
    template,
    symbolFont: symbolFontOf(childOf(level, "w:rPr", "w:rFonts")?.attributes["w:ascii"] ?? ""),
    isLegal: isOnElement(level, "w:isLgl"),
    isContinued: restart === "0",
    indent: indentIn(childOf(level, "w:pPr")),
  };
}

/** Returns the value of a child element, or `undefined` if there is no such child. */
export function valueIn(element: XmlElement, name: string): string | undefined {
  return childOf(element, name)?.attributes["w:val"];
}

/** Parses an attribute as an integer. Returns the default if it is missing or not a number. */
function numberOf(value: string | undefined, otherwise: number): number {
  const number = Math.trunc(Number(value));
  return value === undefined || Number.isNaN(number) ? otherwise : number;
}

/** The number format code of bullets. */
const bullet = 23;

/** The codes of number formats ([MS-OSHARED], 2.2.1.3 MSONFC). Other formats count 1, 2, 3. */
const formats: ReadonlyMap<string, number> = new Map([
  ["decimal", 0],
  ["upperRoman", 1],
  ["lowerRoman", 2],
  ["upperLetter", 3],
  ["lowerLetter", 4],
  ["ordinal", 5],
  ["cardinalText", 6],
  ["ordinalText", 7],
  ["ideographDigital", 10],
  ["japaneseCounting", 11],
  ["aiueoFullWidth", 12],
  ["irohaFullWidth", 13],
  ["decimalFullWidth", 14],
  ["decimalEnclosedCircle", 18],
  ["aiueo", 20],
  ["iroha", 21],
  ["decimalZero", 22],
  ["bullet", bullet],
  ["ganada", 24],
  ["chosung", 25],
  ["decimalEnclosedFullstop", 26],
  ["decimalEnclosedParen", 27],
  ["decimalEnclosedCircleChinese", 18],
  ["ideographTraditional", 30],
  ["ideographZodiac", 31],
  ["taiwaneseCounting", 11],
  ["taiwaneseCountingThousand", 11],
  ["chineseCounting", 37],
  ["chineseCountingThousand", 39],
  ["koreanDigital2", 10],
  ["numberInDash", 57],
  ["russianLower", 58],
  ["russianUpper", 59],
  ["none", 255],
]);
