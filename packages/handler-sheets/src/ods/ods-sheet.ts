import { type HandlerEvent, ReadError } from "@reader/core/handler";
import type { CellRange } from "@reader/document/tables";
import { linkTarget } from "@reader/office-kit/odf";
import { createXmlReader } from "@reader/office-kit/xml";
import type { Row, Sheet, SheetExtras } from "../sheets/workbook.ts";
import type { TextScripts } from "./cell-reader.ts";
import { createTableListener } from "./table-listener.ts";
import type { RowRun, TableFacts } from "./table-model.ts";

/** A sheet, with the facts that other parts of the file have about it. */
export interface OdsSheetOptions {
  readonly name: string;
  readonly isHidden: boolean;
  /** True if the workbook is one file of XML, without a package around it. */
  readonly isFlat: boolean;
  readonly frozenRows: number;
  readonly pageTexts: readonly string[];
  readonly source: TableSource;
  /** True if the sheet may be read as a whole and cached when it is small. */
  readonly mayKeep: boolean;
  /** Describes the drawings of the sheet. */
  describe(facts: TableFacts): Promise<readonly string[]>;
  images(facts: TableFacts): AsyncIterable<HandlerEvent>;
}

/** Maximum XML size of a sheet that is read as a whole and cached, in bytes. Rows of larger sheets are streamed. */
const maxKeptBytes = 2 * 1024 * 1024;

/** Maximum number of cells of a cached sheet. Repeat counts let a few bytes expand to thousands of cells. */
const maxKeptCells = 200_000;

interface Kept {
  readonly runs: readonly RowRun[];
  readonly facts: TableFacts;
}

/** Creates the `Sheet`. A damaged sheet throws `corrupt` when its rows are read. */
export function odsSheet(options: OdsSheetOptions): Sheet {
  const { name, isHidden, isFlat, frozenRows, source, pageTexts } = options;
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
      const shown = notes.map((note) =>
        note.kind === "link" ? { ...note, text: linkTarget(note.text, isFlat) } : note,
      );
      return { merged, notes: shown, drawings: [...(await options.describe(facts())), ...pageTexts] };
    },
    hasFarExtras: kept === undefined,
    async *images() {
      yield* options.images(facts());
    },
  };
}

