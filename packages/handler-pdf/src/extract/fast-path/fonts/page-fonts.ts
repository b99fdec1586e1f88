import type { DisplayList, Font, PDFDocument, PDFObject, PDFPage, Rect } from "mupdf";
import { countEngineFailure, isEngineBroken, type PdfEngine } from "../../../engine/engine.ts";
import { referenceOf } from "../../../engine/pdf-objects.ts";
import type { StextLine, StextPage } from "@reader/pdf-pages/lines";
import type { PageFont } from "../base/painted.ts";
import { type Face, type FontRefusal, FontStore, forgetSharedFont, ProbedFont, ProbedGlyph } from "./font-store.ts";
import { probeContent, ProbePages, type Question, type ShownCode, shownCodes } from "./probe.ts";

/** Codes to make known. */
interface FontRequest {
  /** A font returned by `of`. */
  readonly font: PageFont;
  readonly codes: Iterable<number>;
}

/** The fonts of one document. The engine is asked once for each code. */
export interface PageFonts {
  /** Returns the font of a dictionary or object number, or why it is unsupported. A new font has no known glyphs. */
  readonly of: (font: PDFObject | number) => PageFont | FontRefusal;
  /**
   * Makes codes known, all at once: each then has a glyph, or `null` if it cannot be determined. The page must be
   * loaded; it is lent to the engine and restored. Throws a `TypeError` for a font of another document.
   */
  readonly ask: (page: PDFPage, requests: readonly FontRequest[]) => void;
  /** Frees what is kept of the document, which must still be open. */
  readonly end: () => void;
}

/** Creates the fonts of a document. Engine failures are counted, and rethrown only if the engine broke. */
export function createPageFonts(engine: PdfEngine, document: PDFDocument): PageFonts {
  const store = new FontStore(document);
  const pages = new ProbePages(document);
  const sourceOf = (font: ProbedFont): PDFObject | undefined => store.sourceOf(font);
  return {
    of: (font) => guarded(() => fontOf(store, font), "damaged"),
    ask(page, requests) {
      const questions = requests.flatMap((request) => questionsIn(store, request));
      for (let from = 0; from < questions.length; from += maxSpecimens)
        askSome({ engine, pages, page, sourceOf }, questions.slice(from, from + maxSpecimens));
    },
    end() {
      guarded(() => pages.end(), undefined);
      store.end();
    },
  };
}

function fontOf(store: FontStore, font: PDFObject | number): ProbedFont | FontRefusal {
  const number = typeof font === "number" ? font : referenceOf(font);
  if (number !== undefined) return store.numbered(number);
  return typeof font === "number" ? "damaged" : store.direct(font);
}

/**
 * Returns the codes that are unknown. Only codes in use are queried: the engine measures the outline of each new glyph,
 * which dominates the time, and has already measured those on pages that it read.
 */
function questionsIn(store: FontStore, { font, codes }: FontRequest): readonly Question[] {
  if (!(font instanceof ProbedFont) || store.sourceOf(font) === undefined)
    throw new TypeError("the font is of another document");
  return [...new Set(codes)].filter((code) => font.glyphs[code] === undefined).map((code) => ({ font, code }));
}

/** If the engine fails, the glyphs are unknown. */
function askSome(asked: Parameters<typeof probeFonts>[0], questions: readonly Question[]): void {
  const isDone = guarded(() => {
    probeFonts(asked, questions);
    return true;
  }, false);
  if (isDone) return;
  for (const { font, code } of questions) {
    font.setGlyph(code, null);
    forgetSharedFont(font);
  }
}

function guarded<Value>(use: () => Value, otherwise: Value): Value {
  try {
    return use();
  } catch (error) {
    countEngineFailure(error);
    if (isEngineBroken(error)) throw error;
    return otherwise;
  }
}

/** The engine and the document to query. */
interface FontProbe {
  readonly engine: PdfEngine;
  readonly pages: ProbePages;
  /** Borrowed during the query. */
  readonly page: PDFPage;
  /** Returns the object of a font in the document. */
  readonly sourceOf: (font: ProbedFont) => PDFObject | undefined;
}

/**
 * Answers all questions in one probe and stores the answers, `null` where there is none. Throws what the engine throws.
 */
function probeFonts(asked: FontProbe, questions: readonly Question[]): void {
  const names = namesOf(questions);
  const shown = probe(asked, questions, names);
  noteFaces(asked.engine, questions, shown);
  noteGlyphs(asked.engine, questions, shown);
  // Several glyphs share a font object. Freeing it again has no effect.
  for (const { font } of shown) font.destroy();
}

function namesOf(questions: readonly Question[]): ReadonlyMap<ProbedFont, string> {
  const fonts = new Set(questions.map(({ font }) => font));
  return new Map([...fonts].map((font, index) => [font, `F${index}`]));
}

function probe(
  { engine, pages, page, sourceOf }: FontProbe,
  questions: readonly Question[],
  names: ReadonlyMap<ProbedFont, string>,
): readonly ShownCode[] {
  const fonts = new Map<string, PDFObject>();
  for (const [font, name] of names) {
    const source = sourceOf(font);
    if (source !== undefined) fonts.set(name, source);
  }
  const content = probeContent(questions, names);
  return pages.lend(page, { content, fonts, use: (lent) => shownCodes(engine, lent) });
}

