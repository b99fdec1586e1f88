import { loweredText, raisedText, scriptOfShift } from "@reader/document";
import type { RunFormat } from "@reader/document/builder";
import { symbolFontOf, symbolText } from "@reader/document/content";
import { childOf, childrenOf, textIn, type XmlElement } from "../xml/xml-tree.ts";
import { contentOf, findAll, partOf, isOn } from "./markup.ts";
import { type Bullet, createNumbering } from "./numbering.ts";

/** Context for reading the paragraphs of a text body. */
export interface TextSurroundings {
  /** List styles, the nearest first. */
  readonly styles: readonly XmlElement[];
  /** Returns the external target of a relationship, or `undefined` for an internal one. */
  linkOf(id: string): string | undefined;
  /** Converts a formula (`m:oMath`) to Markdown. */
  formula(math: XmlElement): string;
}

/** Returns the paragraphs of a text body (`p:txBody`, `a:txBody`) that are not empty. */
export function textBody(body: XmlElement | undefined, around: TextSurroundings): readonly SlideParagraph[] {
  const own = childOf(body, "a:lstStyle");
  const styles = own === undefined ? around.styles : [own, ...around.styles];
  const labelNext = createNumbering();
  return contentOf(body).flatMap((element) => {
    if (element.name !== "a:p" || isPageNumber(element)) return [];
    const runs = runsOf(element, around);
    // Empty paragraphs show no bullet and are not counted.
    if (runs.every(({ text }) => text.trim() === "")) return [];
    const properties = childOf(element, "a:pPr");
    const level = levelOf(properties);
    return [{ runs, level, label: labelNext(level, bulletOf(properties, styles)) }];
  });
}

/** True for a paragraph with only the slide number. */
function isPageNumber(paragraph: XmlElement): boolean {
  const parts = contentOf(paragraph).filter(({ name }) => name !== "a:pPr" && name !== "a:endParaRPr");
  return parts.length === 1 && parts[0]?.name === "a:fld" && parts[0].attributes["type"] === "slidenum";
}

function runsOf(paragraph: XmlElement, around: TextSurroundings): readonly SlideRun[] {
  return contentOf(paragraph).flatMap((element) => runOf(element, around) ?? []);
}

function runOf(element: XmlElement, around: TextSurroundings): SlideRun | undefined {
  if (element.name === "a:br") return { text: "\n" };
  if (element.name === "a:r" || element.name === "a:fld") return textRun(element, around);
  if (element.name.startsWith("a:")) return undefined;
  const formulas = findAll(element, "m:oMath");
  if (formulas.length > 0) return { text: formulas.map((math) => around.formula(math)).join(" "), isMarkdown: true };
  return { text: textIn(element) };
}

function textRun(element: XmlElement, around: TextSurroundings): SlideRun {
  const properties = childOf(element, "a:rPr");
  const text = runText(textIn(partOf(element, "a:t")), properties);
  const id = childOf(properties, "a:hlinkClick")?.attributes["r:id"];
  const link = id === undefined ? undefined : around.linkOf(id);
  const look = lookOf(properties);
  if (link === undefined) return look === undefined ? { text } : { text, look };
  return look === undefined ? { text, link } : { text, link, look };
}

/** Number of text levels in DrawingML (ISO/IEC 29500-1, 21.1.2.2.7). */
const maxLevel = 8;

/** The level, from 0. */
function levelOf(properties: XmlElement | undefined): number {
  const level = Number(properties?.attributes["lvl"] ?? 0);
  return Number.isInteger(level) ? Math.min(maxLevel, Math.max(0, level)) : 0;
}

/**
 * Returns the label of a paragraph: its own, else that of the first list style that defines one for its level. The list
 * styles are those of the shape, then of its placeholder in the layout and in the master, then of the master.
 */
function bulletOf(properties: XmlElement | undefined, styles: readonly XmlElement[]): Bullet {
  const own = bulletIn(properties);
  if (own !== undefined) return own;
  const name = `a:lvl${levelOf(properties) + 1}pPr`;
  for (const style of styles) {
    const found = bulletIn(childOf(style, name));
    if (found !== undefined) return found;
  }
  return { type: "none" };
}

function bulletIn(properties: XmlElement | undefined): Bullet | undefined {
  for (const { name, attributes } of childrenOf(properties)) {
    if (name === "a:buNone") return { type: "none" };
    if (name === "a:buChar" || name === "a:buBlip") return { type: "bullet" };
    if (name === "a:buAutoNum") {
      const start = Number(attributes["startAt"] ?? 1);
      return { type: "number", scheme: attributes["type"] ?? "", start: Number.isInteger(start) ? start : 1 };
    }
  }
  return undefined;
}

/** Returns the rows of a table (`a:tbl`). Omits cells that are merged into another one. */
export function tableCells(table: XmlElement, around: TextSurroundings): readonly (readonly SlideCell[])[] {
  const plain = { ...around, styles: [] };
  return childrenOf(table, "a:tr").map((row) =>
    childrenOf(row, "a:tc").flatMap((cell) => (isCovered(cell) ? [] : [cellOf(cell, plain)])),
  );
}

function isCovered({ attributes }: XmlElement): boolean {
  return isOn(attributes["hMerge"]) || isOn(attributes["vMerge"]);
}

