import type { Box, RecognisedLine, RecognisedWord } from "@reader/core/internal";
import { layouts, setLayout, type TesseractApi } from "../engine/engine.ts";
import { blocksOf } from "../engine/read-lines.ts";
import { inkLevelsOf } from "../image/brightness.ts";
import { findTables } from "../layout/find-tables.ts";
import { findFixedPitch } from "../layout/fixed-pitch.ts";
import { type PageView, seenImage } from "../model/geometry.ts";
import {
  type Block,
  boxAround,
  centreOf,
  characterWidthOf,
  confidenceOf,
  isAllOfPlace,
  isSamePlace,
  keepWords,
  lineHeightOf,
  lineWith,
  wideGap,
} from "../model/lines.ts";

/** Minimum share of characters, and maximum loss of confidence, for replacing columns by rows. */
const minShareOfCharacters = 0.95;
const maxLessSure = 10;

/**
 * Recognises each table again as one block of rows. The engine reads pages by column and drops columns of single
 * digits, but reads them in one block.
 */
export function withTablesReread(api: TesseractApi, blocks: readonly Block[]): readonly Block[] {
  const tables = findTables(blocks, findFixedPitch(blocks));
  const rows = new Map<number, Block>();
  const gone = new Set<number>();
  for (const members of tables) {
    const columns = members.flatMap((member) => blocks[member] ?? []);
    const read = readRows(api, tableArea(columns, blocks));
    const [first] = members;
    if (first === undefined || !isAsGood(read, columns)) continue;
    for (const member of members) gone.add(member);
    rows.set(first, withSurer(read, columns));
  }
  const read = [...rows.values()].flat().flatMap(({ words }) => words);
  return blocks.flatMap((block, index) => {
    const row = rows.get(index);
    if (row !== undefined) return [row];
    return gone.has(index) ? [] : keepWords([block], ({ box }) => !read.some((word) => isSamePlace(word.box, box)));
  });
}

/** Keeps the words of the columns that had higher confidence there. */
function withSurer(rows: Block, columns: readonly RecognisedLine[]): Block {
  const before = columns.flatMap(({ words }) => words);
  return rows.map((line) => {
    const words = line.words.map((word) => {
      const same = before.find(({ box }) => isAllOfPlace(box, word.box));
      return same !== undefined && same.confidence > word.confidence ? same : word;
    });
    return lineWith(line, words);
  });
}

/** Returns the region of a table, extended to the width of the page's print if nothing else is beside it. */
function tableArea(columns: readonly RecognisedLine[], blocks: readonly Block[]): Box {
  const margin = lineHeightOf(columns) / 2;
  const own = boxAround(columns);
  const beside = blocks.flat().filter(({ box }) => box.y0 < own.y1 && box.y1 > own.y0);
  const page = boxAround(blocks.flat());
  const isAlone = beside.every((line) => columns.includes(line));
  const { x0, x1 } = isAlone ? page : own;
  return {
    x0: Math.max(0, Math.floor(x0 - margin)),
    y0: Math.max(0, Math.floor(own.y0 - margin)),
    x1: Math.ceil(x1 + margin),
    y1: Math.ceil(own.y1 + margin),
  };
}

/** Recognises a region as one block and returns its lines. */
export function readRows(api: TesseractApi, { x0, y0, x1, y1 }: Box): Block {
  setLayout(api, layouts.oneBlock);
  try {
    api.SetRectangle(x0, y0, x1 - x0, y1 - y0);
    api.Recognize(null);
    return blocksOf(api.GetJSONText()).flat();
  } finally {
    setLayout(api, layouts.automatic);
  }
}

function isAsGood(rows: Block, columns: readonly RecognisedLine[]): boolean {
  const isAsMuch = charactersOf(rows) >= charactersOf(columns) * minShareOfCharacters;
  return isAsMuch && confidenceOf(rows) >= confidenceOf(columns) - maxLessSure;
}

function charactersOf(lines: readonly RecognisedLine[]): number {
  return lines.flatMap(({ words }) => words).reduce((sum, { text }) => sum + text.length, 0);
}

/** Confidence below which cells are recognised again. Correct cells are above 85. */
const maxUnsure = 70;

/** Minimum gain in confidence for replacing a cell. */
const minGain = 10;

/** Maximum number of cells recognised again. Illegible pages have more, and none improves. */
const maxCells = 24;

/**
 * Recognises uncertain cells again, each separately: a wide gap before a word makes the engine misread its first
 * letters.
 */
export function withCellsReread(api: TesseractApi, blocks: readonly Block[]): readonly Block[] {
  const pitch = characterWidthOf(blocks.flat());
  const unsure = blocks
    .flat()
    .flatMap((line) => cellsOf(line, pitch))
    .filter((cell) => confidenceOf([{ words: cell }]) < maxUnsure);
  if (unsure.length === 0 || unsure.length > maxCells) return blocks;
  const better = new Map<RecognisedWord, readonly RecognisedWord[]>();
  for (const cell of unsure) {
    const read = readRows(api, cellArea(cell)).flatMap(({ words }) => words);
    if (confidenceOf([{ words: read }]) < confidenceOf([{ words: cell }]) + minGain) continue;
    cell.forEach((word, index) => better.set(word, index === 0 ? read : []));
  }
  if (better.size === 0) return blocks;
  const renewed = (line: RecognisedLine): RecognisedLine =>
    lineWith(
      line,
      line.words.flatMap((word) => better.get(word) ?? [word]),
    );
  return blocks.map((block) =>
    block.map((line) => (line.words.some((word) => better.has(word)) ? renewed(line) : line)),
  );
}

/** Returns the cells of a line as groups of words, or none for a line of prose. */
function cellsOf({ words }: RecognisedLine, pitch: number): readonly (readonly RecognisedWord[])[] {
  const cells: RecognisedWord[][] = [];
  let end: number | undefined;
  for (const word of words) {
    const isApart = end === undefined || word.box.x0 - end >= wideGap * pitch;
    if (isApart) cells.push([word]);
    else cells.at(-1)?.push(word);
    end = word.box.x1;
  }
  return cells.length > 1 ? cells : [];
}

function cellArea(cell: readonly RecognisedWord[]): Box {
  const { x0, y0, x1, y1 } = boxAround(cell);
  const margin = Math.ceil((y1 - y0) / 3);
  return { x0: Math.max(0, x0 - margin), y0: Math.max(0, y0 - margin), x1: x1 + margin, y1: y1 + margin };
}

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
