import { childOf, childrenOf, type XmlElement } from "@reader/office-kit/xml";
import { headingLevelOf, isCodeStyle } from "@reader/document/builder";
import { isMonospacedFont } from "@reader/document/content";

/** The effect of a style on its paragraphs or runs, including everything inherited from its base styles. */
export interface WordStyle {
  readonly name: string;
  /** The heading level, from 1. */
  readonly heading?: number | undefined;
  readonly list?: NumberingReference | undefined;
  readonly isCode?: boolean | undefined;
  readonly isQuote?: boolean | undefined;
  /** The indentation of the text in twentieths of a point. */
  readonly indent?: number | undefined;
  readonly isCentered?: boolean | undefined;
  /** True if a paragraph starts on a new page. */
  readonly startsPage?: boolean | undefined;
  readonly isBold?: boolean | undefined;
  readonly isItalic?: boolean | undefined;
  readonly isUnderlined?: boolean | undefined;
  readonly isStruck?: boolean | undefined;
  readonly isHidden?: boolean | undefined;
  readonly isCapitals?: boolean | undefined;
  readonly isMonospaced?: boolean | undefined;
  /** True for a style of tables that sets the first row apart. */
  readonly hasHeaderRow?: boolean | undefined;
  /** The size of text, in half-points. */
  readonly size?: number | undefined;
  /** True if runs inherit a look from the style of their paragraph. */
  readonly hasLook?: boolean | undefined;
  /** The script position: `superscript` or `subscript`. */
  readonly script?: string | undefined;
}

/** A reference to a level of a list. The list and the level may come from different styles. */
export interface NumberingReference {
  readonly numId: string | undefined;
  /** The list level, from 0. */
  readonly level: number | undefined;
}

/** The styles of a document by identifier. */
export interface WordStyles {
  find(id: string | undefined): WordStyle | undefined;
  /** The style of paragraphs without a named style. */
  readonly normal: WordStyle | undefined;
  /** The size of text without a stated size, in half-points. */
  readonly bodySize: number;
}

/** The size of text if a document states none, in half-points (ISO/IEC 29500-1, 17.3.2.38). */
const defaultSize = 20;

/** Maximum length of a chain of base styles; programs allow eleven. */
const maxChain = 20;

/** Reads the styles part, which is optional. */
export function readStyles(root: XmlElement | undefined): WordStyles {
  const elements = new Map<string, XmlElement>();
  let normal: string | undefined;
  for (const style of childrenOf(root, "w:style")) {
    const id = style.attributes["w:styleId"] ?? "";
    if (!elements.has(id)) elements.set(id, style);
    const isDefault = /^(?:1|true|on)$/.test(style.attributes["w:default"] ?? "");
    if (isDefault && style.attributes["w:type"] === "paragraph") normal = id;
  }
  const { isMonospaced, size } = runLookIn(childOf(root, "w:docDefaults", "w:rPrDefault", "w:rPr"));
  const defaults = { isMonospaced, size };
  const read = new Map<string, WordStyle>();
  const find = (id: string | undefined, depth = 0): WordStyle | undefined => {
    if (id === undefined || depth > maxChain) return undefined;
    const source: StyleSource = {
      defaults,
      find: (base) => find(base, depth + 1),
      // Two character styles that are linked and based on each other would be read again and again.
      linked: (other) => (isForRuns(elements.get(other ?? "")) ? undefined : find(other, depth + 1)),
    };
    const style = read.get(id) ?? resolve(elements.get(id), source);
    if (style !== undefined) read.set(id, style);
    return style;
  };
  const body = find(normal);
  return { find: (id) => find(id), normal: body, bodySize: body?.size ?? size ?? defaultSize };
}

/** What a style inherits from. */
interface StyleSource {
  /** The properties of the document, which paragraph styles start from. */
  readonly defaults: Partial<WordStyle>;
  /** Returns another style; `undefined` at the end of a chain that is too long. */
  readonly find: (id: string | undefined) => WordStyle | undefined;
  /** Returns the paragraph style that a character style is linked to. */
  readonly linked: (id: string | undefined) => WordStyle | undefined;
}

function resolve(style: XmlElement | undefined, { defaults, find, linked }: StyleSource): WordStyle | undefined {
  if (style === undefined) return undefined;
  const base = find(childOf(style, "w:basedOn")?.attributes["w:val"]);
  const name = childOf(style, "w:name")?.attributes["w:val"] ?? "";
  const isRunStyle = isForRuns(style);
  const all: WordStyle = {
    ...(isRunStyle ? {} : defined(defaults)),
    ...base,
    ...defined(paragraphSide(style, name, base)),
    ...defined(runLookIn(childOf(style, "w:rPr"))),
    ...(isRunStyle ? defined(linkedSide(style, linked)) : {}),
    name,
  };
  return { ...all, hasLook: all.isStruck === true || all.isHidden === true || all.isCapitals === true };
}

/** Returns what a character style shares with the paragraph style that it is linked to. */
function linkedSide(style: XmlElement, linked: StyleSource["linked"]): Partial<WordStyle> {
  return { heading: linked(childOf(style, "w:link")?.attributes["w:val"])?.heading };
}

function isForRuns(style: XmlElement | undefined): boolean {
  return style?.attributes["w:type"] === "character";
}

