import { ReadError } from "@reader/core/handler";
import { type CellRange, wholeSheet } from "@reader/document/tables";
import { createXmlReader, type XmlReader } from "@reader/office-kit/xml";
import { textOfBytes } from "../sheets/bytes.ts";
import type { Row } from "../sheets/workbook.ts";
import type { CellStyles } from "./cell-styles.ts";
import { createCellMaker, createRowListener, inColumnOrder, RowAssembly } from "./rows/row-assembly.ts";
import { createFormulas } from "./rows/formulas.ts";
import { lastRowIn } from "./rows/last-row.ts";
import { scanRows } from "./rows/scan-rows.ts";
import type { SharedStrings } from "./shared-strings.ts";
import type { SheetBytes } from "./sheet-bytes.ts";
import { gatherFacts, type SheetFacts } from "./sheet-facts.ts";
import type { WorkbookContext } from "./workbook-part.ts";
import type { SheetWindow } from "./sheet-windows.ts";
import type { PartSection } from "./split-elements.ts";

/** The requested rows of a sheet. */
export interface RowsRequest {
  readonly part: string;
  readonly around: WorkbookContext;
  readonly bytes: SheetBytes;
  readonly range: CellRange;
  readonly facts: SheetFacts;
  onEnd(): void;
}

/** Number of rows in a batch. */
const batchRows = 500;

/** Row number from which unpacked sections are cached. */
const deepRow = 1000;

/** Yields the rows of a sheet in order. Unordered rows of a large sheet are yielded in file order. */
export async function* sheetRows(request: RowsRequest): AsyncGenerator<readonly Row[], void, undefined> {
  const { memory, strings, key } = request.around;
  try {
    yield* request.bytes.isSmall ? inOrder(request) : asTheyCome(request);
    strings.check();
  } catch (error) {
    // A sound copy of a damaged file has the same key.
    if (ReadError.is(error) && error.code === "corrupt") strings.forget();
    throw error;
  } finally {
    memory.keepStrings(key, strings.loaded());
  }
}

async function* inOrder(request: RowsRequest): AsyncGenerator<readonly Row[]> {
  let rows: Row[] = [];
  let isUnordered = false;
  let failure: { readonly error: unknown } | undefined;
  try {
    for await (const batch of readSheetPart({ ...readingOf(request), isOrdered: false })) {
      for (const row of batch.rows) rows.push(row);
      isUnordered = batch.isUnordered;
    }
  } catch (error) {
    failure = { error };
  }
  if (isUnordered) rows = sortedRows(rows);
  for (let at = 0; at < rows.length; at += batchRows) yield rows.slice(at, at + batchRows);
  // Rows before the damage are yielded first.
  if (failure !== undefined) throw failure.error;
}

async function* asTheyCome(request: RowsRequest): AsyncGenerator<readonly Row[]> {
  const { bytes, range, around } = request;
  const isDeep = range.firstRow > deepRow && range.lastRow < wholeSheet.lastRow;
  const window = isDeep ? around.memory.window(bytes.key) : undefined;
  const known = window?.sections(range.firstRow, range.lastRow);
  const reading = { ...readingOf(request), isOrdered: true };
  const batches =
    known === undefined
      ? readSheetPart({ ...reading, window })
      : readSheetPart({ ...reading, sections: replay(known), rowBefore: known[1]?.before ?? 0 });
  for await (const { rows } of batches) yield rows;
}

function readingOf(request: RowsRequest): Omit<SheetReading, "isOrdered"> {
  const { part, range, facts, around, bytes } = request;
  const { path, styles, strings, context } = around;
  return {
    part: `${part} in ${path}`,
    sections: bytes.sections(),
    range,
    styles,
    strings,
    facts,
    signal: context.signal,
    onEnd: () => request.onEnd(),
  };
}

async function* replay(sections: readonly PartSection[]): AsyncGenerator<PartSection> {
  yield* sections;
}

/** Sorts rows and joins rows with the same number. The later of two cells with the same address wins. */
function sortedRows(rows: readonly Row[]): Row[] {
  const byNumber = new Map<number, Row>();
  for (const row of rows) {
    const before = byNumber.get(row.row);
    byNumber.set(
      row.row,
      before === undefined ? row : { ...row, cells: inColumnOrder([...before.cells, ...row.cells]) },
    );
  }
  return [...byNumber.values()].toSorted((left, right) => left.row - right.row);
}

