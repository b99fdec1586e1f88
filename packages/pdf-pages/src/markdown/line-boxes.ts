import type { FlowLine } from "../layout/flow.ts";
import { type Box, type Table, textOf } from "../model/page-content.ts";
import { singleSpaced } from "../model/plain-text.ts";

/** Returns the smallest box around several, or `undefined` for none. */
function around(boxes: readonly Box[]): Box | undefined {
  const [first, ...others] = boxes;
  if (first === undefined) return undefined;
  return others.reduce(
    (box, { x0, y0, x1, y1 }) => ({
      x0: Math.min(box.x0, x0),
      y0: Math.min(box.y0, y0),
      x1: Math.max(box.x1, x1),
      y1: Math.max(box.y1, y1),
    }),
    first,
  );
}

/** True if an empty line of code is between two lines. */
export function isApart(before: FlowLine, line: FlowLine): boolean {
  return line.box.y0 - before.box.y1 > 0.9 * Math.max(line.sizePt, before.sizePt);
}

/** Returns the boxes of fenced code: none for the fences and for empty lines. */
export function codeBoxes(lines: readonly FlowLine[]): readonly (readonly Box[])[] {
  const boxes = lines.flatMap((line, index) => {
    const before = lines[index - 1];
    return before !== undefined && isApart(before, line) ? [[], [line.box]] : [[line.box]];
  });
  return [[], ...boxes, []];
}

/**
 * Returns the boxes of a table as Markdown: of each row, or of the whole table if the lines of a row are not found. The
 * rule below the header has none, nor has the empty header of a table without one.
 */
export function tableBoxes(table: Table): readonly (readonly Box[])[] {
  const rows = rowBoxes(table).map((box) => [box ?? table.box]);
  const [header = [], body] = table.headerRows > 0 ? [rows[0], rows.slice(1)] : [[], rows];
  return [header, [], ...body];
}

/** Assigns the lines of a table to its rows, from the top down. */
function rowBoxes({ rows, lines }: Table): readonly (Box | undefined)[] {
  const words = rows.map((row) => row.map(compact).join(" "));
  const boxes = rows.map((): Box[] => []);
  let last = 0;
  let bottom = Infinity;
  for (const line of [...lines].toSorted((one, other) => one.box.y0 - other.box.y0)) {
    const text = compact(textOf(line.runs));
    const isBelow = line.box.y0 >= bottom;
    // Below all lines of a row, the next row is meant if it has the same words; a cell of several lines goes on.
    const next = isBelow && hasWords(words[last + 1], text) ? last + 1 : rowWith(text, words, last);
    if (next === undefined) continue;
    boxes[next]?.push(line.box);
    if (next > last || bottom === Infinity) bottom = line.box.y1;
    bottom = Math.max(bottom, line.box.y1);
    last = Math.max(last, next);
  }
  return boxes.map(around);
}

function hasWords(row: string | undefined, text: string): boolean {
  return text !== "" && row?.includes(text) === true;
}

function rowWith(text: string, rows: readonly string[], first: number): number | undefined {
  const found = rows.findIndex((row, index) => index >= first && hasWords(row, text));
  return found < 0 ? undefined : found;
}

function compact(text: string): string {
  return singleSpaced(text).replaceAll(" ", "");
}
