import type { Box, RecognisedLine, RecognisedWord } from "@reader/core/handler";
import { confidenceOf } from "./confidence-of.ts";
import type { TesseractApi } from "./engine.ts";
import { lineWith } from "./keep-words.ts";
import { boxAround, characterWidthOf, wideGap, type Block } from "./layout/block.ts";
import { readRows } from "./reread-tables.ts";

/** Cells of which the engine is less sure are looked at once more: what is right is above 85. */
const maxUnsure = 70;

/** What is read by itself must be surer by so much: otherwise it is as good as what the row made of it. */
const minGain = 10;

/** A page of nonsense has more of them, and none gets better. */
const maxCells = 24;

/**
 * The blocks of a page with those cells read anew, each by itself, of which the engine is unsure: a wide gap before a
 * word makes it take its first letters for others.
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
    const read = readRows(api, areaOf(cell)).flatMap(({ words }) => words);
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

/** The words of a line in groups that stand apart; none where it is a line of prose. */
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

function areaOf(cell: readonly RecognisedWord[]): Box {
  const { x0, y0, x1, y1 } = boxAround(cell);
  const margin = Math.ceil((y1 - y0) / 3);
  return { x0: Math.max(0, x0 - margin), y0: Math.max(0, y0 - margin), x1: x1 + margin, y1: y1 + margin };
}
