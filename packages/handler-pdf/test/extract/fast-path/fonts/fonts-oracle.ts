import type { PDFDocument, PDFObject, PDFPage } from "mupdf";
import type { PageFont } from "../../../../src/extract/fast-path/base/painted.ts";
import { ProbePages } from "../../../../src/extract/fast-path/fonts/probe.ts";
import type { StextBlock, StextLine, StextPage } from "@reader/pdf-pages/lines";
import { stextOptions } from "../../../../src/extract/painting/engine-pages.ts";
import { loadPdfEngine } from "../../../../src/engine/engine.ts";

const mupdf = await loadPdfEngine();

/** The description of a code of a font, in the terms of the engine's spans. Lengths are in thousandths of an em. */
export interface Told {
  readonly text: string;
  readonly advance: number;
  readonly width: number;
  readonly ascender: number;
  readonly descender: number;
  readonly face: string;
}

const size = 1000;

/** Height of the second of two glyphs, so that it starts a line. */
const rise = 5000;

/** What the engine writes for a code alone on a page, followed by the same code raised. */
export function toldByEngine(at: { document: PDFDocument; page: PDFPage }, object: PDFObject, hex: string): Told {
  const content = `BT /F ${size} Tf <${hex}> Tj ${rise} Ts <${hex}> Tj ET`;
  const fonts = new Map([["F", object]]);
  const pages = new ProbePages(at.document);
  const [line, raised] = pages.lend(at.page, { content, fonts, use: linesOn });
  pages.end();
  if (line === undefined || raised === undefined) throw new Error(`${hex} shows nothing`);
  const { name, family, weight, style } = line.font;
  return {
    text: line.text,
    advance: raised.x - line.x,
    width: line.bbox.w,
    ascender: line.y - line.bbox.y,
    descender: line.y - line.bbox.y - line.bbox.h,
    face: [name, family, weight, style].join(" "),
  };
}

function linesOn(page: PDFPage): readonly StextLine[] {
  const text = page.toStructuredText(stextOptions);
  try {
    return linesIn((JSON.parse(text.asJSON()) as StextPage).blocks);
  } finally {
    text.destroy();
  }
}

function linesIn(blocks: readonly StextBlock[]): readonly StextLine[] {
  return blocks.flatMap((block) => {
    if (block.type === "text") return block.lines;
    return block.type === "structure" ? linesIn(block.contents ?? []) : [];
  });
}

/** The same, as a font describes the code. */
export function toldByFont(font: PageFont, code: number): Told {
  const glyph = font.glyphs[code];
  if (glyph === undefined || glyph === null) throw new Error(`${code} is not known`);
  return {
    text: glyph.text,
    advance: glyph.advance * size,
    width: glyph.width * size,
    ascender: font.ascender * size,
    descender: font.descender * size,
    face: [font.name, font.family, font.weight, font.style].join(" "),
  };
}

/** Opens a document and its first page. */
export function opened(bytes: Uint8Array, password?: string): { document: PDFDocument; page: PDFPage } {
  const document = mupdf.PDFDocument.openDocument(bytes, "application/pdf") as PDFDocument;
  if (password !== undefined) document.authenticatePassword(password);
  return { document, page: document.loadPage(0) };
}

/** The fonts of a page, in the order of its resources. */
export function fontsOf(page: PDFPage): readonly PDFObject[] {
  const fonts: PDFObject[] = [];
  page
    .getObject()
    .getInheritable("Resources")
    .get("Font")
    .forEach((font) => fonts.push(font));
  return fonts;
}
