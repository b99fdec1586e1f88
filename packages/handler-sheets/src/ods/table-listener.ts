import { type Cell, wholeSheet } from "@reader/document/tables";
import type { XmlAttributes, XmlListener } from "@reader/office-kit/xml";
import {
  type CellReader,
  createCellReader,
  countIn,
  createTextTarget,
  type TextScripts,
  type TextTarget,
} from "./cell-reader.ts";
import type { CellPlace } from "../sheets/image-words.ts";
import type { GrowingFacts, RowRun, TableDrawing, TableFacts } from "./table-model.ts";

/** Receives the XML of one sheet and returns its rows as they are completed. */
export interface TableListener extends XmlListener {
  /** Returns the rows completed since the last call. */
  take(): readonly RowRun[];
  /** Returns what is known so far. It is complete after the end of the sheet. */
  facts(): TableFacts;
}

interface State {
  readonly facts: GrowingFacts;
  readonly cell: CellReader;
  readonly drawing: DrawingReader;
  rows: RowRun[];
  /** Nesting depth of tables. Tables inside the sheet's own table are skipped. */
  tables: number;
  inHeader: boolean;
  nextRow: number;
  nextColumn: number;
  /** True inside a cell. */
  inCell: boolean;
  /** The column after the last one declared so far. */
  declaredColumn: number;
  cells: Cell[];
  rowCount: number;
  isHidden: boolean;
}

/** Creates a listener that expects the start tag of a sheet first. */
export function createTableListener(scripts: TextScripts): TableListener {
  const facts: GrowingFacts = {
    name: "",
    style: "",
    headerRows: 0,
    hiddenColumns: [],
    merged: [],
    notes: [],
    drawings: [],
    choices: new Map(),
  };
  const state: State = {
    facts,
    cell: createCellReader(facts, scripts),
    drawing: createDrawingReader(facts),
    rows: [],
    tables: 0,
    inHeader: false,
    nextRow: 1,
    nextColumn: 1,
    inCell: false,
    declaredColumn: 1,
    cells: [],
    rowCount: 1,
    isHidden: false,
  };
  return {
    open: (name, attributes) => openElement(state, name, attributes),
    close: (name) => closeElement(state, name),
    text(characters) {
      if (state.tables === 1 && !state.drawing.text(characters)) state.cell.text(characters);
    },
    take() {
      const { rows } = state;
      state.rows = [];
      return rows;
    },
    facts: () => facts,
  };
}

function openElement(state: State, name: string, attributes: XmlAttributes): void {
  if (name === "table:table") openTable(state, attributes);
  if (state.tables !== 1 || state.drawing.open({ name, attributes, place: placeIn(state) })) return;
  switch (name) {
    case "table:table-header-rows":
      state.inHeader = true;
      return;
    case "table:table-column":
      declareColumns(state, attributes);
      return;
    case "table:table-row":
      openRow(state, attributes);
      return;
    case "table:table-cell":
    case "table:covered-table-cell":
      state.inCell = true;
      state.cell.start({
        attributes,
        row: state.nextRow,
        column: state.nextColumn,
        rowCount: state.rowCount,
      });
      return;
    default:
      state.cell.open(name, attributes);
  }
}

/** Returns the cell around a drawing. Drawings that are anchored to the page are outside of all cells. */
function placeIn({ inCell, nextRow, nextColumn }: State): CellPlace | undefined {
  return inCell ? { row: nextRow, column: nextColumn } : undefined;
}

function closeElement(state: State, name: string): void {
  if (name === "table:table") {
    state.tables -= 1;
    return;
  }
  if (state.tables !== 1 || state.drawing.close(name)) return;
  switch (name) {
    case "table:table-header-rows":
      state.inHeader = false;
      state.facts.headerRows = state.nextRow - 1;
      return;
    case "table:table-row":
      closeRow(state);
      return;
    case "table:table-cell":
    case "table:covered-table-cell":
      state.inCell = false;
      state.nextColumn += state.cell.finish(state.cells);
      return;
    default:
      state.cell.close(name);
  }
}

