import type { RunFormat } from "@reader/document/builder";
import { symbolFontOf, symbolText } from "@reader/document/content";
import { scriptedText } from "./paragraphs.ts";
import { childOf, textIn, type XmlElement } from "../xml/xml-tree.ts";
import { contentOf, isOn } from "./markup.ts";

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
export function lookOf(properties: XmlElement | undefined): RunFormat | undefined {
  if (properties === undefined) return undefined;
  const { b, i, strike = "noStrike" } = properties.attributes;
  const [isBold, isItalic, isStruck] = [isOn(b), isOn(i), strike !== "noStrike"];
  const script = scriptOf(properties);
  if (!isBold && !isItalic && !isStruck && script === undefined) return undefined;
  return { isBold, isItalic, isStruck, script };
}

/** True for superscript or subscript (ISO/IEC 29500-1, 21.1.2.3.9); Strict files write `30%` for `30000`. */
function scriptOf(properties: XmlElement | undefined): RunFormat["script"] {
  const percent = Number.parseFloat(properties?.attributes["baseline"] ?? "0");
  if (percent > 0) return "sup";
  return percent < 0 ? "sub" : undefined;
}

/** PowerPoint writes a line break inside a run as a vertical tab. */
const innerBreak = /\v|_x000B_/g;

const softHyphen = "\u00ad";

/** Returns the text of a run, with line breaks, and with codes of symbol fonts (`a:rPr`) decoded. */
export function runText(written: string, properties: XmlElement | undefined): string {
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
