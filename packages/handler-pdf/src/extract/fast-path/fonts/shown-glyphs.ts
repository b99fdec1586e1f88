import type { ColorSpace, Font, Matrix, PDFPage, Text } from "mupdf";
import type { PdfEngine } from "../../../engine/engine.ts";
import { probeSize } from "./probe-content.ts";

/** What a code shows, before its text is known. */
export interface ShownCode {
  /** The number of the question. */
  readonly index: number;
  readonly font: Font;
  readonly points: readonly number[];
  /** Of the pen, in ems. */
  readonly advance: number;
}

/** What the engine draws of one question: places, numbers of drawings (negative where there is none) and code points. */
class Row {
  index = -1;
  font: Font | undefined = undefined;
  readonly places: number[] = [];
  readonly drawings: number[] = [];
  readonly points: number[] = [];
  isVertical = false;

  begin(index: number, font: Font): void {
    this.index = index;
    this.font = font;
    this.places.length = 0;
    this.drawings.length = 0;
    this.points.length = 0;
    this.isVertical = false;
  }
}

/** Runs the content of a probe and gives what can be told for certain; other questions are left out. Throws what the engine throws. */
export function shownCodes(engine: PdfEngine, page: PDFPage): readonly ShownCode[] {
  const shown: ShownCode[] = [];
  const row = new Row();
  const settle = (): void => {
    const code = shownIn(row);
    if (code !== undefined) shown.push(code);
  };
  walkText(engine, page, (...[font, matrix, drawing, point, vertical]) => {
    const index = matrix[5];
    if (index !== row.index) {
      settle();
      row.begin(index, font);
    }
    row.places.push(matrix[4]);
    row.drawings.push(drawing);
    row.points.push(point);
    row.isVertical ||= vertical !== 0;
  });
  settle();
  return shown;
}

/** What the engine calls for each glyph: with its font, its matrix, its number, its character and its way of writing. */
type ShowGlyph = NonNullable<Parameters<Text["walk"]>[0]["showGlyph"]>;

/**
 * Only what is filled is walked through: some glyphs of Type 3 fonts, which take the colour of the page, the engine draws
 * as if they were part of its content, with an invisible text behind them.
 */
function walkText(engine: PdfEngine, page: PDFPage, showGlyph: ShowGlyph): void {
  const walker = { showGlyph };
  const device = new engine.Device({
    fillText(text: Text, _matrix: Matrix, space: ColorSpace) {
      text.walk(walker);
      text.destroy();
      space.destroy();
    },
  });
  try {
    page.runPageContents(device, engine.Matrix.identity);
    device.close();
  } finally {
    device.destroy();
  }
}

function shownIn(row: Row): ShownCode | undefined {
  const { index, font, places, points } = row;
  const half = points.length / 2;
  if (font === undefined || row.isVertical || !Number.isInteger(half) || !isOneGlyph(row, half)) return undefined;
  const advance = emsOf((places[half] ?? 0) - (places[0] ?? 0));
  // Where text ends could not be told by where the pen is, of fonts that go back.
  return advance < 0 ? undefined : { index, font, points: points.slice(0, half), advance };
}

/** Whether what is shown is one drawing with the characters that belong to it, and then the same again. */
function isOneGlyph({ drawings, points }: Row, half: number): boolean {
  for (let at = 0; at < half; at++) {
    const drawing = drawings[at] ?? 0;
    if (drawing < 0 !== at > 0 || drawing !== drawings[at + half] || points[at] !== points[at + half]) return false;
    // The engine leaves out a character without a number.
    if ((points[at] ?? -1) < 0) return false;
  }
  return half > 0;
}

/** Thousandths of an em are whole numbers in the engine; what it adds to them is what its small numbers cannot hold. */
function emsOf(pt: number): number {
  const thousandths = (pt / probeSize) * 1000;
  const whole = Math.round(thousandths);
  return (Math.abs(thousandths - whole) < 0.001 ? whole : thousandths) / 1000;
}
