import { element, first, textOf, type WordElement, type WordNode } from "../tree.ts";

/** Lines from which cells side by side are rows that were typed as paragraphs. */
const minLines = 3;

/** Characters of a line that may stand for a value or its name. */
const maxLineCharacters = 80;

/**
 * Rows that their author typed into one: every cell has the same number of short paragraphs, empty ones too, so that
 * those side by side belong together. In one row of a Markdown table nobody could tell which they are.
 */
export function parallelRows(row: WordElement): readonly WordElement[] {
  const parts = row.children.filter((child): child is WordElement => child.type === "element");
  const cells = parts.filter(({ name }) => name === "w:tc");
  if (cells.length < 2 || parts.some(({ name }) => !rowParts.has(name))) return [row];
  const lines = cells.map(linesOf);
  const height = heightOf(lines);
  if (height < minLines) return [row];
  const properties = parts.filter(({ name }) => name !== "w:tc");
  return Array.from({ length: height }, (_, at) =>
    element("w:tr", {}, [...properties, ...cells.map((cell, column) => cellWith(cell, lines[column]?.[at]))]),
  );
}

const rowParts: ReadonlySet<string> = new Set(["w:tc", "w:trPr", "w:tblPrEx"]);

/** The paragraphs of a cell without empty ones at its end; undefined for a cell that is no such column. */
function linesOf(cell: WordElement): readonly WordElement[] | undefined {
  const blocks = cell.children.filter(
    (child): child is WordElement => child.type === "element" && child.name !== "w:tcPr",
  );
  if (blocks.some((block) => !isLine(block)) || first(first(cell, "w:tcPr"), "w:vMerge") !== undefined)
    return undefined;
  return blocks.slice(0, blocks.findLastIndex((block) => textOf(block).trim() !== "") + 1);
}

function isLine(block: WordElement): boolean {
  if (block.name !== "w:p" || first(first(block, "w:pPr"), "w:numPr") !== undefined) return false;
  return textOf(block).length <= maxLineCharacters;
}

/** The number of lines that all cells have that are not empty; 0 where they differ, and where there is one such cell. */
function heightOf(lines: readonly (readonly WordElement[] | undefined)[]): number {
  const heights = lines.map((each) => each?.length).filter((height) => height !== 0);
  const [height = 0] = heights;
  return heights.length > 1 && heights.every((each) => each === height) ? height : 0;
}

function cellWith(cell: WordElement, line: WordElement | undefined): WordElement {
  const kept: WordNode[] = [first(cell, "w:tcPr"), line].filter((node) => node !== undefined);
  return element("w:tc", {}, kept);
}
