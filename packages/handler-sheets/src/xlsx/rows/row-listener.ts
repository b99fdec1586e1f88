import type { XmlAttributes, XmlListener } from "@reader/office-kit/xml";
import { columnNumber, wholeSheet } from "@reader/document/tables";
import type { CellType } from "./cell-value.ts";
import { filledCells, emptyCell, type RowBuilder, type ScannedCell } from "./row-builder.ts";

const types: ReadonlySet<string> = new Set<CellType>(["n", "s", "str", "inlineStr", "b", "e", "d"]);

/**
 * Creates a listener that passes the rows of an XML part to a builder. It accepts any XML, and is slower than
 * `scanRows`.
 */
export function createRowListener(builder: RowBuilder): XmlListener {
  const state: State = { builder, cell: emptyCell(), into: undefined, isInRow: false, phoneticDepth: 0 };
  return {
    open(name, attributes) {
      state.into = undefined;
      if (Object.hasOwn(opened, name)) opened[name]?.(state, attributes);
    },
    close(name) {
      state.into = undefined;
      if (Object.hasOwn(closed, name)) closed[name]?.(state);
    },
    text(characters) {
      const { into, cell } = state;
      if (into !== undefined) cell[into] = (cell[into] ?? "") + characters;
    },
  };
}

interface State {
  readonly builder: RowBuilder;
  readonly cell: ScannedCell;
  /** The element that text belongs to. */
  into: "value" | "formula" | undefined;
  isInRow: boolean;
  phoneticDepth: number;
}

const opened: Readonly<Record<string, (state: State, attributes: XmlAttributes) => void>> = {
  row(state, { r, hidden }) {
    state.isInRow = true;
    state.builder.startRow(rowOf(r ?? ""), isTrue(hidden));
  },
  c: (state, attributes) => startCell(state.cell, attributes),
  v(state) {
    state.into = "value";
    state.cell.value ??= "";
  },
  f(state, attributes) {
    const { t, si } = attributes;
    state.into = "formula";
    state.cell.filled = filledCells(attributes);
    state.cell.formula = "";
    state.cell.sharedFormula = t === "shared" ? (si ?? "") : undefined;
  },
  is: ({ cell }) => void (cell.value = ""),
  t(state) {
    if (state.phoneticDepth === 0 && state.isInRow) state.into = "value";
  },
  rPh: (state) => void (state.phoneticDepth += 1),
};

const closed: Readonly<Record<string, (state: State) => void>> = {
  row(state) {
    state.isInRow = false;
    state.builder.endRow();
  },
  c({ cell, builder, isInRow }) {
    if (isInRow) builder.addCell(cell);
  },
  rPh: (state) => void (state.phoneticDepth -= 1),
};

function startCell(cell: ScannedCell, { r = "", s = "", t = "n" }: XmlAttributes): void {
  cell.column = columnOf(r);
  cell.style = wholeNumber(s);
  cell.type = isCellType(t) ? t : "n";
  cell.value = undefined;
  cell.formula = undefined;
  cell.sharedFormula = undefined;
  cell.filled = undefined;
}

function isCellType(type: string): type is CellType {
  return types.has(type);
}

function columnOf(address: string): number {
  const letters = /^[a-z]+/i.exec(address)?.[0] ?? "";
  const column = columnNumber(letters);
  return column <= wholeSheet.lastColumn ? column : 0;
}

function rowOf(number: string): number {
  const row = wholeNumber(number);
  return row <= wholeSheet.lastRow ? row : 0;
}

function wholeNumber(digits: string): number {
  return /^\d+$/.test(digits) ? Number(digits) : 0;
}

function isTrue(value: string | undefined): boolean {
  return value === "1" || value === "true";
}