function keep(source: TableSource): Kept | undefined {
  if (source.bytes.length > maxKeptBytes) return undefined;
  try {
    return readKept(source);
  } catch (error) {
    // The rows before the damage are returned when rows are read.
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

/** Yields the rows of a large sheet. Returns its other content if the sheet was read to the end. */
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

/** Chunk size when parsing XML, in bytes. Completed rows are taken after each chunk. */
const chunkBytes = 64 * 1024;

/** The XML of one sheet. */
interface TableSource {
  readonly slices: Pick<ContentSlices, "opening" | "closing">;
  readonly scripts: TextScripts;
  readonly bytes: Uint8Array;
  /** Name of the part in error messages. */
  readonly part: string;
}

/** Yields runs of rows as they are parsed and returns the other content of the sheet. Throws `corrupt`. */
function* readTable({ slices, scripts, bytes, part }: TableSource): Generator<readonly RowRun[], TableFacts> {
  const listener = createTableListener(scripts);
  const reader = createXmlReader(part, listener);
  const encoder = new TextEncoder();
  reader.write(encoder.encode(slices.opening));
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    reader.write(bytes.subarray(at, at + chunkBytes));
    const runs = listener.take();
    if (runs.length > 0) yield runs;
  }
  reader.write(encoder.encode(slices.closing));
  reader.end();
  const runs = listener.take();
  if (runs.length > 0) yield runs;
  return listener.facts();
}

/** Reads the column declarations before the first row. Throws `corrupt`. */
function readTableStart({ slices, scripts, bytes, part }: TableSource): TableFacts {
  const listener = createTableListener(scripts);
  const reader = createXmlReader(part, listener);
  reader.write(new TextEncoder().encode(slices.opening));
  reader.write(bytes.subarray(0, chunkBytes));
  return listener.facts();
}

/** Maximum number of rows in a batch. */
const batchRows = 500;

/** Maximum number of cells in a batch. Repeat counts let a few bytes stand for rows of thousands of cells. */
const batchCells = 65_536;

/** Yields the rows from `first` to `last`, inclusive, in batches. */
function* expandRuns(runs: readonly RowRun[], first: number, last: number): Generator<readonly Row[]> {
  let batch: Row[] = [];
  let held = 0;
  for (const { row: start, count, cells, isHidden } of runs) {
    for (let row = Math.max(start, first); row < start + count && row <= last; row += 1) {
      batch.push(isHidden ? { row, cells, isHidden } : { row, cells });
      held += cells.length;
      if (batch.length < batchRows && held < batchCells) continue;
      yield batch;
      batch = [];
      held = 0;
    }
  }
  if (batch.length > 0) yield batch;
}

/** The positions of the sheets in the XML of a spreadsheet. */
export interface ContentSlices {
  /** A start tag that declares every prefix, and its end tag. A slice between them is well-formed. */
  readonly opening: string;
  readonly closing: string;
  /** The bytes of each sheet, in order. */
  readonly sheets: readonly Uint8Array[];
  /** The XML before the first sheet, which has the styles. */
  readonly head: Uint8Array;
  /** The XML after the last sheet, which has the names. */
  readonly tail: Uint8Array;
}

const tableNamespace = "urn:oasis:names:tc:opendocument:xmlns:table:1.0";

/** Finds the sheets by searching for their tags, which is about 100 times faster than parsing the XML. */
export function sliceContent(content: Uint8Array): ContentSlices {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const declarations = namespacesIn(bytes);
  const prefix =
    /xmlns:([\w.-]+)=["']urn:oasis:names:tc:opendocument:xmlns:table:1\.0["']/.exec(declarations)?.[1] ?? "table";
  const spans = outermost(bytes, `<${prefix}:table `, `</${prefix}:table>`);
  return {
    opening: `<sheets ${declarations}>`,
    closing: "</sheets>",
    sheets: spans.map(({ start, end }) => bytes.subarray(start, end)),
    head: bytes.subarray(0, spans[0]?.start ?? bytes.length),
    tail: bytes.subarray(spans.at(-1)?.end ?? bytes.length),
  };
}

/** Number of bytes searched for namespace declarations. Programs declare all prefixes in the first tag. */
const declarationBytes = 64 * 1024;

function namespacesIn(bytes: Buffer): string {
  const start = bytes.toString("latin1", 0, declarationBytes);
  const found = new Map<string, string>([["xmlns:table", `xmlns:table="${tableNamespace}"`]]);
  for (const [declaration, name = ""] of start.matchAll(/(xmlns:[\w.-]+)=(?:"[^"<]*"|'[^'<]*')/g)) {
    found.set(name, declaration);
  }
  return [...found.values()].join(" ");
}

interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** Returns the outermost elements. Tables can be nested, as in charts. */
function outermost(bytes: Buffer, open: string, close: string): readonly ByteSpan[] {
  const spans: ByteSpan[] = [];
  let depth = 0;
  let start = 0;
  let opened = bytes.indexOf(open);
  let closed = bytes.indexOf(close);
  while (opened >= 0 || closed >= 0) {
    if (opened >= 0 && (opened < closed || closed < 0)) {
      if (depth === 0) start = opened;
      depth += 1;
      opened = bytes.indexOf(open, opened + open.length);
      if (closed < 0) break;
    } else {
      depth -= 1;
      if (depth === 0) spans.push({ start, end: closed + close.length });
      depth = Math.max(0, depth);
      closed = bytes.indexOf(close, closed + close.length);
    }
  }
  // A truncated sheet is read up to its end and then reported as damaged.
  return depth > 0 ? [...spans, { start, end: bytes.length }] : spans;
}
