import type { PDFObject } from "mupdf";
import { numberAt, textAt, withObject } from "../pdf-objects.ts";

/** A font of bitmaps that TeX's programs made of Metafont's, in which each code is that of TeX. */
export interface BitmapFont {
  /** How wide the glyph of each code in use is, in the units of the font. */
  readonly widths: ReadonlyMap<number, number>;
  /** The size of the type in these units, where the font says it. */
  readonly em: number | undefined;
}

/** An encoding has 256 codes; a list of more entries is no real one. */
const maxListed = 600;

/** Numbers and names of a list as the engine prints it. */
const tokens = /-?\d*\.?\d+|\/[^\s/[\]]+/gu;

/** pdfTeX names glyphs `a65`; dvips counts from `A0` in digits and capitals, whatever the glyph is. */
const namesOf = (code: number): readonly string[] => [`a${code}`, (code + 360).toString(36).toUpperCase()];

/** From this on a font is scaled by its own matrix, as pdfTeX has it, and its units are no matter of the page. */
const mostScaled = 0.2;

/** The font as one of TeX's bitmaps; `undefined` where it is none, or where its names do not say its codes. */
export function bitmapFontOf(font: PDFObject): BitmapFont | undefined {
  if (textAt(font, "Subtype") !== "Type3") return undefined;
  const codes = codesOf(printedList(font, "Encoding", "Differences"));
  const first = numberAt(font, "FirstChar") ?? 0;
  const listed = printedList(font, "Widths").map(Number);
  const used = codes.map((code) => [code, listed[code - first] ?? 0] as const).filter(([, width]) => width > 0);
  if (used.length === 0) return undefined;
  const scale = numberAt(font, "FontMatrix", 0) ?? 1;
  return { widths: new Map(used), em: scale > 0 && scale < mostScaled ? 1 / scale : undefined };
}

function printedList(font: PDFObject, ...path: readonly string[]): readonly string[] {
  return withObject(font, path, printed) ?? [];
}

function printed(list: PDFObject): readonly string[] {
  const direct = list.resolve();
  try {
    return direct.isArray() && direct.length <= maxListed ? (direct.toString().match(tokens) ?? []) : [];
  } finally {
    direct.destroy();
  }
}

/** The codes of all glyphs that have a name; none where one of them is named otherwise. */
function codesOf(differences: readonly string[]): readonly number[] {
  const codes: number[] = [];
  let code = 0;
  for (const token of differences) {
    if (!token.startsWith("/")) {
      code = Number(token);
      continue;
    }
    const name = token.slice(1);
    if (name !== ".notdef") {
      if (!namesOf(code).includes(name)) return [];
      codes.push(code);
    }
    code += 1;
  }
  return codes;
}
