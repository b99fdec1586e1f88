import { type Cell, type CellRange, columnNumber, wholeSheet } from "@reader/document/tables";
import type { XmlAttributes, XmlListener } from "@reader/office-kit/xml";
import type { Row } from "../../sheets/workbook.ts";
import type { Formulas } from "./formulas.ts";
import type { PlainCell } from "./plain-cell.ts";
import { emptyCell, filledCells, type RowBuilder, type ScannedCell } from "./row-builder.ts";
import { generalText } from "../../sheets/number-formats/number-format-general.ts";
import type { CellStyles } from "../cell-styles.ts";
import type { SharedStrings } from "../shared-strings.ts";
import { type CellType, valueCell } from "./cell-value.ts";
import { scripted, scriptIn } from "./rich-text.ts";

/** The context for building rows. */
export interface RowContext {
  readonly range: CellRange;
  readonly cells: CellMaker;
  readonly formulas: Formulas;
  /** The number of the row before the first reported row. */
  readonly rowBefore: number;
}

/** The value of a formula that shows nothing: an empty text, or none because no program has calculated it. */
function emptyValue({ type }: ScannedCell): Omit<Cell, "column"> {
  return type === "n" ? { text: "", kind: "text", isUncalculated: true } : { text: "", kind: "text" };
}

/** Builds the rows of a range from the output of either reader. */
export class RowAssembly implements RowBuilder {
  readonly #context: RowContext;
  readonly #range: CellRange;
  readonly #maker: CellMaker;
  #rows: Row[] = [];
  #cells: Cell[] = [];
  #row: number;
  #column = 0;
  #isWanted = false;
  #isHidden = false;
  #isDisordered = false;
  #isUnordered = false;
  #maxRow: number;
  #takenRow: number;
  /** Copied from the formulas, because asking them for each of millions of cells takes 5 % of the time. */
  #hasFilling = false;

  constructor(context: RowContext) {
    this.#context = context;
    this.#range = context.range;
    this.#maker = context.cells;
    this.#row = context.rowBefore;
    this.#maxRow = context.rowBefore;
    this.#takenRow = context.rowBefore;
  }

  /** The number of the last row so far. */
  get lastRow(): number {
    return this.#row;
  }

  /** True if a row number did not increase. */
  get isUnordered(): boolean {
    return this.#isUnordered;
  }

  /** Marks rows up to this one as skipped. */
  passTo(row: number): void {
    this.#row = row;
    this.#takenRow = row;
    this.#maxRow = Math.max(this.#maxRow, row);
  }

