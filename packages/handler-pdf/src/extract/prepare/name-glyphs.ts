import type { PDFDocument, PDFObject, PDFPage } from "mupdf";
import { isMathExtension, mathExtensionSigns } from "@reader/pdf-pages/lines";
import { countEngineFailure, isEngineBroken } from "../../engine/engine.ts";
import { hasAt, namedCodes, printedList, referenceOf, textAt, withObject } from "../../engine/pdf-objects.ts";
import { type BitmapFont, bitmapFontOf } from "./bitmap-font.ts";
import { readBitmaps } from "./bitmap-map.ts";
import { characterCodesOf } from "./character-codes.ts";
import { clusterMapOf } from "./cluster-map.ts";

/** Maximum number of fonts that get a map per document. Papers have a few of each kind. */
const maxNamedFonts = 50;

/** Maximum number of fonts checked per document. Hostile pages list any number. */
const maxSeenFonts = 5000;

/** Longer font lists are checked on each page. Few pages list that many fonts. */
const maxListCharacters = 1000;

/** Maximum number of images and forms checked per document, and of forms in each other. */
const maxSeenObjects = 5000;
const maxFormDepth = 3;

interface SeenFonts {
  /** Checked resources and font lists, which many pages may share: object numbers, or the text of short ones. */
  readonly lists: Set<number | string>;
  /** The object numbers of checked images and forms. */
  readonly objects: Set<number>;
  readonly numbers: Set<number>;
  readonly letters: KnownLetters;
  named: number;
}

const seenFonts = new WeakMap<PDFDocument, SeenFonts>();

/**
 * Adds missing `ToUnicode` maps: for the large mathematical symbols of TeX fonts, such as sums, integrals and tall
 * brackets, whose names the engine does not know, for ligature glyphs, of which it reads only the first letter, and for
 * fonts whose codes are characters.
 * Replaces maps that give the text of several glyphs to one of them.
 * Changes the document in memory, before the engine first opens the fonts of the page.
 */