function paragraphSide(style: XmlElement, name: string, base: WordStyle | undefined): Omit<WordStyle, "name"> {
  const properties = childOf(style, "w:pPr");
  return {
    heading: levelOf(childOf(properties, "w:outlineLvl")?.attributes["w:val"], name, base),
    list: listOf(childOf(properties, "w:numPr"), base),
    indent: indentIn(properties),
    isCentered: isCenteredIn(properties),
    startsPage: isOnElement(properties, "w:pageBreakBefore"),
    isCode:
      isCodeStyle(name) || /^(?:verbatim|html (?:code|typewriter|keyboard|sample))/i.test(name) ? true : undefined,
    isQuote: /^(?:intense )?quote|^block ?(?:text|quote|quotation)/i.test(name) ? true : undefined,
    hasHeaderRow: hasHeaderRow(style),
  };
}

/** True for a style with formatting of its own for the first row of a table (ISO/IEC 29500-1, 17.7.6.6). */
function hasHeaderRow(style: XmlElement): true | undefined {
  const first = childrenOf(style, "w:tblStylePr").find(({ attributes }) => attributes["w:type"] === "firstRow");
  const parts = [childOf(first, "w:rPr"), childOf(first, "w:tcPr")];
  return parts.some((part) => part !== undefined && childrenOf(part).length > 0) ? true : undefined;
}

/**
 * Returns the heading level of a style. Prefers its name, because heading styles may lack a level, and some reset it
 * with 9.
 */
function levelOf(outline: string | undefined, name: string, base: WordStyle | undefined): number | undefined {
  const byName = headingLevelOf(name);
  if (byName !== undefined) return byName;
  if (/^toc\b|^(?:sub)?title\b/i.test(name)) return 0;
  if (outline === undefined) return base?.heading;
  const level = Number(outline);
  return level >= 0 && level < 9 ? level + 1 : 0;
}

function listOf(numbering: XmlElement | undefined, base: WordStyle | undefined): NumberingReference | undefined {
  if (numbering === undefined) return undefined;
  const numId = childOf(numbering, "w:numId")?.attributes["w:val"];
  const level = childOf(numbering, "w:ilvl")?.attributes["w:val"];
  return { numId: numId ?? base?.list?.numId, level: level === undefined ? base?.list?.level : Number(level) };
}

/** Returns the indentation of text that paragraph properties state, in twentieths of a point. */
export function indentIn(properties: XmlElement | undefined): number | undefined {
  const indent = childOf(properties, "w:ind")?.attributes;
  const value = Number.parseInt(indent?.["w:left"] ?? indent?.["w:start"] ?? "", 10);
  return Number.isNaN(value) ? undefined : value;
}

/** True if paragraph properties center the text; `undefined` if they do not align it. */
export function isCenteredIn(properties: XmlElement | undefined): boolean | undefined {
  const alignment = childOf(properties, "w:jc")?.attributes["w:val"];
  return alignment === undefined ? undefined : alignment === "center";
}

/** Returns the look that run properties state (`w:rPr`). */
export function runLookIn(properties: XmlElement | undefined): Omit<WordStyle, "name"> {
  return {
    isBold: isOnElement(properties, "w:b"),
    isItalic: isOnElement(properties, "w:i"),
    isUnderlined: isOnElement(properties, "w:u"),
    isStruck: eitherOn(isOnElement(properties, "w:strike"), isOnElement(properties, "w:dstrike")),
    isHidden: isOnElement(properties, "w:vanish"),
    isCapitals: isOnElement(properties, "w:caps"),
    isMonospaced: isMonospacedIn(properties),
    size: sizeIn(properties),
    script: childOf(properties, "w:vertAlign")?.attributes["w:val"],
  };
}

/** Combines two properties with the same effect. */
function eitherOn(one: boolean | undefined, other: boolean | undefined): boolean | undefined {
  return one === true ? true : (other ?? one);
}

/** True if run properties name a monospaced font, false for another one, and `undefined` if they name none. */
function isMonospacedIn(properties: XmlElement | undefined): boolean | undefined {
  const fonts = childOf(properties, "w:rFonts")?.attributes;
  // A font of the theme takes precedence (ISO/IEC 29500-1, 17.3.2.26). Themes are made of fonts for text.
  if (fonts?.["w:asciiTheme"] !== undefined) return false;
  const name = fonts?.["w:ascii"] ?? fonts?.["w:hAnsi"];
  return name === undefined ? undefined : isMonospacedFont(name);
}

function sizeIn(properties: XmlElement | undefined): number | undefined {
  const size = Number(childOf(properties, "w:sz")?.attributes["w:val"]);
  return size > 0 ? size : undefined;
}

/** Removes `undefined` values, which would override inherited ones. */
export function defined<T extends object>(values: T): Partial<T> {
  const given: Partial<T> = {};
  for (const key in values) if (values[key] !== undefined) given[key] = values[key];
  return given;
}

/** True if a property is on; `undefined` if it is absent (ISO/IEC 29500-1, 17.17.4). */
export function isOnElement(parent: XmlElement | undefined, name: string): boolean | undefined {
  const found = childOf(parent, name);
  return found === undefined ? undefined : !/^(?:0|false|off|none)$/.test(found.attributes["w:val"] ?? "");
}
