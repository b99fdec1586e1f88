import { scriptOfShift } from "@reader/document";
import { headingLevelOf, isCodeStyle, isQuoteStyle, type RunFormat } from "@reader/document/builder";
import { isMonospacedFont, type SymbolFont, symbolFontOf } from "@reader/document/content";
import type { XmlAttributes } from "../xml/xml-reader.ts";

/** A style: the properties that it changes from its parent. */
export interface OdfStyle {
  readonly family: string;
  readonly name: string;
  readonly displayName: string;
  readonly parent: string | undefined;
  readonly listStyle: string | undefined;
  readonly outlineLevel: number | undefined;
  /** True if a page starts with a paragraph or table of this style. */
  startsPage: boolean | undefined;
  format: OdfFormat;
}

/** The format of text. */
export interface OdfFormat extends RunFormat {
  /** The font, if its private-use characters are symbols. */
  readonly symbolFont?: SymbolFont | undefined;
}

/** Collects the styles of a document. */
export interface OdfStyles {
  /** Declares a font (`style:font-face`), which styles name. */
  declareFont(attributes: XmlAttributes): void;
  /** Returns the symbol font that text properties name, or `undefined`. */
  symbolFontIn(attributes: XmlAttributes): SymbolFont | undefined;
  /** True if text properties name a monospaced font. */
  isMonospacedIn(attributes: XmlAttributes): boolean;
  /** Declares a style; its properties follow. */
  declare(attributes: XmlAttributes): void;
  /** Adds text properties to the style that was declared last. */
  addTextProperties(attributes: XmlAttributes): void;
  /** Adds paragraph or table properties to the style that was declared last. */
  addBlockProperties(attributes: XmlAttributes): void;
  /** Returns the text format of a style, including inherited properties. */
  formatOf(family: "text" | "paragraph", name: string): OdfFormat;
  /** Finds the nearest style, from a style up through its parents, that matches. */
  find<Found>(key: StyleKey, wanted: (style: OdfStyle) => Found | undefined): Found | undefined;
}

/** A style by its name. */
export interface StyleKey {
  readonly family: "text" | "paragraph" | "section" | "table";
  readonly name: string;
}

/** Maximum number of parents to follow. */
const maxParents = 20;

/** Maximum number of styles of a document. Long documents have some thousand automatic ones. */
const maxStyles = 100_000;