/** Shows fonts with an unknown face once more, together. */
function noteFaces(engine: PdfEngine, questions: readonly Question[], shown: readonly ShownCode[]): void {
  const specimens = new Map<ProbedFont, Font>();
  for (const { index, font } of shown) {
    const asked = questions[index]?.font;
    if (asked !== undefined && !asked.hasFace && !specimens.has(asked)) specimens.set(asked, font);
  }
  if (specimens.size === 0) return;
  const faces = showSpecimens(
    engine,
    [...specimens.values()].map((font) => ({ font, point: plainLetter })),
  );
  for (const [index, font] of [...specimens.keys()].entries()) {
    const face = faces[index];
    if (face !== undefined) font.setFace(face);
  }
}

/** "A". The font need not have it. */
const plainLetter = 0x41;

function noteGlyphs(engine: PdfEngine, questions: readonly Question[], shown: readonly ShownCode[]): void {
  for (const { font, code } of questions) font.setGlyph(code, null);
  for (const { index, font, points, advance } of shown) {
    const question = questions[index];
    if (question === undefined) continue;
    question.font.setGlyph(question.code, new ProbedGlyph(textOfPoints(engine, font, points), advance));
  }
}

/** A character to show in a font. */
interface Specimen {
  readonly font: Font;
  readonly point: number;
}

/** The font properties in the engine's spans, and the text of the character. */
interface Shown extends Face {
  readonly text: string;
}

/** Font size in points. Large enough that rounding to integers does not matter. */
const typeSize = 1000;

/** Specimens are too far apart to be merged into a line or mistaken for shadows. */
const specimenStep = 2 * typeSize;

/** Lengths are written in thousandths of a point, that is millionths of an em. */
const writtenScale = 1000;

/** Maximum number of specimens. Further ones would exceed the engine's 31-bit integers. */
const maxSpecimens = 500;

const bounds: Rect = [0, -typeSize, typeSize, typeSize];

/** Beyond all specimens, so that the tile does not repeat. */
const tileStep = 2 * maxSpecimens * specimenStep;

/** Returns the span of each specimen. Throws what the engine throws, and an error if one is missing. */
function showSpecimens(engine: PdfEngine, specimens: readonly Specimen[]): readonly Shown[] {
  const list = new engine.DisplayList(bounds);
  try {
    record(engine, list, specimens);
    const lines = linesIn(list);
    if (lines.length !== specimens.length) throw new Error("a specimen was not shown");
    return lines.map(shownIn);
  } finally {
    list.destroy();
  }
}

function record(engine: PdfEngine, list: DisplayList, specimens: readonly Specimen[]): void {
  const device = new engine.DisplayListDevice(list);
  try {
    // Invisible output, such as a specimen that draws nothing, is only replayed inside tiles.
    device.beginTile(bounds, bounds, tileStep, tileStep, engine.Matrix.identity, 0, 0);
    for (const [index, { font, point }] of specimens.entries()) {
      const text = new engine.Text();
      text.showGlyph(font, [typeSize, 0, 0, -typeSize, index * specimenStep, 0], 0, point);
      device.ignoreText(text, engine.Matrix.identity);
      text.destroy();
    }
    device.endTile();
    device.close();
  } finally {
    device.destroy();
  }
}

function linesIn(list: DisplayList): readonly StextLine[] {
  const text = list.toStructuredText("preserve-whitespace,preserve-spans,clip=no");
  try {
    const page = JSON.parse(text.asJSON(writtenScale)) as StextPage;
    return page.blocks.flatMap((block) => (block.type === "text" ? block.lines : []));
  } finally {
    text.destroy();
  }
}

function shownIn({ font, bbox, text }: StextLine): Shown {
  const { name, family, weight, style } = font;
  const ascender = -bbox.y / writtenScale / typeSize;
  return { name, family, weight, style, ascender, descender: ascender - bbox.h / writtenScale / typeSize, text };
}

const latinLigatures: ReadonlyMap<number, string> = new Map([
  [0xfb00, "ff"],
  [0xfb01, "fi"],
  [0xfb02, "fl"],
  [0xfb03, "ffi"],
  [0xfb04, "ffl"],
  [0xfb05, "st"],
  [0xfb06, "st"],
]);

/** Expansions of presentation forms, by code point, as used in this process. There are at most 1000. */
const expansions = new Map<number, string>(latinLigatures);

/** The engine writes an unpaired surrogate as three bytes that are not UTF-8. */
const loneSurrogate = "\u{fffd}\u{fffd}\u{fffd}";

/** Returns the text that the engine gives for the code points of one glyph. Throws what the engine throws. */
function textOfPoints(engine: PdfEngine, font: Font, points: readonly number[]): string {
  let text = "";
  for (const point of points) text += isForm(point) ? expanded(engine, font, point) : plainText(point);
  return text;
}

/** True for ligatures and presentation forms, the only code points that the engine changes. */
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
