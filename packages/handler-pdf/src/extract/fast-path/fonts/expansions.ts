import type { Font } from "mupdf";
import type { PdfEngine } from "../../../engine/engine.ts";
import { showSpecimens } from "./faces.ts";

const latinLigatures: ReadonlyMap<number, string> = new Map([
  [0xfb00, "ff"],
  [0xfb01, "fi"],
  [0xfb02, "fl"],
  [0xfb03, "ffi"],
  [0xfb04, "ffl"],
  [0xfb05, "st"],
  [0xfb06, "st"],
]);

/** What the engine takes a presentation form apart to, of those that were met in this process; there are at most 1 000. */
const expansions = new Map<number, string>(latinLigatures);

/** Half of a character beyond the first 65 536 alone; the engine writes three bytes for it, none of which is UTF-8. */
const loneSurrogate = "\u{fffd}\u{fffd}\u{fffd}";

/** The text that the engine's spans have for the code points of one glyph. Throws what the engine throws. */
export function textOfPoints(engine: PdfEngine, font: Font, points: readonly number[]): string {
  let text = "";
  for (const point of points) text += isForm(point) ? expanded(engine, font, point) : plainText(point);
  return text;
}

/** Ligatures and presentation forms; of all code points, the engine writes only those otherwise than they are. */
function isForm(point: number): boolean {
  return (point >= 0xfb00 && point <= 0xfdff) || (point >= 0xfe70 && point <= 0xfefc);
}

function plainText(point: number): string {
  return point >= 0xd800 && point <= 0xdfff ? loneSurrogate : String.fromCodePoint(point);
}

function expanded(engine: PdfEngine, font: Font, point: number): string {
  const known = expansions.get(point);
  if (known !== undefined) return known;
  const text = showSpecimens(engine, [{ font, point }])[0]?.text ?? plainText(point);
  expansions.set(point, text);
  return text;
}
