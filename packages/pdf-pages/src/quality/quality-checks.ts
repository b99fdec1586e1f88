import { centreOf, holds } from "../model/boxes.ts";
import type { PageContent } from "../model/page-content.ts";
import type { GreyPixels, PageModel } from "../model/page-model.ts";
import type { PaintedArea, PaintedText } from "../model/paint-log.ts";
import type { QualityChecks } from "./page-quality.ts";

/** Returns checks that replay or render the page on demand. */
export function qualityChecksOf(page: PageModel): QualityChecks {
  return {
    isRecognised: () => isRecognisedLayer(page),
    showsPrint: () => showsPrint(page),
    showsPrintApart: () => showsPrint(page, apartHeights),
  };
}

/** Minimum distance of print from recognised lines, in heights of the lines. */
const apartHeights = 1;

/** Minimum share of invisible text that is an OCR layer. The visible text is then a stamp or a number. */
const minInvisibleShare = 0.5;

/** True if the text of a page is invisible on or under its images, as OCR programs write it. Replays the page. */
export function isRecognisedLayer(page: Pick<PageModel, "withPaintLog">): boolean {
  const isRecognised = page.withPaintLog(({ texts, areas }) => {
    const images = areas.filter(({ paint }) => paint === undefined);
    const invisible = texts.filter((text) => isInvisible(text, images));
    return invisible.length > texts.length * minInvisibleShare;
  });
  return isRecognised ?? false;
}

function isInvisible({ paint, box, order }: PaintedText, images: readonly PaintedArea[]): boolean {
  if (paint === undefined || paint.alpha === 0) return true;
  const centre = centreOf(box);
  return images.some((image) => image.order > order && holds(image.box, centre));
}

/** Resolution at which strokes of small print are one to three pixels wide. */
const dotsPerInch = 100;

const pointsPerInch = 72;

/** A poster is drawn at a lower resolution. */
const maxSidePx = 1400;

/** Maximum variation of the grey of one sheet of paper, of 256: scans are grainy, and darker at one edge. */
const paperSpread = 24;

/** Minimum share of paper. A photograph has no grey with such a share. */
const minPaperShare = 0.6;

/** Minimum grey of paper. A darker grey is the background of an image. */
const minPaperGrey = 170;

/** Maximum grey of negatives, which are also uniform, unlike night scenes and book covers. */
const maxNegativeGrey = 60;
const minNegativeShare = 0.75;

/** Minimum difference of ink from the paper. */
const minContrast = 48;

/** Maximum width of strokes. Wider ones are areas and rules. */
const maxStrokePx = 14;

/** Minimum number of strokes across a line of print. Frames and sparse drawings have fewer. */
const minStrokes = 10;

/** Minimum number of lines. Letters and forms have more, ornaments hardly any. */
const minPrintedLines = 5;

/**
 * True if a page shows lines of print beside the text of its layer: it is rendered without the layer's text. Takes some
 * tens of milliseconds; called for pages that are one image with little text.
 */
export function showsPrint(
  { content, greyPixels }: Pick<PageModel, "content" | "greyPixels">,
  marginHeights: number = 0,
): boolean {
  const longEdgePt = Math.max(content.widthPt, content.heightPt, 1);
  const scale = Math.min(dotsPerInch / pointsPerInch, maxSidePx / longEdgePt);
  const image = greyPixels(scale);
  return image !== undefined && hasPrint(image, content, { scale, marginHeights });
}

/** How a page is drawn, and how far around its lines is left out, in heights of the lines. */
interface Look {
  readonly scale: number;
  readonly marginHeights: number;
}

function hasPrint(image: GreyPixels, content: PageContent, look: Look): boolean {
  const paper = paperOf(image.data);
  if (!isPaper(paper)) return false;
  const { widthPx, heightPx } = image;
  const ink = inkOn(image.data, paper);
  leaveOutText({ ink, widthPx, heightPx }, content, look);
  // Rotated print runs along the columns.
  const rows = { lines: heightPx, length: widthPx, lineStep: widthPx, pixelStep: 1 };
  const columns = { lines: widthPx, length: heightPx, lineStep: 1, pixelStep: widthPx };
  return [rows, columns].some((sweep) => printedLines(ink, sweep) >= minPrintedLines);
}

interface Paper {
  readonly grey: number;
  /** Share of the page with nearly this grey, 0 to 1. */
  readonly share: number;
}

function isPaper({ grey, share }: Paper): boolean {
  if (grey <= maxNegativeGrey) return share >= minNegativeShare;
  return grey >= minPaperGrey && share >= minPaperShare;
}

/** Returns the most frequent grey. */
function paperOf(greys: Uint8Array): Paper {
  const counts = new Uint32Array(256);
  for (const grey of greys) counts[grey] = (counts[grey] ?? 0) + 1;
  let paper: Paper = { grey: 0, share: 0 };
  for (let grey = 0; grey < counts.length; grey++) {
    const near = counts.subarray(Math.max(0, grey - paperSpread), grey + paperSpread + 1);
    const share = near.reduce((sum, count) => sum + count, 0) / Math.max(1, greys.length);
    if (share > paper.share) paper = { grey, share };
  }
  return paper;
}

/** 1 for each pixel that is not paper. */
function inkOn(greys: Uint8Array, { grey }: Paper): Uint8Array {
  const ink = new Uint8Array(greys.length);
  for (let at = 0; at < greys.length; at++) ink[at] = Math.abs((greys[at] ?? grey) - grey) > minContrast ? 1 : 0;
  return ink;
}

interface Ink {
  readonly ink: Uint8Array;
  readonly widthPx: number;
  readonly heightPx: number;
}

function leaveOutText({ ink, widthPx, heightPx }: Ink, { blocks }: PageContent, { scale, marginHeights }: Look): void {
  for (const { box, runs } of blocks.flatMap(({ lines }) => lines)) {
    if (runs.every(({ text }) => text.trim() === "")) continue;
    const marginPt = marginHeights * (box.y1 - box.y0);
    // Recognised lines may be narrower than their print.
    const left = marginHeights > 0 ? 0 : Math.max(0, Math.floor(box.x0 * scale));
    const right = marginHeights > 0 ? widthPx : Math.min(widthPx, Math.ceil(box.x1 * scale));
    const bottom = Math.min(heightPx, Math.ceil((box.y1 + marginPt) * scale));
    for (let y = Math.max(0, Math.floor((box.y0 - marginPt) * scale)); right > left && y < bottom; y++) {
      ink.fill(0, y * widthPx + left, y * widthPx + right);
    }
  }
}

/** Rows or columns of an image, by their memory layout. */
interface Sweep {
  readonly lines: number;
  readonly length: number;
  readonly lineStep: number;
  readonly pixelStep: number;
}

/** Counts lines of print, which have a gap above them: print-like rows without gaps are a pattern. */
function printedLines(ink: Uint8Array, sweep: Sweep): number {
  let count = 0;
  let wasPrint = false;
  for (let line = 0; line < sweep.lines; line++) {
    const isPrint = strokesOn(ink, line * sweep.lineStep, sweep) >= minStrokes;
    if (isPrint && !wasPrint) count += 1;
    wasPrint = isPrint;
  }
  return count;
}

function strokesOn(ink: Uint8Array, start: number, { length, pixelStep }: Sweep): number {
  let strokes = 0;
  let width = 0;
  for (let index = 0, at = start; index <= length; index++, at += pixelStep) {
    if (index < length && ink[at] === 1) width += 1;
    else {
      if (width > 0 && width <= maxStrokePx) strokes += 1;
      width = 0;
    }
  }
  return strokes;
}
