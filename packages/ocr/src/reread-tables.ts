import type { Box, RecognisedLine } from "@reader/core/handler";
import { confidenceOf } from "./confidence-of.ts";
import { layouts, setLayout, type TesseractApi } from "./engine.ts";
import { keepWords, lineWith } from "./keep-words.ts";
import { boxAround, lineHeightOf, type Block } from "./layout/block.ts";
import { findTables } from "./layout/find-tables.ts";
import { findFixedPitch } from "./layout/fixed-pitch.ts";
import { blocksOf } from "./read-lines.ts";
import { isAllOfPlace, isSamePlace } from "./same-place.ts";

/** What is read as rows must be as much as the columns were, and about as sure. */
const minShareOfCharacters = 0.95;
const maxLessSure = 10;

/**
 * The blocks of a page with those of each table as one of whole rows: the engine, which divides a page into columns,
 * leaves out columns of single digits, and as one block it reads them, too.
 */
export function withTablesReread(api: TesseractApi, blocks: readonly Block[]): readonly Block[] {
  const tables = findTables(blocks, findFixedPitch(blocks));
  const rows = new Map<number, Block>();
  const gone = new Set<number>();
  for (const members of tables) {
    const columns = members.flatMap((member) => blocks[member] ?? []);
    const read = readRows(api, areaOf(columns, blocks));
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

/** Rows with those words as they were read in their column of which the engine was surer there. */
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

/** The place of a table, as wide as the print of the page where nothing else stands beside it. */
function areaOf(columns: readonly RecognisedLine[], blocks: readonly Block[]): Box {
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

/** The lines of a part of the picture, taken for one block. */
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