function openTable(state: State, attributes: XmlAttributes): void {
  state.tables += 1;
  if (state.tables > 1) return;
  state.facts.name = attributes["table:name"] ?? "";
  state.facts.style = attributes["table:style-name"] ?? "";
}

function isHidden(attributes: XmlAttributes): boolean {
  const visibility = attributes["table:visibility"];
  return visibility === "collapse" || visibility === "filter";
}

function declareColumns(state: State, attributes: XmlAttributes): void {
  const first = state.declaredColumn;
  const count = countIn(attributes["table:number-columns-repeated"]);
  state.declaredColumn = Math.min(first + count, wholeSheet.lastColumn + 1);
  if (isHidden(attributes)) state.facts.hiddenColumns.push({ first, last: state.declaredColumn - 1 });
}

function openRow(state: State, attributes: XmlAttributes): void {
  state.cells = [];
  state.nextColumn = 1;
  state.rowCount = countIn(attributes["table:number-rows-repeated"]);
  state.isHidden = isHidden(attributes);
}

function closeRow(state: State): void {
  const { cells, nextRow: row } = state;
  const count = Math.min(state.rowCount, wholeSheet.lastRow + 1 - row);
  if (cells.length > 0 && count > 0) state.rows.push({ row, count, cells, isHidden: state.isHidden });
  state.nextRow = row + Math.max(0, count);
}

/** Reads the drawings of a sheet. Each method returns true if its input belongs to a drawing. */
interface DrawingReader {
  open(element: OpenedElement): boolean;
  text(characters: string): boolean;
  close(name: string): boolean;
}

/** A start tag, and the cell around it. */
interface OpenedElement {
  readonly name: string;
  readonly attributes: XmlAttributes;
  readonly place: CellPlace | undefined;
}

interface DrawingState {
  place: CellPlace | undefined;
  /** Nesting depth inside the drawing; 0 outside. */
  depth: number;
  name: string;
  image: string | undefined;
  object: string | undefined;
  words: TextTarget;
  alt: string;
  isAlt: boolean;
}

/** Creates a reader that adds each completed drawing to `facts`. */
function createDrawingReader(facts: GrowingFacts): DrawingReader {
  const state: DrawingState = emptyState();
  return {
    open({ name, attributes, place }) {
      if (state.depth === 0 && !isDrawing(name)) return false;
      if (state.depth === 0) state.place = place;
      state.depth += 1;
      openInside(state, name, attributes);
      return true;
    },
    text(characters) {
      if (state.depth === 0) return false;
      if (state.isAlt) state.alt += characters;
      else state.words.add(characters);
      return true;
    },
    close(name) {
      if (state.depth === 0) return false;
      state.depth -= 1;
      if (name === "text:p") state.words.closeParagraph();
      if (name === "svg:title" || name === "svg:desc") state.isAlt = false;
      if (state.depth > 0) return true;
      facts.drawings.push(drawingOf(state));
      Object.assign(state, emptyState());
      return true;
    },
  };
}

function isDrawing(name: string): boolean {
  return name.startsWith("draw:") || name.startsWith("dr3d:");
}

function emptyState(): DrawingState {
  return {
    place: undefined,
    depth: 0,
    name: "",
    image: undefined,
    object: undefined,
    words: createTextTarget(),
    alt: "",
    isAlt: false,
  };
}

function openInside(state: DrawingState, name: string, attributes: XmlAttributes): void {
  state.name ||= attributes["draw:name"] ?? "";
  switch (name) {
    case "draw:image":
      state.image ??= attributes["xlink:href"];
      return;
    case "draw:object":
      state.object ??= attributes["xlink:href"];
      return;
    case "text:p":
      state.words.openParagraph();
      return;
    case "svg:title":
    case "svg:desc":
      state.isAlt = true;
      state.alt += " ";
      return;
    default:
  }
}

function drawingOf({ name, alt, words, image, object, place }: DrawingState): TableDrawing {
  const drawing = { name, place, alt: alt.trim(), text: words.finish().trim() };
  if (object !== undefined) return { ...drawing, object };
  return image === undefined ? drawing : { ...drawing, image };
}