function cellOf(cell: XmlElement, around: TextSurroundings): SlideCell {
  const count = (name: string): number => Math.max(1, Number.parseInt(cell.attributes[name] ?? "1", 10) || 1);
  return {
    paragraphs: textBody(childOf(cell, "a:txBody"), around),
    columns: count("gridSpan"),
    rows: count("rowSpan"),
  };
}

/** The text of one shape. */
export interface SlideText {
  readonly type: "text";
  readonly paragraphs: readonly SlideParagraph[];
}

/** One paragraph. */
export interface SlideParagraph {
  readonly runs: readonly SlideRun[];
  /** The level, from 0. */
  readonly level: number;
  /** `-` for an item with a bullet, `1.` or `b)` for a numbered one, empty for plain text. */
  readonly label: string;
}

/** Text with one format. */
export interface SlideRun {
  readonly text: string;
  /** The link target outside the document. */
  readonly link?: string;
  /** The format; absent for unformatted text. */
  readonly look?: RunFormat;
  /** True if the text is already Markdown, such as a formula. */
  readonly isMarkdown?: boolean;
}

/** One cell. */
export interface SlideCell {
  readonly paragraphs: readonly SlideParagraph[];
  /** The number of columns and rows that it spans, from 1. */
  readonly columns: number;
  readonly rows: number;
}

/** Creates a paragraph of plain text. */
export function textBlock(text: string): SlideText {
  return { type: "text", paragraphs: [{ runs: [{ text }], level: 0, label: "" }] };
}

/** Returns the text of a paragraph without marks. `10²` remains different from `102`. */
export function paragraphText({ runs }: SlideParagraph): string {
  return runs
    .map(({ text, look }) => scriptedText(text, look?.script))
    .join("")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

/** Superscript and subscript text uses Unicode characters. */
export function scriptedText(text: string, script: RunFormat["script"]): string {
  if (script === undefined) return text;
  return script === "sup" ? raisedText(text) : loweredText(text);
}

/** Joins the paragraphs of a DrawingML text body into one line. */
export function plainText(body: XmlElement | undefined): string {
  return paragraphTexts(body).join(" ");
}

/** Returns the non-empty paragraphs of a DrawingML text body (`a:p`), one line each. */
export function paragraphTexts(body: XmlElement | undefined): readonly string[] {
  return contentOf(body)
    .filter(({ name }) => name === "a:p")
    .map((paragraph) => contentOf(paragraph).map(textOf).join("").replaceAll(/\s+/gu, " ").trim())
    .filter((line) => line !== "");
}

function textOf(element: XmlElement): string {
  if (element.name === "a:br") return " ";
  if (element.name === "a:pPr" || element.name === "a:endParaRPr") return "";
  const text = contentOf(element).find(({ name }) => name === "a:t");
  return text === undefined && element.name !== "a:r" && element.name !== "a:fld"
    ? textIn(element)
    : textOfRun(textIn(text), childOf(element, "a:rPr"));
}

function textOfRun(written: string, properties: XmlElement | undefined): string {
  return scriptedText(runText(written, properties), scriptOf(properties));
}

/**
 * Returns the format of a run by its own properties (`a:rPr`), or `undefined` if it has none. The text style of the
 * shape is design, not emphasis.
 */
function lookOf(properties: XmlElement | undefined): RunFormat | undefined {
  if (properties === undefined) return undefined;
  const { b, i, strike = "noStrike" } = properties.attributes;
  const [isBold, isItalic, isStruck] = [isOn(b), isOn(i), strike !== "noStrike"];
  const script = scriptOf(properties);
  if (!isBold && !isItalic && !isStruck && script === undefined) return undefined;
  return { isBold, isItalic, isStruck, script };
}

/** Returns the script of a shift of the baseline (ISO/IEC 29500-1, 21.1.2.3.9); Strict files write `30%` for `30000`. */
function scriptOf(properties: XmlElement | undefined): RunFormat["script"] {
  const { baseline = "0" } = properties?.attributes ?? {};
  return scriptOfShift(Number.parseFloat(baseline) / (baseline.endsWith("%") ? 100 : 100_000), leastBaseline);
}

/** PowerPoint shows any shifted text small. LibreOffice lowers it by 8 %. */
const leastBaseline = 0.08;

/** PowerPoint writes a line break inside a run as a vertical tab. */
const innerBreak = /\v|_x000B_/g;

const softHyphen = "\u00ad";

/** Returns the text of a run, with line breaks, and with codes of symbol fonts (`a:rPr`) decoded. */
function runText(written: string, properties: XmlElement | undefined): string {
  const text = written.replaceAll(innerBreak, "\n").replaceAll(softHyphen, "");
  const font = properties === undefined ? undefined : symbolFontIn(properties);
  return font === undefined ? text : text.replaceAll(fontCodes, (codes) => symbolText(codes, font));
}

/** Codes of a symbol font, as Office writes them for the font `a:sym` (ISO/IEC 29500-1, 21.1.2.3.10). */
const fontCodes = /[\uf020-\uf0ff]+/g;

function symbolFontIn(properties: XmlElement): ReturnType<typeof symbolFontOf> {
  const name =
    childOf(properties, "a:sym")?.attributes["typeface"] ?? childOf(properties, "a:latin")?.attributes["typeface"];
  return name === undefined ? undefined : symbolFontOf(name);
}
