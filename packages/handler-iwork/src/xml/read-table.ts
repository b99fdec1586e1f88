import { ownEntry } from "@reader/document/content";
import { childOf, childrenOf, textIn, type XmlElement } from "@reader/office-kit/xml";
import { dateText, durationText, numberText, type Table, type TableRow } from "../model/apple-document.ts";
import { localName } from "./pruned-tree.ts";

/** The table grid of the programs of 2009 is at most 256 columns wide. */
const gridWidth = 256;
const maxRows = 65_536;

/** Reads a table (`sf:tabular-model`); `undefined` if it has no grid. */
export function readTable(model: XmlElement | undefined): Table | undefined {
  const grid = childOf(model, "sf:grid");
  if (model === undefined || grid === undefined) return undefined;
  const size = (name: string, most: number): number => {
    return Math.min(most, Math.max(0, Number.parseInt(grid.attributes[name] ?? "0", 10) || 0));
  };
  return {
    type: "table",
    name: model.attributes["sf:name"] ?? "",
    columnCount: size("sf:numcols", gridWidth),
    rowCount: size("sf:numrows", maxRows),
    headerRows: Number(model.attributes["sf:num-header-rows"] ?? 0) || 0,
    rows: () => rowsOf(childOf(grid, "sf:datasource")),
  };
}

/**
 * Yields the rows of a table. Each cell says by `sf:ct` how far it is from the one before, in a grid of 256 columns;
 * without it, it is the next one.
 */
function* rowsOf(source: XmlElement | undefined): Generator<TableRow> {
  const cells = childrenOf(source);
  const byId = new Map(cells.flatMap((cell) => choicesIn(cell)));
  let at = 0;
  let row = 0;
  let open: TableRow["cells"][number][] = [];
  for (const [index, cell] of cells.entries()) {
    at = Math.max(0, at + stepOf(cell, index));
    const number = Math.floor(at / gridWidth) + 1;
    if (number !== row && open.length > 0) yield { number: row, cells: open };
    if (number !== row) open = [];
    row = number;
    const text = textOf(cell, byId);
    if (text !== "") open.push({ column: (at % gridWidth) + 1, text });
  }
  if (open.length > 0) yield { number: row, cells: open };
}

/** The first cell is at the first position unless it says otherwise. */
function stepOf({ attributes }: XmlElement, index: number): number {
  const step = Number.parseInt(attributes["sf:ct"] ?? "", 10);
  return Number.isNaN(step) ? Math.min(1, index) : step;
}

/** The choices of a menu are cells, to which the value of the menu refers. */
function choicesIn(cell: XmlElement): readonly (readonly [string, XmlElement])[] {
  const choices = childrenOf(childOf(cell, "sf:menu-choices"));
  return choices.map((choice) => [choice.attributes["sfa:ID"] ?? "", choice] as const);
}

type Choices = ReadonlyMap<string, XmlElement>;

function textOf(cell: XmlElement, choices: Choices): string {
  return ownEntry(texts, localName(cell.name))?.(cell, choices) ?? "";
}

type CellReader = (cell: XmlElement, choices: Choices) => string;

const date: CellReader = ({ attributes }) => dateText(Number(attributes["sf:cell-date"] ?? Number.NaN));
const duration: CellReader = ({ attributes }) => {
  return durationText(Number(attributes["sf:cell-duration"] ?? attributes["sf:v"] ?? Number.NaN));
};
const truth: CellReader = ({ attributes }) => {
  return isOn(attributes["sf:v"] ?? attributes["sf:cell-value"]) ? "TRUE" : "FALSE";
};

/** The readers of cells by element. Results of formulas have a name of their own. */
const texts: Readonly<Record<string, CellReader>> = {
  t: wordsOf,
  rt: wordsOf,
  n: valueText,
  rn: valueText,
  // Sliders and steppers.
  sl: valueText,
  st: valueText,
  d: date,
  rd: date,
  du: duration,
  rdu: duration,
  cb: truth,
  rb: truth,
  re: () => "#ERROR!",
  f: resultText,
  pm: chosenText,
};

function isOn(value: string | undefined): boolean {
  return value === "true" || Number(value ?? 0) > 0;
}

/** Returns the text of a cell: in an attribute, or with formats in a text. */
function wordsOf(cell: XmlElement): string {
  const content = childOf(cell, "sf:ct");
  const plain = content?.attributes["sfa:s"];
  return (plain ?? textIn(content)).trim();
}

function valueText(cell: XmlElement): string {
  const proxied = childrenOf(cell).find((child) => localName(child.name) === "n");
  const value = cell.attributes["sf:v"] ?? proxied?.attributes["sf:v"];
  return value === undefined ? "" : numberText(Number(value));
}

/** Returns the stored result of a formula. */
function resultText(cell: XmlElement, choices: Choices): string {
  const [result] = childrenOf(childOf(cell, "sf:r"));
  return result === undefined ? "" : textOf(result, choices);
}

function chosenText(cell: XmlElement, choices: Choices): string {
  const chosen = choices.get(childOf(cell, "sf:proxied-cell-ref")?.attributes["sfa:IDREF"] ?? "");
  return chosen === undefined || localName(chosen.name) === "pm" ? "" : textOf(chosen, choices);
}