export function nameGlyphs(document: PDFDocument, page: PDFPage): void {
  const object = page.getObject();
  try {
    const resources = object.getInheritable("Resources");
    try {
      nameInResources(document, resources, 0);
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

/** Names the glyphs of the fonts of a page or a form, and of the forms in it. Many pages share their resources. */
function nameInResources(document: PDFDocument, resources: PDFObject, depth: number): void {
  if (!isNew(seenIn(document), referenceOf(resources))) return;
  withObject(resources, ["Font"], (fonts) => nameIn(document, fonts));
  if (depth < maxFormDepth) withObject(resources, ["XObject"], (objects) => nameInForms(document, objects, depth + 1));
}

function seenIn(document: PDFDocument): SeenFonts {
  const seen = seenFonts.get(document) ?? {
    lists: new Set(),
    objects: new Set(),
    numbers: new Set(),
    letters: new Map(),
    named: 0,
  };
  seenFonts.set(document, seen);
  return seen;
}

/** Returns false for a list that was checked before. `list` is undefined if the list cannot be recognised. */
function isNew({ lists }: SeenFonts, list: number | string | undefined): boolean {
  if (list === undefined) return true;
  if (lists.has(list)) return false;
  if (lists.size < maxSeenFonts) lists.add(list);
  return true;
}

/** Each form is checked once: forms may contain each other, and pages share them. */
function nameInForms(document: PDFDocument, objects: PDFObject, depth: number): void {
  const seen = seenIn(document);
  if (!isNew(seen, referenceOf(objects))) return;
  objects.forEach((object) => {
    try {
      const number = referenceOf(object);
      if (number === undefined || seen.objects.has(number) || seen.objects.size >= maxSeenObjects) return;
      seen.objects.add(number);
      if (textAt(object, "Subtype") !== "Form") return;
      withObject(object, ["Resources"], (resources) => nameInResources(document, resources, depth));
    } finally {
      object.destroy();
    }
  });
}

/** Returns a key that identifies a font list, which each page may repeat with the same fonts. */
function listOf(fonts: PDFObject): number | string | undefined {
  const number = referenceOf(fonts);
  if (number !== undefined) return number;
  const printed = fonts.toString();
  return printed.length <= maxListCharacters ? printed : undefined;
}

function nameIn(document: PDFDocument, fonts: PDFObject): void {
  const seen = seenIn(document);
  if (seen.numbers.size > maxSeenFonts || !isNew(seen, listOf(fonts))) return;
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

/** Returns the map that a font lacks, or `undefined` if there is nothing to add. */
function mapFor(font: PDFObject, known: KnownLetters): string | undefined {
  if (isMathExtension(textAt(font, "BaseFont") ?? "")) return mathExtension();
  const bitmaps = bitmapFontOf(font);
  if (bitmaps !== undefined) return mapOfBitmaps(font, bitmaps);
  if (hasAt(font, "ToUnicode")) {
    const texts = clusterMapOf(font);
    return texts === undefined ? undefined : unicodeMap(texts, 2);
  }
  const codes = characterCodesOf(font);
  if (codes !== undefined) return unicodeMap(codes, 2);
  const letters = lettersOfFont(font, known);
  return letters.length === 0 ? undefined : unicodeMap(letters);
}

/**
 * An existing map was derived from the meaningless glyph names, and may map a `c` to a carriage return. The engine
 * takes the height of letters from the font's bounding box, which old programs left empty.
 */
function mapOfBitmaps(font: PDFObject, bitmaps: BitmapFont): string | undefined {
  const { meanings, size } = readBitmaps(bitmaps);
  if (bitmaps.em === undefined) font.put("FontBBox", [0, -size / 4, size, size - size / 4].map(Math.round));
  return bitmaps.isNamed ? undefined : unicodeMap(meanings);
}

function putMap(document: PDFDocument, font: PDFObject, text: string): void {
  const map = document.addStream(text, {});
  try {
    font.put("ToUnicode", map);
  } finally {
    map.destroy();
  }
}

type Letters = ReturnType<typeof joinedLetters>;

/** Parsed encodings and difference arrays by object number. Many fonts may share one. */
type KnownLetters = Map<number, Letters>;

/** Returns the codes of a font whose glyphs are several letters. */
function lettersOfFont(font: PDFObject, known: KnownLetters): Letters {
  const letters = withObject(font, ["Encoding"], (encoding) =>
    once(encoding, known, () =>
      withObject(encoding, ["Differences"], (list) => once(list, known, () => joinedLetters(printedList(list)))),
    ),
  );
  return letters ?? [];
}

function once(object: PDFObject, known: KnownLetters, find: () => Letters | undefined): Letters {
  const number = referenceOf(object);
  const found = (number === undefined ? undefined : known.get(number)) ?? find() ?? [];
  if (number !== undefined) known.set(number, found);
  return found;
}

/** A glyph of several letters, named as in the Adobe Glyph List Specification: `t_t`, `f_f_i`, `T_h.alt`. */
const joined =
  /^((?:[A-Za-z]|ffi?|fi|ffl|fl|uni[0-9A-F]{4})(?:_(?:[A-Za-z]|ffi?|fi|ffl|fl|uni[0-9A-F]{4}))+)(?:\..*)?$/u;

/** Codes are single bytes. */
const lastCode = 255;

/**
 * Returns the codes whose glyphs are several letters, from the printed `Differences` of an encoding. The engine reads
 * only the first letter of such names.
 */
export function joinedLetters(differences: string): readonly (readonly [code: number, text: string])[] {
  if (!differences.includes("_")) return [];
  const found = new Map<number, string>();
  for (const [code, name] of namedCodes(differences)) {
    const text = lettersOf(name);
    if (text !== undefined && code <= lastCode) found.set(code, text);
  }
  return [...found];
}

function lettersOf(name: string): string | undefined {
  const letters = joined.exec(name)?.[1];
  return letters?.split("_").map(letterOf).join("");
}

function letterOf(name: string): string {
  return name.startsWith("uni") ? String.fromCharCode(Number.parseInt(name.slice(3), 16)) : name;
}

/** Returns a `ToUnicode` CMap for the codes of TeX's large mathematical symbols. */
export function mathExtension(): string {
  return unicodeMap([...mathExtensionSigns]);
}

/** Maximum number of codes in one list of a CMap. */
const codesAList = 100;

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");

/** Returns a `ToUnicode` CMap for codes of one or two bytes. */
function unicodeMap(entries: readonly (readonly [code: number, text: string])[], codeBytes: 1 | 2 = 1): string {
  const lines = entries.map(([code, text]) => `<${hex(code, 2 * codeBytes)}> <${utf16(text)}>`);
  return [
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap",
    "/CMapName /Named-Glyphs def /CMapType 2 def",
    `1 begincodespacerange <${"00".repeat(codeBytes)}> <${"FF".repeat(codeBytes)}> endcodespacerange`,
    ...listsOf(lines),
    "endcmap end end",
  ].join("\n");
}

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index), 4)).join("");
}

function listsOf(lines: readonly string[]): readonly string[] {
  const lists: string[] = [];
  for (let from = 0; from < lines.length; from += codesAList) {
    const part = lines.slice(from, from + codesAList);
    lists.push(`${part.length} beginbfchar\n${part.join("\n")}\nendbfchar`);
  }
  return lists;
}
