import { ReadError, type HandlerEvent } from "@reader/core/handler";
import type { CellRange } from "@reader/document/tables";
import type { Row, Sheet, SheetExtras } from "../sheets/workbook.ts";
import type { TableFacts, RowRun } from "./table-model.ts";
import { expandRuns, readTable, readTableStart, type TableSource } from "./table-reader.ts";

/** A sheet, and what other parts of the file say of it. */
export interface OdsSheetOptions {
  readonly name: string;
  readonly isHidden: boolean;
  readonly frozenRows: number;
  readonly pageTexts: readonly string[];
  readonly source: TableSource;
  /** Whether it may be read at once and kept, where it is small. */
  readonly mayKeep: boolean;
  /** What is drawn on it, in words. */
  describe(facts: TableFacts): Promise<readonly string[]>;
  pictures(facts: TableFacts): AsyncIterable<HandlerEvent>;
}

/** Bytes of XML up to which a sheet is read at once and kept; of larger ones the rows are read as they are wanted. */
const maxKeptBytes = 2 * 1024 * 1024;

/** Cells of a kept sheet: a few bytes can stand for thousands of cells. */
const maxKeptCells = 200_000;

interface Kept {
  readonly runs: readonly RowRun[];
  readonly facts: TableFacts;
}

/** The sheet in the form that all sheets have here. One that is damaged throws `corrupt` when its rows are wanted. */
export function odsSheet(options: OdsSheetOptions): Sheet {
  const { name, isHidden, frozenRows, source, pageTexts } = options;
  const kept = options.mayKeep ? keep(source) : undefined;
  let known = kept?.facts;
  const facts = (): TableFacts => (known ??= factsOf(source));
  return {
    name,
    state: isHidden ? "hidden" : "visible",
    kind: "cells",
    dimension: kept === undefined ? undefined : rangeOf(kept.runs),
    async *rows(range) {
      if (kept !== undefined) yield* within(expandRuns(kept.runs, range.firstRow, range.lastRow), range);
      else known = yield* streamed(source, range);
    },
    async layout() {
      const { headerRows, hiddenColumns } = kept?.facts ?? readTableStart(source);
      return { hiddenColumns, frozenRows: Math.max(frozenRows, headerRows) };
    },
    async extras(): Promise<SheetExtras> {
      const { merged, notes } = facts();
      return { merged, notes, drawings: [...(await options.describe(facts())), ...pageTexts] };
    },
    hasFarExtras: kept === undefined,
    async *pictures() {
      yield* options.pictures(facts());
    },
  };
}

function keep(source: TableSource): Kept | undefined {
  if (source.bytes.length > maxKeptBytes) return undefined;
  try {
    return readKept(source);
  } catch (error) {
    // The rows before the damage are shown when they are wanted.
    if (ReadError.is(error)) return undefined;
    throw error;
  }
}

function readKept(source: TableSource): Kept | undefined {
  const reading = readTable(source);
  const runs: RowRun[] = [];
  let cells = 0;
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done === true) return { runs, facts: step.value };
    for (const run of step.value) cells += run.cells.length;
    if (cells > maxKeptCells) return undefined;
    runs.push(...step.value);
  }
}

function factsOf(source: TableSource): TableFacts {
  const reading = readTable(source);
  let step = reading.next();
  while (step.done !== true) step = reading.next();
  return step.value;
}

/** The rows of a large sheet; in the end what else it has, where they were read to the end. */
function* streamed(source: TableSource, range: CellRange): Generator<readonly Row[], TableFacts | undefined> {
  const reading = readTable(source);
  for (let step = reading.next(); ; step = reading.next()) {
    if (step.done === true) return step.value;
    yield* within(expandRuns(step.value, range.firstRow, range.lastRow), range);
    if ((step.value.at(-1)?.row ?? 0) > range.lastRow) return undefined;
  }
}

function* within(batches: Iterable<readonly Row[]>, { firstColumn, lastColumn }: CellRange): Generator<readonly Row[]> {
  for (const batch of batches) {
    yield firstColumn === 1 && lastColumn >= widest
      ? batch
      : batch.map((row) => ({
          ...row,
          cells: row.cells.filter(({ column }) => column >= firstColumn && column <= lastColumn),
        }));
  }
}

const widest = 16_384;

function rangeOf(runs: readonly RowRun[]): CellRange | undefined {
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return {
    firstRow: first.row,
    lastRow: last.row + last.count - 1,
    firstColumn: runs.reduce((least, { cells }) => Math.min(least, cells[0]?.column ?? least), widest),
    lastColumn: runs.reduce((most, { cells }) => Math.max(most, cells.at(-1)?.column ?? most), 1),
  };
}
