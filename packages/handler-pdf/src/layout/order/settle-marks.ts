import type { TextBlock, TextLine } from "../../model/page-content.ts";
import { boxAround, sharedHeight } from "../../model/boxes.ts";
import { loneMark } from "../../model/list-marks.ts";
import { textOf } from "../../model/text-of.ts";

/** How far before the words of its item a mark stands, in heights of its line. */
const furthestEm = 2.5;

/** Longer runs are no mark of an item. */
const longestMark = 8;

/** Marks of one page that are looked at; a page with more is a drawing. */
const maxMarks = 500;

/**
 * Puts the marks of items before their words, where a program paints all marks of a list after all of its words, as
 * WeasyPrint does. Marks whose words come next stay where they are.
 */
export function settleMarks(blocks: readonly TextBlock[]): readonly TextBlock[] {
  const marks = strayMarks(blocks);
  if (marks.length === 0 || marks.length > maxMarks) return blocks;
  const markOf = new Map<TextLine, TextLine>();
  for (const mark of marks) {
    const words = wordsOf(mark, blocks);
    if (words !== undefined && !markOf.has(words)) markOf.set(words, mark);
  }
  if (markOf.size === 0) return blocks;
  const moved = new Set(markOf.values());
  return blocks.map((block) => settled(block, markOf, moved)).filter(({ lines }) => lines.length > 0);
}

function strayMarks(blocks: readonly TextBlock[]): readonly TextLine[] {
  return blocks.flatMap(({ lines }, index) =>
    lines.filter((line, at) => {
      if (!isMark(line)) return false;
      const next = lines[at + 1] ?? blocks[index + 1]?.lines[0];
      return next === undefined || !areWordsOf(line, next);
    }),
  );
}

function isMark({ runs, direction }: TextLine): boolean {
  const [first] = runs;
  if (first === undefined || first.text.length > longestMark || runs.length > 2 || direction === "vertical")
    return false;
  return loneMark(textOf(runs).trim()) !== undefined;
}

function wordsOf(mark: TextLine, blocks: readonly TextBlock[]): TextLine | undefined {
  for (const { lines, box } of blocks) {
    if (box.y1 < mark.box.y0 || box.y0 > mark.box.y1) continue;
    const words = lines.find((line) => areWordsOf(mark, line) && !isMark(line));
    if (words !== undefined) return words;
  }
  return undefined;
}

/** Whether a line stands right beside a mark, on its row. */
function areWordsOf({ box }: TextLine, line: TextLine): boolean {
  if (line.direction === "vertical" || sharedHeight(line.box, box) < 0.6) return false;
  const gapPt = line.direction === "rtl" ? box.x0 - line.box.x1 : line.box.x0 - box.x1;
  return gapPt > -1 && gapPt < furthestEm * (box.y1 - box.y0);
}

function settled(block: TextBlock, markOf: ReadonlyMap<TextLine, TextLine>, moved: ReadonlySet<TextLine>): TextBlock {
  if (!block.lines.some((line) => moved.has(line) || markOf.has(line))) return block;
  const lines = block.lines.flatMap((line) => {
    if (moved.has(line)) return [];
    const mark = markOf.get(line);
    return mark === undefined ? [line] : [mark, line];
  });
  return { lines, box: boxAround(lines) };
}
