import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";

/** Minimum number of lines for adjacent cells to be treated as rows typed as paragraphs. */
const minLines = 3;

/** Maximum length of a line that may be a value or its name, in characters. */
const maxLineCharacters = 80;

/**
 * Splits a row whose author typed several rows into it: every cell has the same number of short paragraphs, including
 * empty ones, so paragraphs at the same position belong together. A single Markdown table row would lose this
 * alignment.
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

/**
 * Returns the paragraphs of a cell without trailing empty ones, or `undefined` if the cell is not a column of lines.
 */
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

/** Returns the number of lines shared by all cells with text, or 0 if it differs or only one cell has text. */
function heightOf(lines: readonly (readonly XmlElement[] | undefined)[]): number {
  const heights = lines.map((each) => each?.length).filter((height) => height !== 0);
  const [height = 0] = heights;
  return heights.length > 1 && heights.every((each) => each === height) ? height : 0;
}

function cellWith(cell: XmlElement, line: XmlElement | undefined): XmlElement {
  const children = [childOf(cell, "w:tcPr"), line].filter((node) => node !== undefined);
  return { ...cell, children };
}
