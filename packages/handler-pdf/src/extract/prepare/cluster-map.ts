import type { PDFObject } from "mupdf";
import { hasAt, streamBytesAt, textAt, withObject } from "../../engine/pdf-objects.ts";
import { asVisualVowel, isPaintedFirst } from "@reader/pdf-pages";
import { charactersOfGlyphs } from "./sfnt-characters.ts";

/** The text of each code of a font. */
export type CodeTexts = readonly (readonly [code: number, text: string])[];

/** Maximum size of a map, and of a font program. Fonts of all of Unicode are never embedded whole. */
const maxMapBytes = 512 * 1024;
const maxFontBytes = 8 * 1024 * 1024;

/** An entry of a map: a code of two bytes, and its text in UTF-16. */
const everyEntry = /<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]*)>/gu;

/** The text of a longer cluster is that of a whole line. */
const maxClusterUnits = 8;

/**
 * Returns the map of a font whose own map loses text, or `undefined` if its map is sound. Programs that shape text with
 * Pango, such as WeasyPrint, give the text of a cluster to one of its glyphs and nothing to the others, and in text from
 * right to left give one glyph the text of the line. The font program says which character a glyph stands for.
 */
export function clusterMapOf(font: PDFObject): CodeTexts | undefined {
  if (textAt(font, "Subtype") !== "Type0" || textAt(font, "Encoding") !== "Identity-H") return undefined;
  const texts = lossyTexts(font);
  if (texts === undefined) return undefined;
  const characters = withObject(font, ["DescendantFonts", 0], charactersIn);
  if (characters === undefined || !losesCharacters(texts, characters)) return undefined;
  const own = new Set(characters.values());
  return [...texts].map(([code, text]) => {
    const character = characters.get(code);
    return [code, character === undefined ? clusterText(text, own) : characterText(character)] as const;
  });
}

/** True if a code without text stands for a character. Sound maps have no such codes. */
function losesCharacters(texts: ReadonlyMap<number, string>, characters: ReadonlyMap<number, number>): boolean {
  for (const [code, text] of texts) if (text === "" && characters.has(code)) return true;
  return false;
}

/** Returns the texts of a map in which some codes have none. */
function lossyTexts(font: PDFObject): ReadonlyMap<number, string> | undefined {
  const map = streamBytesAt(font, ["ToUnicode"], maxMapBytes);
  if (map === undefined) return undefined;
  const written = new TextDecoder("latin1").decode(map);
  if (!/>\s*<>/u.test(written)) return undefined;
  const entries = Array.from(written.matchAll(everyEntry), ([, code = "", text = ""]) => [code, text] as const);
  return new Map(entries.map(([code, text]) => [Number.parseInt(code, 16), fromHex(text)]));
}

function fromHex(hex: string): string {
  const units = hex.match(/.{4}/gu) ?? [];
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)));
}

/** Returns the characters of an embedded font in which codes are glyph numbers. */
function charactersIn(descendant: PDFObject): ReadonlyMap<number, number> | undefined {
  const isNumbered = !hasAt(descendant, "CIDToGIDMap") || textAt(descendant, "CIDToGIDMap") === "Identity";
  if (!isNumbered) return undefined;
  for (const name of ["FontFile2", "FontFile3"]) {
    const bytes = streamBytesAt(descendant, ["FontDescriptor", name], maxFontBytes);
    if (bytes !== undefined) return charactersOfGlyphs(bytes);
  }
  return undefined;
}

function characterText(character: number): string {
  const text = String.fromCodePoint(character);
  return isPaintedFirst(text) ? asVisualVowel(text) : text;
}

/** Returns the text of a glyph without a character: that of its cluster, but for a vowel sign with its own glyph. */
function clusterText(cluster: string, own: ReadonlySet<number>): string {
  if (cluster.length > maxClusterUnits || /\s/u.test(cluster)) return "";
  return Array.from(cluster)
    .filter((sign) => !isPaintedFirst(sign) || !own.has(sign.codePointAt(0) ?? 0))
    .join("");
}
