import type { ColorSpace, Font, Matrix, PDFDocument, PDFObject, PDFPage, Text } from "mupdf";
import type { PdfEngine } from "../../../engine/engine.ts";
import type { AskedFont } from "./asked-font.ts";

/** What a page shows for a moment. */
interface Probe<Value> {
  readonly content: string;
  /** Fonts of the document by the names that the content calls them. */
  readonly fonts: ReadonlyMap<string, PDFObject>;
  /** What is done meanwhile. */
  readonly use: (page: PDFPage) => Value;
}

/**
 * Lends loaded pages of one document to probes: the engine has its fonts open already, which to graft into another document
 * would open again. All is in memory; the file is never touched.
 */
export class ProbePages {
  readonly #document: PDFDocument;
  /** One for all probes: each further object of a document of a million takes the engine many milliseconds. */
  #stream: PDFObject | undefined;

  constructor(document: PDFDocument) {
    this.#document = document;
  }

  /** Lends a page, which is given back as it was. Throws what the engine throws. */
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

  /** Takes out of the document what was put there. Throws what the engine throws. */
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
  readonly font: AskedFont;
  readonly code: number;
}

/** The size of the type of a probe, in points: so large that the engine's numbers are fine beyond all need. */
const probeSize = 1000;

/**
 * Content that shows each code twice in one string: the second place tells how far the pen has moved. The number
 * of a question is how high its code stands, so that a code which shows nothing is missed; all begin at 0, where numbers
 * are finest.
 */
export function probeContent(questions: readonly Question[], names: ReadonlyMap<AskedFont, string>): string {
  const parts = ["BT"];
  let last: AskedFont | undefined;
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
