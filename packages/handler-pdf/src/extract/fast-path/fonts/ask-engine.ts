import type { Font, PDFObject, PDFPage } from "mupdf";
import type { PdfEngine } from "../../../engine/engine.ts";
import { AskedGlyph, type AskedFont } from "./asked-font.ts";
import { textOfPoints } from "./expansions.ts";
import { showSpecimens } from "./faces.ts";
import { probeContent, type Question } from "./probe-content.ts";
import type { ProbePages } from "./probe-pages.ts";
import { shownCodes, type ShownCode } from "./shown-glyphs.ts";

/** Whom to ask. */
export interface Asked {
  readonly engine: PdfEngine;
  readonly pages: ProbePages;
  /** Lent meanwhile. */
  readonly page: PDFPage;
  /** Where in the document a font is. */
  readonly sourceOf: (font: AskedFont) => PDFObject | undefined;
}

/** Asks all questions in one probe and notes the answers, `null` where there is none. Throws what the engine throws. */
export function askEngine(asked: Asked, questions: readonly Question[]): void {
  const names = namesOf(questions);
  const shown = probe(asked, questions, names);
  noteFaces(asked.engine, questions, shown);
  noteGlyphs(asked.engine, questions, shown);
  // The same font came with many glyphs; what was freed already is freed no more.
  for (const { font } of shown) font.destroy();
}

function namesOf(questions: readonly Question[]): ReadonlyMap<AskedFont, string> {
  const fonts = new Set(questions.map(({ font }) => font));
  return new Map([...fonts].map((font, index) => [font, `F${index}`]));
}

function probe(
  { engine, pages, page, sourceOf }: Asked,
  questions: readonly Question[],
  names: ReadonlyMap<AskedFont, string>,
): readonly ShownCode[] {
  const fonts = new Map<string, PDFObject>();
  for (const [font, name] of names) {
    const source = sourceOf(font);
    if (source !== undefined) fonts.set(name, source);
  }
  const content = probeContent(questions, names);
  return pages.lend(page, { content, fonts, use: (lent) => shownCodes(engine, lent) });
}

/** Fonts whose face is not known yet are shown once more, together. */
function noteFaces(engine: PdfEngine, questions: readonly Question[], shown: readonly ShownCode[]): void {
  const specimens = new Map<AskedFont, Font>();
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

/** "A": it does not matter whether the font has it. */
const plainLetter = 0x41;

function noteGlyphs(engine: PdfEngine, questions: readonly Question[], shown: readonly ShownCode[]): void {
  for (const { font, code } of questions) font.setGlyph(code, null);
  for (const { index, font, points, advance } of shown) {
    const question = questions[index];
    if (question === undefined) continue;
    question.font.setGlyph(question.code, new AskedGlyph(textOfPoints(engine, font, points), advance));
  }
}
