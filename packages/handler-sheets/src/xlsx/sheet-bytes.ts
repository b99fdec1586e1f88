import { ReadError } from "@reader/core/handler";
import type { CellRange } from "@reader/document/tables";
import { joinBytes, textOfBytes } from "../sheets/bytes.ts";
import { lastRowIn } from "./rows/last-row.ts";
import type { RowBuilder } from "./rows/row-builder.ts";
import { scanRows } from "./rows/scan-rows.ts";
import type { WorkbookContext } from "./workbook-part.ts";
import { type PartSection, splitElements } from "./split-elements.ts";

/** The bytes of a sheet's part. Small parts are cached, so that they are unpacked once. */
export interface SheetBytes {
  readonly isSmall: boolean;
  /** A key from the ZIP directory entry of the part, for caches. */
  readonly key: string;
  /** Yields the part from its start. Throws `corrupt` if it is missing. */
  sections(): AsyncIterable<PartSection>;
  /** Returns the range that the sheet states. For small sheets without a valid one, returns the range of the cells. */
  corrected(dimension: CellRange | undefined): Promise<CellRange | undefined>;
}

/** Maximum size of a sheet that is unpacked at once, cached and sorted, in bytes. */
const maxSmallBytes = 2 * 1024 * 1024;

/** Chunk size when reading a cached sheet, in bytes. */
const chunkBytes = 256 * 1024;

/** Creates the reader of a part without reading it. */
export function sheetBytes(part: string, { office, room, key, path }: WorkbookContext): SheetBytes {
  const entry = office.zip.find(part);
  const isSmall = entry === undefined || Math.max(entry.bytes, entry.packedBytes) <= maxSmallBytes;
  let kept: Uint8Array | undefined;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    if (entry === undefined) throw missing(part, path);
    if (kept !== undefined) yield* cut(kept);
    else if (isSmall && room.bytes >= entry.bytes) yield* keeping();
    else yield* office.stream(part);
  }
  /** Unpacks the whole part before yielding, since a reader may stop after the first chunk. */
  async function* keeping(): AsyncGenerator<Uint8Array> {
    const stream = office.stream(part)[Symbol.asyncIterator]();
    const { bytes, failure, isWhole } = await collect(stream);
    if (isWhole) {
      kept = bytes;
      room.bytes -= bytes.length;
    }
    yield* cut(bytes);
    if (failure !== undefined) throw failure.error;
    if (!isWhole) yield* { [Symbol.asyncIterator]: () => stream };
  }
  return {
    isSmall,
    key: `${key} ${part} ${entry?.crc32} ${entry?.packedBytes} ${entry?.bytes}`,
    sections: () => splitElements(chunks(), rowElements),
    async corrected(dimension) {
      if (kept === undefined || (dimension !== undefined && isPlausible(dimension, kept))) return dimension;
      const rows = kept.length <= maxScannedBytes ? await rowsIn(kept) : undefined;
      return rows === undefined ? withLastRow(dimension, kept) : usedRangeIn(rows);
    },
  };
}

/** Maximum size of a sheet whose cells are scanned only to find its range, in bytes. */
const maxScannedBytes = 512 * 1024;

/** True if the last row is where the stated range ends. Some programs state `A1` for every sheet. */
function isPlausible(dimension: CellRange, bytes: Uint8Array): boolean {
  const isOneCell = dimension.lastRow === 1 && dimension.lastColumn === 1;
  return !isOneCell && lastRowIn(bytes, 0) === dimension.lastRow;
}

function withLastRow(dimension: CellRange | undefined, bytes: Uint8Array): CellRange | undefined {
  const isOneCell = dimension?.lastRow === 1 && dimension.lastColumn === 1;
  const lastRow = lastRowIn(bytes, 0);
  if (dimension === undefined || isOneCell) return undefined;
  return lastRow < dimension.firstRow ? dimension : { ...dimension, lastRow };
}

/** Returns the rows as XML, or `undefined` if they cannot be split without an XML parser. */
async function rowsIn(bytes: Uint8Array): Promise<readonly string[] | undefined> {
  const rows: string[] = [];
  for await (const { kind, bytes: section } of splitElements(inPieces(bytes), rowElements)) {
    if (kind === "rest") return undefined;
    if (kind === "elements") rows.push(textOfBytes(section));
  }
  return rows;
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield* cut(bytes);
}

const rowElements = { start: "<row", container: "<sheetData" } as const;

interface Collected {
  readonly bytes: Uint8Array;
  readonly failure: { readonly error: unknown } | undefined;
  /** False if the part is larger than the directory states, or could not be unpacked. */
  readonly isWhole: boolean;
}

async function collect(stream: AsyncIterator<Uint8Array>): Promise<Collected> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    while (bytes <= maxSmallBytes) {
      const next = await stream.next();
      if (next.done === true) return { bytes: joinBytes(chunks), failure: undefined, isWhole: true };
      chunks.push(next.value);
      bytes += next.value.length;
    }
  } catch (error) {
    return { bytes: joinBytes(chunks), failure: { error }, isWhole: false };
  }
  return { bytes: joinBytes(chunks), failure: undefined, isWhole: false };
}

function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
}

function missing(part: string, path: string): ReadError {
  return new ReadError("corrupt", `A sheet of ${path} is missing from the file${part === "" ? "" : `: ${part}`}.`, {
    hint: "Read its other sheets by name with `select`.",
  });
}

/**
 * Returns the smallest range that contains all cells with content, from rows as XML; `undefined` without any or if
 * the rows need the XML parser.
 */
function usedRangeIn(rows: readonly string[]): CellRange | undefined {
  const extent = new CellExtent();
  for (const xml of rows) if (!scanRows(xml, extent)) return undefined;
  return extent.range;
}

class CellExtent implements RowBuilder {
  #row = 0;
  #column = 0;
  #range: { firstRow: number; lastRow: number; firstColumn: number; lastColumn: number } | undefined;

  get range(): CellRange | undefined {
    return this.#range;
  }

  startRow(row: number): void {
    this.#row = row > 0 ? row : this.#row + 1;
    this.#column = 0;
  }

  addPlain({ column }: Parameters<RowBuilder["addPlain"]>[0]): void {
    this.#column = column;
    this.#take();
  }

  addCell({ column, value = "", formula }: Parameters<RowBuilder["addCell"]>[0]): void {
    this.#column = column === 0 ? this.#column + 1 : column;
    if (value !== "" || formula !== undefined) this.#take();
  }

  endRow(): void {
    // A row without cells does not extend the range.
  }

  #take(): void {
    const [row, column] = [this.#row, this.#column];
    this.#range ??= { firstRow: row, lastRow: row, firstColumn: column, lastColumn: column };
    const range = this.#range;
    if (row < range.firstRow) range.firstRow = row;
    if (row > range.lastRow) range.lastRow = row;
    if (column < range.firstColumn) range.firstColumn = column;
    if (column > range.lastColumn) range.lastColumn = column;
  }
}
