import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";

/** Lines from which cells side by side are taken for rows that were typed as paragraphs. */
const minLines = 3;

/** Characters of a line that may be a value or its name. */
const maxLineCharacters = 80;

/**
 * Splits a row into which its author typed several: every cell has the same number of short paragraphs, empty ones
 * included, so those side by side belong together. One row of a Markdown table would not show that.
 */
export function parallelRows(row: XmlElement): readonly XmlElement[] {
  const parts = childrenOf(row);
  const cells = parts.filter(({ name }) => name === "w:tc");
  if (cells.length < 2 || parts.some(({ name }) => !rowParts.has(name))) return [row];
  const lines = cells.map(linesOf);
  const height = heightOf(lines);
  if (height < minLines) return [row];
  const properties = parts.filter(({ name }) => name !== "w:tc");
  return Array.from({ length: height }, (_, at) => ({
    ...row,
    children: [...properties, ...cells.map((cell, column) => cellWith(cell, lines[column]?.[at]))],
  }));
}

const rowParts: ReadonlySet<string> = new Set(["w:tc", "w:trPr", "w:tblPrEx"]);

/** The paragraphs of a cell without empty ones at its end; `undefined` if the cell is no column of lines. */
function linesOf(cell: XmlElement): readonly XmlElement[] | undefined {
  const blocks = childrenOf(cell).filter(({ name }) => name !== "w:tcPr");
  if (blocks.some((block) => !isLine(block)) || childOf(cell, "w:tcPr", "w:vMerge") !== undefined) return undefined;
  return blocks.slice(0, blocks.findLastIndex((block) => textIn(block).trim() !== "") + 1);
}

function isLine(block: XmlElement): boolean {
  return (
    block.name === "w:p" &&
    childOf(block, "w:pPr", "w:numPr") === undefined &&
    textIn(block).length <= maxLineCharacters
  );
}

/** The number of lines that all cells with text have; 0 if they differ, or if only one cell has text. */
function heightOf(lines: readonly (readonly XmlElement[] | undefined)[]): number {
  const heights = lines.map((each) => each?.length).filter((height) => height !== 0);
  const [height = 0] = heights;
  return heights.length > 1 && heights.every((each) => each === height) ? height : 0;
}

function cellWith(cell: XmlElement, line: XmlElement | undefined): XmlElement {
  const children = [childOf(cell, "w:tcPr"), line].filter((node) => node !== undefined);
  return { ...cell, children };
}
