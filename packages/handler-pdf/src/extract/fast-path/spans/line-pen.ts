import type { GlyphRow } from "../base/painted.ts";
import type { PlainGlyphs } from "../base/quick-font.ts";
import type { OpenLine } from "./open-line.ts";

const { fround } = Math;

const space = 0x20;

/** In parts of the size of the type: surely more than what is between a glyph and the same once more, to make it bold. */
const surelyApart = 0.101;

/** What glyphs of a row go on in. */
export interface GrowingLine {
  readonly line: OpenLine;
  readonly plain: PlainGlyphs;
  /** The size of the type, and what the pen moves for a width of 1, in points. */
  readonly size: number;
  readonly stepX: number;
}

/** Where the last glyph of a line began and ended. */
export class LinePen {
  character: number = space;
  /** Where it began. */
  glyphX = 0;
  glyphY = 0;
  /** Where it ended. */
  x = 0;
  y = 0;
  /** So near, in points, a glyph at the same height surely goes on; 0 where that is to be looked at. */
  smallGap = 0;

  /**
   * Appends those glyphs of a row to a level line that are right behind the one before, as nearly all are, and show one
   * character: there is nothing to be decided, and the line grows to its right only. Returns the index of the first one that
   * is another matter.
   */
  goOn(row: GlyphRow, from: number, { line, plain, size, stepX }: GrowingLine): number {
    const { codes, places, count } = row;
    const { units, advances } = plain;
    const { smallGap } = this;
    const apart = size * surelyApart;
    let { character, glyphX, x } = this;
    line.text.reserve(count - from);
    const { units: text } = line.text;
    let { length } = line.text;
    let at = from;
    for (; at < count; at++) {
      const code = codes[at] ?? 0;
      const unit = units[code] ?? 0;
      const next = places[at] ?? 0;
      const end = endOf(next, advances[code], stepX);
      if (unit === 0 || !(Math.abs(next - x) < smallGap && next - glyphX > apart && end >= x)) break;
      character = unit;
      glyphX = next;
      x = end;
      text[length++] = unit;
    }
    if (at === from) return at;
    this.character = character;
    this.glyphX = glyphX;
    this.x = x;
    line.left = Math.min(line.left, Number(places[from]));
    line.right = Math.max(line.right, x);
    line.text.length = length;
    return at;
  }
}

/** Where a glyph ends that begins at a place. */
function endOf(start: number, advance: number | undefined, stepX: number): number {
  return fround(start + fround((advance ?? 0) * stepX));
}
