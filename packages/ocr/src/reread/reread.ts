import type { Box, RecognisedLine, RecognisedWord } from "@reader/core/internal";
import { layouts, setLayout, type TesseractApi } from "../engine/engine.ts";
import { blocksOf } from "../engine/read-lines.ts";
import { findTables } from "../layout/find-tables.ts";
import { findFixedPitch } from "../layout/fixed-pitch.ts";
import {
  type Block,
  boxAround,
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