/** Options for one pass over the part of a sheet. */
interface SheetReading {
  /** Name of the part in error messages. */
  readonly part: string;
  readonly sections: AsyncIterable<PartSection>;
  readonly range: CellRange;
  /** True if rows are known to be in order, so that rows outside the range can be skipped. */
  readonly isOrdered: boolean;
  readonly styles: CellStyles;
  readonly strings: SharedStrings;
  readonly signal: AbortSignal;
  /** Filled while reading; complete after the end of the part. */
  readonly facts: SheetFacts;
  /** Number of the row before the first section; 0 if absent. */
  readonly rowBefore?: number;
  /** Caches sections on the way to rows far down. */
  readonly window?: SheetWindow | undefined;
  /** Called when the part was read to its end. */
  onEnd(): void;
}

/** Rows, and whether a row number decreased. */
interface RowBatch {
  readonly rows: readonly Row[];
  readonly isUnordered: boolean;
}

/** Yields the rows of a range in file order. If the part is damaged, throws `corrupt` after the undamaged rows. */
async function* readSheetPart(reading: SheetReading): AsyncGenerator<RowBatch, void, undefined> {
  const state = stateOf(reading);
  const { assembly } = state;
  for await (const section of reading.sections) {
    reading.signal.throwIfAborted();
    const before = assembly.lastRow;
    await takeSection(state, section);
    const rows = await assembly.take();
    reading.window?.add({ ...section, before, last: assembly.lastRow });
    if (rows.length > 0) yield { rows, isUnordered: assembly.isUnordered };
    if (isEnough(state, section)) return;
  }
  state.xml.end();
  const rows = await assembly.take();
  if (rows.length > 0) yield { rows, isUnordered: assembly.isUnordered };
  reading.onEnd();
}

/** True if no more rows of the range can follow and the sections to cache after it have been read. */
function isEnough(state: State, { kind }: PartSection): boolean {
  const { isOrdered, range, window } = state.reading;
  if (!isOrdered || state.assembly.lastRow < range.lastRow) return false;
  state.surplus += 1;
  return kind !== "elements" || state.surplus > (window?.ahead ?? 0);
}

interface State {
  readonly reading: SheetReading;
  readonly assembly: RowAssembly;
  /** The XML parser of everything except the rows. */
  readonly xml: XmlReader;
  head: Uint8Array;
  /** Number of sections read after the last row of the range. */
  surplus: number;
}

function stateOf(reading: SheetReading): State {
  const { part, range, styles, strings, facts } = reading;
  const cells = createCellMaker(styles, strings);
  const assembly = new RowAssembly({ range, cells, formulas: createFormulas(), rowBefore: reading.rowBefore ?? 0 });
  const rows = createRowListener(assembly);
  const gathered = gatherFacts(facts);
  const xml = createXmlReader(part, {
    open(name, attributes) {
      rows.open(name, attributes);
      gathered.open(name, attributes);
    },
    close(name) {
      rows.close(name);
      gathered.close(name);
    },
    text(characters) {
      rows.text(characters);
      gathered.text(characters);
    },
  });
  return { reading, assembly, xml, head: new Uint8Array(), surplus: 0 };
}

async function takeSection(state: State, { kind, bytes }: PartSection): Promise<void> {
  if (kind === "elements") {
    takeElements(state, bytes);
    return;
  }
  if (kind === "head") state.head = bytes;
  await writeInTurns(state, bytes);
}

/** Number of bytes parsed before yielding to the event loop. */
const turnBytes = 128 * 1024;

async function writeInTurns({ xml, reading }: State, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += turnBytes) {
    if (at > 0) await new Promise((resolve) => void setImmediate(resolve));
    reading.signal.throwIfAborted();
    xml.write(bytes.subarray(at, at + turnBytes));
  }
}

function takeElements({ reading, assembly, head }: State, bytes: Uint8Array): void {
  const { isOrdered, part } = reading;
  if (isOrdered && isOutside(reading, assembly, bytes)) return;
  if (scanRows(textOfBytes(bytes), assembly)) return;
  assembly.rewind();
  const reader = createXmlReader(part, createRowListener(assembly));
  for (const piece of [head, bytes, endOf(head)]) reader.write(piece);
  reader.end();
}

/**
 * Returns end tags for the elements left open by the head of a sheet, so that some of its rows can be parsed
 * separately.
 */
function endOf(head: Uint8Array): Uint8Array {
  const root = /<([A-Za-z_][\w.:-]*)/.exec(textOfBytes(head))?.[1] ?? "worksheet";
  return new TextEncoder().encode(`</sheetData></${root}>`);
}

/** Skips a section whose rows are all before or after the range, without parsing it. */
function isOutside({ range }: SheetReading, assembly: RowAssembly, bytes: Uint8Array): boolean {
  const isBefore = range.firstRow > assembly.lastRow + 1;
  const isBehind = assembly.lastRow >= range.lastRow;
  if (!isBefore && !isBehind) return false;
  const last = lastRowIn(bytes, assembly.lastRow);
  if (isBefore && last >= range.firstRow) return false;
  assembly.passTo(last);
  return true;
}
