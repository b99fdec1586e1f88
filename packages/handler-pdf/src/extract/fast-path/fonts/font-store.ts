import type { PDFDocument, PDFObject } from "mupdf";
import { textAt, withObject } from "../../../engine/pdf-objects.ts";
import { type FontGlyph, isMark, isRightToLeft, type PageFont, type PlainGlyphs } from "../base/painted.ts";

/** A glyph as described by the engine. A class, so that all glyphs have one shape for the loop that places them. */
export class ProbedGlyph implements FontGlyph {
  readonly text: string;
  readonly advance: number;
  readonly width: number;

  /** `advance` is in ems. The engine uses it as the width of boxes too, whatever the font file says. */
  constructor(text: string, advance: number) {
    this.text = text;
    this.advance = advance;
    this.width = advance;
  }
}

/** The font properties in the engine's spans, with the reach in ems. */
export interface Face {
  readonly name: string;
  readonly family: string;
  readonly weight: string;
  readonly style: string;
  readonly ascender: number;
  readonly descender: number;
}

/** A font as far as it was queried. Its face is known as soon as one of its glyphs is. */
export class ProbedFont implements PageFont {
  name = "";
  family = "";
  weight = "";
  style = "";
  ascender = 0;
  descender = 0;
  readonly codeBytes: 1 | 2;
  readonly glyphs: (FontGlyph | null | undefined)[] = [];
  readonly plain: PlainTable | undefined;
  hasFace = false;

  /** A dense font takes up to 20 bytes per code up to the highest known one, and is faster. */
  constructor(codeBytes: 1 | 2, isDense = true) {
    this.codeBytes = codeBytes;
    this.plain = isDense ? new PlainTable() : undefined;
  }

  /** Stores the font properties. */
  setFace(face: Face): void {
    this.name = face.name;
    this.family = face.family;
    this.weight = face.weight;
    this.style = face.style;
    this.ascender = face.ascender;
    this.descender = face.descender;
    this.hasFace = true;
  }

  /** Stores a glyph. An array with large holes would become a hash table. */
  setGlyph(code: number, glyph: FontGlyph | null): void {
    while (this.plain !== undefined && this.glyphs.length <= code) this.glyphs.push(undefined);
    this.glyphs[code] = glyph;
    this.plain?.set(code, glyph);
  }
}

/** Number of codes in the smallest tables. */
const leastCodes = 256;

/** Surrogates, which are not characters alone. */
const firstHalf = 0xd800;
const lastHalf = 0xdfff;

/** Tables that grow as codes become known, with 6 bytes per code. */
export class PlainTable implements PlainGlyphs {
  units: Uint16Array = new Uint16Array(0);
  advances: Float32Array = new Float32Array(0);

  /** Stores what a code shows; `null` if that is unknown. */
  set(code: number, glyph: FontGlyph | null): void {
    if (code >= this.units.length) this.#grow(code);
    this.units[code] = glyph === null ? 0 : plainUnit(glyph);
    this.advances[code] = glyph === null ? Number.NaN : glyph.advance;
  }

  #grow(code: number): void {
    let length = Math.max(leastCodes, this.units.length);
    while (length <= code) length *= 2;
    const units = new Uint16Array(length);
    const advances = new Float32Array(length).fill(Number.NaN);
    units.set(this.units);
    advances.set(this.advances);
    this.units = units;
    this.advances = advances;
  }
}

/** Returns the code unit of a glyph that needs no further checks inside a line, else 0. */
function plainUnit({ text, advance, width }: FontGlyph): number {
  if (text.length !== 1 || !(advance >= 0) || width !== advance) return 0;
  const unit = text.charCodeAt(0);
  const isHalf = unit >= firstHalf && unit <= lastHalf;
  return isHalf || isRightToLeft(unit) || isMark(unit) ? 0 : unit;
}

/** Maximum number of dense fonts, of up to half a megabyte each. Hostile documents have more. */
const maxDenseFonts = 64;

/** The fonts of one document by object, and the objects by font. */
export class FontStore {
  readonly #document: PDFDocument;
  readonly #byNumber = new Map<number, ProbedFont | FontRefusal>();
  readonly #byContent = new Map<string, ProbedFont | FontRefusal>();
  readonly #sources = new Map<ProbedFont, PDFObject>();

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** Returns the font of an object number. Throws what the engine throws. */
  numbered(number: number): ProbedFont | FontRefusal {
    const known = this.#byNumber.get(number);
    if (known !== undefined) return known;
    const font = this.#opened(this.#document.newIndirect(number));
    this.#byNumber.set(number, font);
    return font;
  }

  /** Returns the font of a direct object. Throws what the engine throws. */
  direct(object: PDFObject): ProbedFont | FontRefusal {
    const content = object.toString(true);
    const known = this.#byContent.get(content);
    if (known !== undefined) return known;
    const font = this.#opened(object.resolve());
    this.#byContent.set(content, font);
    return font;
  }

  /** Returns the object of a font of this document. */
  sourceOf(font: ProbedFont): PDFObject | undefined {
    return this.#sources.get(font);
  }

