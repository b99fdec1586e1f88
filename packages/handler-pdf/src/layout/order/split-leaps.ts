import type { TextBlock, TextLine } from "../../model/page-content.ts";
import { boxAround } from "../../model/boxes.ts";

/**
 * Parts a paragraph of a tagged page where it goes on at the top of the next column: the engine gives all of a tag as
 * one block, whose box would reach over both columns. Lines of untagged blocks stand as the page has them.
 */
export function splitLeaps(block: TextBlock): readonly TextBlock[] {
  const { lines } = block;
  const starts: number[] = [];
  for (const [index, line] of lines.entries()) if (leaps(lines[index - 1], line)) starts.push(index);
  if (starts.length === 0) return [block];
  return [0, ...starts].map((start, index) => {
    const part = lines.slice(start, starts[index]);
    return { lines: part, box: boxAround(part) };
  });
}

/** Upwards and to the side, with nothing of their widths in common. */
function leaps(before: TextLine | undefined, line: TextLine): boolean {
  if (before?.tag === undefined || line.tag === undefined || line.tag.cell !== undefined) return false;
  const isBeside = line.box.x0 >= before.box.x1 || line.box.x1 <= before.box.x0;
  return isBeside && line.box.y1 <= before.box.y0;
}
