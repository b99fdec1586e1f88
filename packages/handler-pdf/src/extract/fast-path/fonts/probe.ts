import type { ColorSpace, Font, Matrix, PDFDocument, PDFObject, PDFPage, Text } from "mupdf";
import type { PdfEngine } from "../../../engine/engine.ts";
import type { ProbedFont } from "./font-store.ts";

/** What a page shows during a probe. */
interface Probe<Value> {
  readonly content: string;
  /** The fonts of the document by their names in the content. */
  readonly fonts: ReadonlyMap<string, PDFObject>;
  /** Called with the page during the probe. */
  readonly use: (page: PDFPage) => Value;
}

/**
 * Lends loaded pages of one document to probes. The engine has the fonts open already and would open them again in
 * another document. Everything stays in memory; the file is never changed.
 */
export class ProbePages {
  readonly #document: PDFDocument;
  /** Shared by all probes: adding an object to a document of a million objects takes many milliseconds. */
  #stream: PDFObject | undefined;

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** Lends a page and restores it. Throws what the engine throws. */
  lend<Value>(page: PDFPage, { content, fonts, use }: Probe<Value>): Value {
    const stream = this.#streamOf(content);
    const own = resourcesOf(this.#document, fonts);
    const object = page.getObject();
    const contents = object.get("Contents");
    const resources = object.get("Resources");
    try {
      object.put("Contents", stream);
      object.put("Resources", own);
      return use(page);
    } finally {
      restore(object, "Contents", contents);
      restore(object, "Resources", resources);
      for (const each of [own, resources, contents, object]) each.destroy();
    }
  }

  /** Removes what was added to the document. Throws what the engine throws. */
  end(): void {
    if (this.#stream === undefined) return;
    this.#document.deleteObject(this.#stream);
    this.#stream.destroy();
    this.#stream = undefined;
  }

  #streamOf(content: string): PDFObject {
    if (this.#stream === undefined) this.#stream = this.#document.addStream(content, {});
    else this.#stream.writeStream(content);
    return this.#stream;
  }
}

function resourcesOf(document: PDFDocument, fonts: ReadonlyMap<string, PDFObject>): PDFObject {
  const own = document.newDictionary();
  const byName = document.newDictionary();
  for (const [name, font] of fonts) byName.put(name, font);
  own.put("Font", byName);
  byName.destroy();
  return own;
}

function restore(page: PDFObject, key: string, value: PDFObject): void {
  if (value.isNull()) page.delete(key);
  else page.put(key, value);
}

/** One code of one font. */
export interface Question {
  readonly font: ProbedFont;
  readonly code: number;
}

/** Font size of a probe in points. Large enough that the engine's numbers are precise. */
const probeSize = 1000;

/**
 * Returns content that shows each code twice in one string; the position of the second gives the advance. Each question
 * has its own height, so that a code that shows nothing is noticed. All start at x = 0, where numbers are most precise.
 */
export function probeContent(questions: readonly Question[], names: ReadonlyMap<ProbedFont, string>): string {
  const parts = ["BT"];
  let last: ProbedFont | undefined;
  for (const [index, { font, code }] of questions.entries()) {
    if (font !== last) parts.push(`/${names.get(font)} ${probeSize} Tf`);
    last = font;
    const digits = code.toString(16).padStart(2 * font.codeBytes, "0");
    parts.push(`1 0 0 1 0 ${index} Tm<${digits}${digits}>Tj`);
  }
  parts.push("ET");
  return parts.join("\n");
}

/** What a code shows, before its text is known. */
export interface ShownCode {
  /** The index of the question. */
  readonly index: number;
  readonly font: Font;
  readonly points: readonly number[];
  /** The pen movement, in ems. */
  readonly advance: number;
}

/** What the engine draws for one question: positions, glyph numbers (negative if none) and code points. */
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

/** Runs the content of a probe and returns the codes whose glyphs are certain. Throws what the engine throws. */
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

/** The engine's callback for each glyph: its font, matrix, glyph number, code point and writing mode. */
type ShowGlyph = NonNullable<Parameters<Text["walk"]>[0]["showGlyph"]>;

/**
 * Walks filled text only: the engine draws some Type 3 glyphs, which take the colour of the page, as page content with
 * invisible text behind them.
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
  // With a negative advance, the end of a text could not be found from the pen position.
  return advance < 0 ? undefined : { index, font, points: points.slice(0, half), advance };
}

/** True if the row is one glyph with its characters, shown twice. */
function isOneGlyph({ drawings, points }: Row, half: number): boolean {
  for (let at = 0; at < half; at++) {
    const drawing = drawings[at] ?? 0;
    if (drawing < 0 !== at > 0 || drawing !== drawings[at + half] || points[at] !== points[at + half]) return false;
    // The engine omits a character without a glyph number.
    if ((points[at] ?? -1) < 0) return false;
  }
  return half > 0;
}

/** Thousandths of an em are integers in the engine; the difference is rounding. */
function emsOf(pt: number): number {
  const thousandths = (pt / probeSize) * 1000;
  const whole = Math.round(thousandths);
  return (Math.abs(thousandths - whole) < 0.001 ? whole : thousandths) / 1000;
}