  /** Frees all objects. */
  end(): void {
    for (const source of this.#sources.values()) source.destroy();
    this.#sources.clear();
    this.#byNumber.clear();
    this.#byContent.clear();
  }

  #opened(source: PDFObject): ProbedFont | FontRefusal {
    const font = fontOf(source, this.#sources.size < maxDenseFonts);
    const isKept = typeof font === "object" && !this.#sources.has(font);
    if (isKept) this.#sources.set(font, source);
    else source.destroy();
    return font;
  }
}

function fontOf(source: PDFObject, mayBeDense: boolean): ProbedFont | FontRefusal {
  const bytes = codeBytesOf(source);
  if (typeof bytes === "string") return bytes;
  const content = bytes === 1 && textAt(source, "Subtype") !== "Type3" ? contentOf(source) : undefined;
  return content === undefined ? new ProbedFont(bytes, mayBeDense) : sharedFont(content);
}

/**
 * Why a font is unsupported: `encoding` (codes of different lengths, or vertical writing) or `damaged` (not a known
 * font structure).
 */
export type FontRefusal = "encoding" | "damaged";

/** Predefined CMaps for horizontal writing with two-byte codes (ISO 32000-2, table 116). Surrogates are not shown. */
const twoByteMaps: ReadonlySet<string> = new Set(
  (
    "Identity-H GB-H GBT-H UniGB-UCS2-H UniGB-UTF16-H CNS1-H CNS2-H UniCNS-UCS2-H UniCNS-UTF16-H H Ext-H Add-H 78-H " +
    "UniJIS-UCS2-H UniJIS-UCS2-HW-H UniJIS-UTF16-H UniJIS2004-UTF16-H KSC-H UniKS-UCS2-H UniKS-UTF16-H"
  ).split(" "),
);

const simpleFonts: ReadonlySet<string> = new Set(["Type1", "MMType1", "TrueType", "Type3"]);

/** Returns the number of bytes per code of a font, or why it is unsupported. Throws what the engine throws. */
function codeBytesOf(font: PDFObject): 1 | 2 | FontRefusal {
  if (!font.isDictionary()) return "damaged";
  const subtype = textAt(font, "Subtype");
  if (subtype === undefined) return "damaged";
  if (simpleFonts.has(subtype)) return 1;
  return subtype === "Type0" ? (withObject(font, ["Encoding"], bytesOfMap) ?? "damaged") : "damaged";
}

function bytesOfMap(encoding: PDFObject): 1 | 2 | FontRefusal {
  if (encoding.isStream()) return bytesOfOwnMap(encoding);
  return encoding.isName() && twoByteMaps.has(encoding.asName()) ? 2 : "encoding";
}

/** Maximum stored size of an embedded CMap. Larger ones are not worth parsing. */
const maxMapBytes = 20_000;

const codeSpaces = /begincodespacerange([^g-z]*)endcodespacerange/giu;

/** Supports only CMaps whose codes have one length. The engine does not show codes outside their ranges. */
function bytesOfOwnMap(stream: PDFObject): 1 | 2 | FontRefusal {
  const stored = withObject(stream, ["Length"], (length) => length.asNumber()) ?? 0;
  if (stored > maxMapBytes || (withObject(stream, ["UseCMap"], () => true) ?? false)) return "encoding";
  const content = stream.readStream();
  try {
    return bytesInMap(content.asString());
  } finally {
    content.destroy();
  }
}

function bytesInMap(map: string): 1 | 2 | FontRefusal {
  const ends = [...map.matchAll(codeSpaces)].flatMap(([, ranges = ""]) => ranges.match(/[0-9a-f]+/giu) ?? []);
  const lengths = new Set(ends.map((digits) => digits.length));
  const [digits] = lengths;
  if (lengths.size !== 1 || /usecmap/u.test(map)) return "encoding";
  if (digits === 2) return 1;
  return digits === 4 ? 2 : "encoding";
}

/** Keys whose values may be separate objects without further references. */
const innerKeys = ["Encoding", "Widths", "FontDescriptor"];

/**
 * Returns a key that identifies a font without a file in all documents, or `undefined` if objects that are too many or
 * too large, such as a file, decide what it shows. Throws what the engine throws.
 */
function contentOf(font: PDFObject): string | undefined {
  const own = resolvedText(font).replace(/\/(?:Encoding|Widths|FontDescriptor) \d+ 0 R/gu, "");
  const parts = [own, ...innerKeys.map((key) => withObject(font, [key], resolvedText) ?? "")];
  return parts.some((part) => /\d \d+ R/u.test(part)) ? undefined : parts.join("\n");
}

function resolvedText(value: PDFObject): string {
  const resolved = value.resolve();
  try {
    return resolved.toString(true);
  } finally {
    resolved.destroy();
  }
}

/** Fonts without an embedded file, such as the 14 standard fonts: each is the same in all documents. */
const shared = new Map<string, ProbedFont>();

/** Maximum number of shared fonts, of at most 20 KB each. A document of many parts has some dozens. */
const maxSharedFonts = 100;

/** Maximum length of a key. No real font dictionary without a file is longer. */
const maxContentChars = 10_000;

/** Returns the font of this process with the given key. */
function sharedFont(content: string): ProbedFont {
  if (content.length > maxContentChars) return new ProbedFont(1);
  const font = shared.get(content) ?? new ProbedFont(1);
  // Moves it to the end: the first key is the least recently used.
  shared.delete(content);
  shared.set(content, font);
  const [oldest] = shared.keys();
  if (shared.size > maxSharedFonts && oldest !== undefined) shared.delete(oldest);
  return font;
}

/** Removes a font. One that failed in this document may be sound in the next. */
export function forgetSharedFont(font: ProbedFont): void {
  for (const [content, each] of shared) if (each === font) shared.delete(content);
}