/** A document without styles. */
export function createOdfStyles(): OdfStyles {
  const styles = new Map<string, OdfStyle>();
  const formats = new Map<string, OdfFormat>();
  const fonts = new Map<string, string>();
  let last: OdfStyle | undefined;
  const find: OdfStyles["find"] = ({ family, name }, wanted) => {
    let style = styles.get(`${family} ${name}`);
    for (let count = 0; style !== undefined && count < maxParents; count += 1) {
      const found = wanted(style);
      if (found !== undefined) return found;
      style = style.parent === undefined ? undefined : styles.get(`${family} ${style.parent}`);
    }
    return undefined;
  };
  const familyIn = (attributes: XmlAttributes): string => {
    const name = attributes["style:font-name"];
    const family = attributes["fo:font-family"] ?? (name === undefined ? "" : (fonts.get(name) ?? name));
    return family.replace(/^["']/, "");
  };
  const symbolFontIn = (attributes: XmlAttributes): SymbolFont | undefined => symbolFontOf(familyIn(attributes));
  const isMonospacedIn = (attributes: XmlAttributes): boolean => isMonospacedFont(familyIn(attributes));
  return {
    find,
    declareFont({ "style:name": name, "svg:font-family": family }) {
      if (name !== undefined && family !== undefined && fonts.size < maxStyles) fonts.set(name, family);
    },
    symbolFontIn,
    isMonospacedIn,
    declare(attributes) {
      last = styleOf(attributes);
      if (styles.size < maxStyles) styles.set(`${last.family} ${last.name}`, last);
    },
    addTextProperties(attributes) {
      if (last === undefined) return;
      const namesFont = "style:font-name" in attributes || "fo:font-family" in attributes;
      const font = { symbolFont: symbolFontIn(attributes), isMonospaced: isMonospacedIn(attributes) };
      last.format = { ...formatOf(attributes), ...(namesFont ? font : {}) };
    },
    addBlockProperties(attributes) {
      const before = attributes["fo:break-before"];
      if (last !== undefined && before !== undefined) last.startsPage = before === "page";
    },
    formatOf(family, name) {
      const key = `${family} ${name}`;
      const known = formats.get(key);
      if (known !== undefined) return known;
      let format: OdfFormat = {};
      find({ family, name }, (style) => {
        format = { ...style.format, ...format };
        if (family === "text" && isCodeFont(style)) format = { ...format, isCode: true };
        return undefined;
      });
      formats.set(key, format);
      return format;
    },
  };
}

function styleOf(attributes: XmlAttributes): OdfStyle {
  const name = attributes["style:name"] ?? "";
  const level = Number(attributes["style:default-outline-level"] ?? Number.NaN);
  return {
    family: attributes["style:family"] ?? "",
    name,
    displayName: attributes["style:display-name"] ?? decodedName(name),
    parent: attributes["style:parent-style-name"],
    listStyle: attributes["style:list-style-name"],
    outlineLevel: level >= 1 ? level : undefined,
    // A style with a page layout of its own starts a page (ODF 1.2, 19.501).
    startsPage: (attributes["style:master-page-name"] ?? "") === "" ? undefined : true,
    format: {},
  };
}

/** Decodes a name such as `Heading_20_1`, which has the codes of characters that are not letters (ODF 1.2, 19.498). */
function decodedName(name: string): string {
  return name.replace(/_([\da-f]{2,4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Returns only the properties that a style sets itself, so that others keep their inherited values. */
function formatOf(attributes: XmlAttributes): RunFormat {
  const format: { -readonly [Name in keyof RunFormat]: RunFormat[Name] } = {};
  const weight = attributes["fo:font-weight"];
  if (weight !== undefined) format.isBold = weight === "bold" || Number(weight) >= 600;
  const slant = attributes["fo:font-style"];
  if (slant !== undefined) format.isItalic = slant !== "normal";
  const line = attributes["style:text-line-through-style"] ?? attributes["style:text-crossing-out"];
  if (line !== undefined) format.isStruck = line !== "none";
  const display = attributes["text:display"];
  if (display !== undefined) format.isHidden = display === "none";
  const position = attributes["style:text-position"];
  if (position !== undefined) format.script = scriptOfTextPosition(position);
  return format;
}

/** Returns the script of `style:text-position`: `super 58%`, `sub`, or a percentage of the height. */
export function scriptOfTextPosition(position: string): "sup" | "sub" | undefined {
  const [raise = "", size = "100%"] = position.split(" ");
  if (raise === "super") return "sup";
  if (raise === "sub") return "sub";
  // LibreOffice lowers small text by 8 %.
  return scriptOfShift(Number.parseFloat(raise) / 100, Number.parseFloat(size) < 100 ? leastSmallShift : undefined);
}

/** The smallest shift of text that is smaller than the text beside it, in ems. */
const leastSmallShift = 0.01;

function isCodeFont({ displayName }: OdfStyle): boolean {
  return /^(?:source[ _]text|teletype|verbatim char)/i.test(displayName);
}

/** Returns the heading level of a paragraph style, or `undefined` for other styles. */
export function headingOfStyle(styles: OdfStyles, name: string): number | undefined {
  const level = styles.find({ family: "paragraph", name }, (style) => {
    return style.outlineLevel ?? headingLevelOf(style.displayName);
  });
  // Some programs use the built-in styles without declaring them.
  return level ?? headingLevelOf(name);
}

/** True for a paragraph style of code. */
export function isCodeParagraph(styles: OdfStyles, name: string): boolean {
  const found = styles.find({ family: "paragraph", name }, (style) => isCodeStyle(style.displayName) || undefined);
  return found === true;
}

/** True if a paragraph style, or one of its parents, is a quotation. */
export function isQuoteParagraph(styles: OdfStyles, name: string): boolean {
  const found = styles.find({ family: "paragraph", name }, (style) => isQuoteStyle(style.displayName) || undefined);
  return found ?? isQuoteStyle(name);
}
