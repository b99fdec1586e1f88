import type { Box } from "@reader/core/internal";
import type { TesseractApi } from "../engine/engine.ts";
import { inkLevelsOf } from "../image/ink-levels.ts";
import { type Block, boxAround, centreOf, confidenceOf, lineHeightOf } from "../model/lines.ts";
import { type PageView, seenImage } from "../model/geometry.ts";
import { readRows } from "./reread.ts";

/** Minimum number of lines for detecting missing print. */
const minLines = 3;

/** Minimum ink share of a cell, half a line high, that contains print. */
const minInkShare = 0.04;

/** Margin around a word, in line heights, that counts as its ink. */
const wordMargin = 0.4;

/** Maximum distance, in cells, between words and between lines of one area. */
const maxStepAcross = 2;
const maxStepDown = 4;

/** Maximum size and number of areas. Larger or more areas are illustrations. */
const maxAreaShare = 0.2;
const maxAreas = 6;

/** Minimum confidence of the result. Text read from illustrations has less. */
const minConfidence = 75;

/** Adds blocks that the engine left out, such as a column of prices far from its items. */
export function withLeftOut(api: TesseractApi, blocks: readonly Block[], view: PageView): readonly Block[] {
  let all = blocks;
  for (const area of leftOutAreas(blocks, view)) {
    const found = readRows(api, area);
    if (found.length < 2 || confidenceOf(found) < minConfidence) continue;
    all = inserted(all, found);
  }
  return all;
}

/** Inserts a block after the last one beside it. */
function inserted(blocks: readonly Block[], found: Block): readonly Block[] {
  const { y0, y1 } = boxAround(found);
  const last = blocks.findLastIndex((block) => block.some(({ box }) => centreOf(box) >= y0 && centreOf(box) <= y1));
  return blocks.toSpliced(last + 1, 0, found);
}

/** Returns areas with ink but no words that span two or more lines of print. */
export function leftOutAreas(blocks: readonly Block[], view: PageView): readonly Box[] {
  const lines = blocks.flat();
  if (lines.length < minLines) return [];
  const grid = inkGrid(view, Math.max(4, Math.round(lineHeightOf(lines) / 2)));
  clearWords(grid, blocks);
  const areaPx = view.image.widthPx * view.image.heightPx;
  const isColumn = (box: Box): boolean => {
    const rows = lines.filter((line) => centreOf(line.box) >= box.y0 && centreOf(line.box) <= box.y1);
    return rows.length > 1 && (box.x1 - box.x0) * (box.y1 - box.y0) <= areaPx * maxAreaShare;
  };
  const areas = piecesOf(grid).filter(isColumn);
  return areas.length > maxAreas ? [] : areas;
}

/** A grid of cells with ink. Cells of recognised words are cleared. */
interface InkGrid {
  readonly cellPx: number;
  readonly across: number;
  readonly down: number;
  readonly isInk: Uint8Array;
}

function inkGrid(view: PageView, cellPx: number): InkGrid {
  const { data, widthPx, heightPx } = seenImage(view);
  const [across, down] = [Math.ceil(widthPx / cellPx), Math.ceil(heightPx / cellPx)];
  const counts = new Uint32Array(across * down);
  const maxInk = inkLevelsOf(data).half;
  for (let at = 0; at < data.length; at++) {
    if ((data[at] ?? 255) >= maxInk) continue;
    const cell = Math.floor(at / widthPx / cellPx) * across + Math.floor((at % widthPx) / cellPx);
    counts[cell] = (counts[cell] ?? 0) + 1;
  }
  const isInk = Uint8Array.from(counts, (count) => (count >= cellPx * cellPx * minInkShare ? 1 : 0));
  return { cellPx, across, down, isInk };
}

function clearWords({ cellPx, across, down, isInk }: InkGrid, blocks: readonly Block[]): void {
  const margin = cellPx * 2 * wordMargin;
  for (const { box } of blocks.flat().flatMap((line) => line.words)) {
    const lastRow = Math.min(down - 1, Math.floor((box.y1 + margin) / cellPx));
    const first = Math.max(0, Math.floor((box.x0 - margin) / cellPx));
    const last = Math.min(across - 1, Math.floor((box.x1 + margin) / cellPx));
    for (let row = Math.max(0, Math.floor((box.y0 - margin) / cellPx)); row <= lastRow; row++) {
      isInk.fill(0, row * across + first, row * across + last + 1);
    }
  }
}

/** Returns the bounding boxes of connected cells, extended by half a line. */
function piecesOf(grid: InkGrid): readonly Box[] {
  const pieces: Box[] = [];
  for (let start = 0; start < grid.isInk.length; start++) {
    if (grid.isInk[start] === 1) pieces.push(takePiece(grid, start));
  }
  return pieces;
}

function takePiece({ cellPx, across, down, isInk }: InkGrid, start: number): Box {
  const open = [start];
  isInk[start] = 0;
  let [left, right, top, bottom] = [across, 0, down, 0];
  for (let cell = open.pop(); cell !== undefined; cell = open.pop()) {
    const [column, row] = [cell % across, Math.floor(cell / across)];
    [left, right] = [Math.min(left, column), Math.max(right, column)];
    [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
    const [firstColumn, lastColumn] = [
      Math.max(0, column - maxStepAcross),
      Math.min(across - 1, column + maxStepAcross),
    ];
    for (let y = Math.max(0, row - maxStepDown); y <= Math.min(down - 1, row + maxStepDown); y++) {
      for (let next = y * across + firstColumn; next <= y * across + lastColumn; next++) {
        if (isInk[next] === 1) open.push(next);
        isInk[next] = 0;
      }
    }
  }
  const [width, height] = [across * cellPx, down * cellPx];
  return {
    x0: Math.max(0, (left - 1) * cellPx),
    y0: Math.max(0, (top - 1) * cellPx),
    x1: Math.min(width, (right + 2) * cellPx),
    y1: Math.min(height, (bottom + 2) * cellPx),
  };
}
