import type { PDFDocument, PDFObject, PDFPage } from "mupdf";
import { countEngineFailure, isEngineBroken } from "../../engine/engine.ts";
import { bitmapFontOf, type BitmapFont } from "./bitmap-font.ts";
import { readBitmaps } from "./bitmap-map.ts";
import { lettersOfFont, type KnownLetters } from "./differences.ts";
import { mathExtension } from "./math-extension.ts";
import { hasAt, referenceOf, textAt, withObject } from "../../engine/pdf-objects.ts";
import { unicodeMap } from "./unicode-map.ts";

/** Fonts of one document that get names: papers have a few of each kind. */
const maxNamedFonts = 50;

/** Fonts of one document that are looked at; hostile pages name any number. */
const maxSeenFonts = 5000;

/** Longer lists are gone through on each page; so many fonts are named there as few pages have. */
const maxListCharacters = 1000;

/** Fonts whose codes are those of TeX's large signs of mathematics, whoever drew them. */
const isMathExtension = /^(?:[A-Z]{6}\+)?(?:CMEX\d+|EUEX\d+|LMMathExtension\d+-Regular|[Tt]xex|[Pp]xex)$/u;

interface SeenFonts {
  /** Resources, and lists of fonts in them, that many pages may share: their numbers, or what short ones hold. */
  readonly lists: Set<number | string>;
  readonly numbers: Set<number>;
  readonly letters: KnownLetters;
  named: number;
}

const seenFonts = new WeakMap<PDFDocument, SeenFonts>();

/**
 * Says what glyphs mean that fonts do not say: the large signs of mathematics in TeX's fonts, such as sums, integrals and
 * high brackets, whose names the engine does not know, and letters joined to one glyph, of which it reads the first. It is
 * added to the document in memory, and before the engine first opens the fonts of the page.
 */
export function nameGlyphs(document: PDFDocument, page: PDFPage): void {
  const object = page.getObject();
  try {
    const resources = object.getInheritable("Resources");
    try {
      withObject(resources, ["Font"], (fonts) => nameIn(document, fonts, referenceOf(resources) ?? listOf(fonts)));
    } finally {
      resources.destroy();
    }
  } catch (error) {
    if (isEngineBroken(error)) throw error;
    countEngineFailure(error);
  } finally {
    object.destroy();
  }
}

/** By what a list of fonts is known again, which each page may have for itself with the same fonts. */
function listOf(fonts: PDFObject): number | string | undefined {
  const number = referenceOf(fonts);
  if (number !== undefined) return number;
  const printed = fonts.toString();
  return printed.length <= maxListCharacters ? printed : undefined;
}

/** `list` is what the list of fonts or what it is in is known by; each is gone through once. */
function nameIn(document: PDFDocument, fonts: PDFObject, list: number | string | undefined): void {
  const seen = seenFonts.get(document) ?? { lists: new Set(), numbers: new Set(), letters: new Map(), named: 0 };
  seenFonts.set(document, seen);
  if (seen.numbers.size > maxSeenFonts || (list !== undefined && seen.lists.has(list))) return;
  if (list !== undefined && seen.lists.size < maxSeenFonts) seen.lists.add(list);
  fonts.forEach((font) => {
    try {
      nameOnce(document, font, seen);
    } finally {
      font.destroy();
    }
  });
}

function nameOnce(document: PDFDocument, font: PDFObject, seen: SeenFonts): void {
  const number = referenceOf(font);
  if (number === undefined || seen.numbers.has(number)) return;
  seen.numbers.add(number);
  const map = seen.named < maxNamedFonts ? mapFor(font, seen.letters) : undefined;
  if (map === undefined) return;
  seen.named += 1;
  putMap(document, font, map);
}

/** What a font should say and does not; `undefined` where there is nothing to add. */
function mapFor(font: PDFObject, known: KnownLetters): string | undefined {
  if (isMathExtension.test(textAt(font, "BaseFont") ?? "")) return mathExtension();
  const bitmaps = bitmapFontOf(font);
  if (bitmaps !== undefined) return mapOfBitmaps(font, bitmaps);
  if (hasAt(font, "ToUnicode")) return undefined;
  const letters = lettersOfFont(font, known);
  return letters.length === 0 ? undefined : unicodeMap(letters);
}

/**
 * A map that is there was only made of the names, which mean nothing, and says carriage return where a `c` stands. The
 * engine takes the height of letters from the box of the font, which old programs left open.
 */
function mapOfBitmaps(font: PDFObject, bitmaps: BitmapFont): string {
  const { meanings, size } = readBitmaps(bitmaps);
  if (bitmaps.em === undefined) font.put("FontBBox", [0, -size / 4, size, size - size / 4].map(Math.round));
  return unicodeMap(meanings);
}

function putMap(document: PDFDocument, font: PDFObject, text: string): void {
  const map = document.addStream(text, {});
  try {
    font.put("ToUnicode", map);
  } finally {
    map.destroy();
  }
}
