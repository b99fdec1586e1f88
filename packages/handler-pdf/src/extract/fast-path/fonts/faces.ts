import type { DisplayList, Font, Rect } from "mupdf";
import type { PdfEngine } from "../../../engine/engine.ts";
import type { StextLine, StextPage } from "../../../model/stext-json.ts";
import type { Face } from "./asked-font.ts";

/** A character to be shown in a font. */
export interface Specimen {
  readonly font: Font;
  readonly point: number;
}

/** A font as the engine's spans tell of it, and what they make of the character. */
export interface Shown extends Face {
  readonly text: string;
}

/** Large enough that what is lost when lengths become whole numbers does not matter; in points. */
const typeSize = 1000;

/** Specimens stand too far apart to be taken for one line, or one for the shadow of another. */
const specimenStep = 2 * typeSize;

/** Lengths are written in thousandths of a point, and so in millionths of an em. */
const writtenScale = 1000;

/** Further ones would stand where the engine's whole numbers do not reach, which have 31 bits. */
export const maxSpecimens = 500;

const bounds: Rect = [0, -typeSize, typeSize, typeSize];

/** Further than any specimen stands, so that the tile is not repeated. */
const tileStep = 2 * maxSpecimens * specimenStep;

/** What the engine's spans say of each specimen. Throws what the engine throws, and an error where it leaves one out. */
export function showSpecimens(engine: PdfEngine, specimens: readonly Specimen[]): readonly Shown[] {
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
    // What nobody would see, such as a specimen that draws nothing, is played inside of tiles only.
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
