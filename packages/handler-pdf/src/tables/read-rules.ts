import type { PDFPage } from "mupdf";
import type { PdfEngine } from "../engine.ts";
import type { Box, Rule } from "../page-content.ts";

/** Vectors of one page that are looked at; a map or a drawing has more, and its first ones are no table either. */
const maxVectors = 20_000;

/** Rules that are handed on; the largest printed grids seen have some 2000. */
const maxRules = 4000;

/** What is at most this thick is a line, whatever drew it. */
const maxThicknessPt = 3;

/** Shorter lines are dots, ticks and underlines of single letters. */
const minLengthPt = 4;

/** Colour channels at or above this are paper. */
const paperWhite = 0.995;

class EnoughVectors extends Error {}

/**
 * The straight lines that the page draws, and the edges of its boxes and coloured backgrounds. The engine hands out
 * whole shapes, so this costs about as much as the text of the page: it is for pages that look like they have a table.
 */
export function readRules(_engine: PdfEngine, page: PDFPage): readonly Rule[] {
  const text = page.toStructuredText("vectors");
  const rules: Rule[] = [];
  let vectors = 0;
  try {
    text.walk({
      onVector(bounds, flags: VectorFlags, color) {
        vectors += 1;
        // The walk is a loop of its own in JavaScript, so that leaving it harms nothing.
        if (vectors > maxVectors || rules.length > maxRules) throw new EnoughVectors();
        addRules(rules, boxOf(bounds), flags.isRectangle && (flags.isStroked || !isPaper(color)));
      },
    });
  } catch (error) {
    if (!(error instanceof EnoughVectors)) throw error;
  } finally {
    text.destroy();
  }
  return rules.slice(0, maxRules);
}

interface VectorFlags {
  readonly isStroked: boolean;
  readonly isRectangle: boolean;
}

function boxOf(bounds: readonly [number, number, number, number]): Box {
  return { x0: bounds[0], y0: bounds[1], x1: bounds[2], y1: bounds[3] };
}

function isPaper(color: readonly number[]): boolean {
  return color.every((channel) => channel >= paperWhite);
}

function addRules(rules: Rule[], box: Box, isBox: boolean): void {
  const width = box.x1 - box.x0;
  const height = box.y1 - box.y0;
  if (!Number.isFinite(width + height)) return;
  if (height <= maxThicknessPt) {
    if (width >= minLengthPt) rules.push({ box, orientation: "horizontal" });
    return;
  }
  if (width <= maxThicknessPt) {
    if (height >= minLengthPt) rules.push({ box, orientation: "vertical" });
    return;
  }
  if (isBox && width >= minLengthPt && height >= minLengthPt) rules.push(...edgesOf(box));
}

function edgesOf(box: Box): readonly Rule[] {
  return [
    { box: { ...box, y1: box.y0 }, orientation: "horizontal" },
    { box: { ...box, y0: box.y1 }, orientation: "horizontal" },
    { box: { ...box, x1: box.x0 }, orientation: "vertical" },
    { box: { ...box, x0: box.x1 }, orientation: "vertical" },
  ];
}
