import type { PDFObject } from "mupdf";
import { numberAt, textAt } from "../../engine/pdf-objects.ts";
import { namedCodes, printedAt } from "../../engine/printed-list.ts";

/** A font of bitmaps that TeX's programs made of Metafont's, in which each code is that of TeX. */
export interface BitmapFont {
  /** How wide the glyph of each code in use is, in the units of the font. */
  readonly widths: ReadonlyMap<number, number>;
  /** The size of the type in these units, where the font says it. */
  readonly em: number | undefined;
}

/** What stands in a list of widths as the engine prints it. */
const entries = /[^\s[\]]+/gu;

/** pdfTeX names glyphs `a65`; dvips counts from `A0` in digits and capitals, whatever the glyph is. */
const namesOf = (code: number): readonly string[] => [`a${code}`, (code + 360).toString(36).toUpperCase()];

/** A smaller scale is that of a font with a size of its own, as pdfTeX has it; from this on its units are those of the page. */
const mostScaled = 0.2;

/** The font as one of TeX's bitmaps; `undefined` where it is none, or where its names do not say its codes. */
export function bitmapFontOf(font: PDFObject): BitmapFont | undefined {
  if (textAt(font, "Subtype") !== "Type3") return undefined;
  const codes = codesOf(printedAt(font, "Encoding", "Differences"));
  const first = numberAt(font, "FirstChar") ?? 0;
  const listed = Array.from(printedAt(font, "Widths").matchAll(entries), ([entry]) => Number(entry));
  const used = codes.map((code) => [code, listed[code - first] ?? 0] as const).filter(([, width]) => width > 0);
  if (used.length === 0) return undefined;
  const scale = numberAt(font, "FontMatrix", 0) ?? 1;
  return { widths: new Map(used), em: scale > 0 && scale < mostScaled ? 1 / scale : undefined };
}

/** The codes of all glyphs that have a name; none where one of them is named otherwise. */
function codesOf(differences: string): readonly number[] {
  const named = Array.from(namedCodes(differences)).filter(([, name]) => name !== ".notdef");
  return named.every(([code, name]) => namesOf(code).includes(name)) ? named.map(([code]) => code) : [];
}