  startRow(row: number, isHidden: boolean): void {
    const number = row > 0 ? row : this.#row + 1;
    if (number <= this.#maxRow) this.#isUnordered = true;
    else this.#maxRow = number;
    this.#row = number;
    this.#isWanted = number >= this.#range.firstRow && number <= this.#range.lastRow;
    this.#column = 0;
    this.#cells = [];
    this.#isHidden = isHidden;
    this.#isDisordered = false;
  }

  addPlain(cell: PlainCell, xml: string): void {
    if (!this.#isInRange(cell.column)) return;
    const made = this.#maker.plain(cell, xml);
    this.#cells.push(made);
    if (this.#hasFilling) this.#fill(made);
  }

  /** Keeps the same object, because its string may have to be filled in later. */
  #fill(cell: Cell): void {
    const formula = this.#context.formulas.fillingAt(this.#row, cell.column);
    if (formula !== undefined) Object.assign(cell, { formula });
  }

  addCell(scanned: ScannedCell): void {
    if (scanned.column === 0) scanned.column = this.#column + 1;
    scanned.row = this.#row;
    // The first cell of a shared formula may be outside the range.
    const formula = scanned.formula === undefined ? undefined : this.#formulaOf(scanned);
    if (!this.#isInRange(scanned.column)) return;
    const cell = this.#maker.scanned(scanned);
    if (formula === undefined) {
      if (cell === undefined) return;
      this.#cells.push(cell);
      if (this.#hasFilling) this.#fill(cell);
      return;
    }
    const { column } = scanned;
    // Keeps the same cell object, because its string may be filled in later.
    this.#cells.push(Object.assign(cell ?? { column, ...emptyValue(scanned) }, { formula }));
  }

  #formulaOf(scanned: ScannedCell): string | undefined {
    const { formulas } = this.#context;
    const formula = formulas.textOf(scanned);
    this.#hasFilling = formulas.hasFilling;
    return formula;
  }

  #isInRange(column: number): boolean {
    if (column <= this.#column) this.#isDisordered = true;
    this.#column = column;
    return this.#isWanted && column >= this.#range.firstColumn && column <= this.#range.lastColumn;
  }

  endRow(): void {
    if (!this.#isWanted || (this.#cells.length === 0 && !this.#isHidden)) return;
    const cells = this.#isDisordered ? inColumnOrder(this.#cells) : this.#cells;
    this.#rows.push(this.#isHidden ? { row: this.#row, cells, isHidden: true } : { row: this.#row, cells });
  }

  /** Discards the rows since the last `take`, so that they can be read again. */
  rewind(): void {
    this.#rows = [];
    this.#context.cells.forget();
    this.#row = this.#takenRow;
    this.#maxRow = this.#takenRow;
  }

  /** Returns the rows since the last call once their strings are loaded. */
  async take(): Promise<readonly Row[]> {
    const rows = this.#rows;
    this.#rows = [];
    this.#takenRow = this.#row;
    await this.#context.cells.fill();
    return rows;
  }
}

/** Sorts the cells of a row by column. The later of two cells in the same column wins. */
export function inColumnOrder(cells: readonly Cell[]): readonly Cell[] {
  const byColumn = new Map(cells.map((cell) => [cell.column, cell]));
  return [...byColumn.values()].toSorted((left, right) => left.column - right.column);
}

/** Creates cells from parsed values. Strings that are not loaded yet are filled in later. */
interface CellMaker {
  /** Returns `undefined` if the cell has no value. */
  scanned(cell: ScannedCell): Cell | undefined;
  /** Creates a cell of the common form, whose value is in this text. */
  plain(cell: PlainCell, xml: string): Cell;
  /** Drops the pending strings. */
  forget(): void;
  /** Loads the pending strings and fills them in. */
  fill(): Promise<void>;
}

interface WaitingString {
  readonly cell: { text: string; kind: Cell["kind"] };
  readonly index: number;
  readonly style: number;
}

/** Creates the cell maker of one sheet. */
export function createCellMaker(styles: CellStyles, strings: SharedStrings): CellMaker {
  let waiting: WaitingString[] = [];
  const shared = (column: number, index: number, style: number): Cell => {
    const text = strings.known(index);
    if (text === undefined) {
      const cell = { column, text: "", kind: "text" as const };
      waiting.push({ cell, index, style });
      return cell;
    }
    return { column, text: styles.hasTextFormats ? styles.formatText(style, text) : text, kind: "text" };
  };
  return {
    scanned(cell) {
      const { type, value, column, style } = cell;
      // An element without text has no value.
      if (value === undefined || value === "") return undefined;
      return type === "s" ? shared(column, Number(value), style) : valueCell({ column, style, type, value }, styles);
    },
    plain(cell, xml) {
      const { column, type, value, style } = cell;
      if (type === "s") return shared(column, value, style);
      if (type === "b") return { column, text: value === 1 ? "TRUE" : "FALSE", kind: "boolean" };
      const format = styles.formatOf(style);
      const kind = format.isDate ? "date" : "number";
      return { column, text: format.isGeneral ? generalOf(cell, xml) : format.formatNumber(value), kind };
    },
    forget: () => void (waiting = []),
    async fill() {
      if (waiting.length === 0) return;
      const filled = waiting;
      waiting = [];
      await strings.load(filled.reduce((most, { index }) => (index > most ? index : most), 0));
      for (const { cell, index, style } of filled) {
        const text = strings.known(index);
        cell.text = text === undefined ? `(no shared string ${index})` : styles.formatText(style, text);
        if (text === undefined) cell.kind = "error";
      }
    },
  };
}

function generalOf({ isShort, start, end, value }: PlainCell, xml: string): string {
  return isShort ? xml.slice(start, end) : generalText(value);
}

const types: ReadonlySet<string> = new Set<CellType>(["n", "s", "str", "inlineStr", "b", "e", "d"]);

/**
 * Creates a listener that passes the rows of an XML part to a builder. It accepts any XML, and is slower than
 * `scanRows`.
 */
export function createRowListener(builder: RowBuilder): XmlListener {
  const state: State = {
    builder,
    cell: emptyCell(),
    into: undefined,
    isInRow: false,
    phoneticDepth: 0,
    script: "",
    run: "",
  };
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
      if (into === "run") state.run += characters;
      else if (into !== undefined) cell[into] = (cell[into] ?? "") + characters;
    },
  };
}

interface State {
  readonly builder: RowBuilder;
  readonly cell: ScannedCell;
  /** The element that text belongs to. */
  into: "value" | "formula" | "run" | undefined;
  isInRow: boolean;
  phoneticDepth: number;
  /** The script of the open run of a string; empty outside. */
  script: string;
  /** The text of the open run so far: a comment or a section of characters divides it. */
  run: string;
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
  vertAlign: (state, { val }) => void (state.script = scriptIn(val)),
  t(state) {
    if (state.phoneticDepth === 0 && state.isInRow) state.into = "run";
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
  t(state) {
    if (state.run !== "") state.cell.value = (state.cell.value ?? "") + scripted(state.run, state.script);
    state.run = "";
  },
  r: (state) => void (state.script = ""),
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
