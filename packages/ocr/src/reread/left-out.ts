import type { Box } from "@reader/core/handler";
import type { TesseractApi } from "../engine/engine.ts";
import { inkLevelsOf } from "../image/ink-levels.ts";
import { type Block, boxAround, centreOf, confidenceOf, lineHeightOf } from "../model/lines.ts";
import { type PageView, seenImage } from "../model/geometry.ts";
import { readRows } from "./reread.ts";

/** A page with less print tells nothing of what is missing. */
const minLines = 3;

/** The share of a cell, half a line high, that is ink where there is print. */
const minInkShare = 0.04;

/** Around a word, in heights of a line: the ends of its letters, and what belongs to it. */
const wordMargin = 0.4;

/** Cells by which print of one piece is apart: between two words, and between two lines. */
const maxStepAcross = 2;
const maxStepDown = 4;

/** A larger area is a picture, and so are many small ones; none is looked at for long. */
const maxAreaShare = 0.2;
const maxAreas = 6;

/** What is read in a picture is nonsense, of which the engine is less sure. */
const minConfidence = 75;

/**
 * The blocks of a page with what the engine left out beside them: where a column of prices stands far from what they are
 * for, it takes it for no print at all.
 */
export function withLeftOut(api: TesseractApi, blocks: readonly Block[], view: PageView): readonly Block[] {
  let all = blocks;
  for (const area of leftOutAreas(blocks, view)) {
    const found = readRows(api, area);
    if (found.length < 2 || confidenceOf(found) < minConfidence) continue;
    all = inserted(all, found);
  }
  return all;
}

/** After the last block that stands beside it. */
function inserted(blocks: readonly Block[], found: Block): readonly Block[] {
  const { y0, y1 } = boxAround(found);
  const last = blocks.findLastIndex((block) => block.some(({ box }) => centreOf(box) >= y0 && centreOf(box) <= y1));
  return blocks.toSpliced(last + 1, 0, found);
}

/** Where there is ink in the rows of print and no word, along two lines or more. */
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

/** Which cells of a page hold ink; cleared where they are accounted for. */
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

/** The rectangles around cells that hang together, with half a line around them. */
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
