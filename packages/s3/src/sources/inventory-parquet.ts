import type { AsyncBuffer, Compressors, FileMetaData } from "hyparquet";
import { badInventory } from "./inventory-manifest.ts";
import { dataFault, type PlacedFile } from "./inventory-csv.ts";
import { columnName, type InventoryRow, usedColumns } from "./inventory-rows.ts";

/** Number of rows to decode at once. */
const batchRows = 20_000;

/** Maximum number of bytes to fetch for one column of a row group, or to unpack for one page. */
const maxPartBytes = 256 * 1024 * 1024;

/** Yields the rows of a Parquet file. Rejects with a `ReadError` if it is damaged, or not the file of the manifest. */
export async function* parquetRows(placed: PlacedFile): AsyncGenerator<InventoryRow> {
  const { address } = placed;
  const faults: unknown[] = [];
  try {
    const [engine, packed] = await Promise.all([import("hyparquet"), import("hyparquet-compressors")]);
    const file = await bufferOf(placed, faults);
    const metadata = await engine.parquetMetadataAsync(file);
    const columns = columnsOf(metadata);
    const rowCount = checkedRows(metadata);
    const compressors = limited(packed.compressors);
    for (let rowStart = 0; rowStart < rowCount; rowStart += batchRows) {
      const rowEnd = Math.min(rowCount, rowStart + batchRows);
      const call = {
        file,
        metadata,
        compressors,
        columns: [...columns.keys()],
        rowStart,
        rowEnd,
        useOffsetIndex: true,
      };
      for (const row of await engine.parquetReadObjects(call)) yield renamed(row, columns);
    }
  } catch (cause) {
    // The engine may have wrapped it.
    throw dataFault(faults[0] ?? cause, address);
  }
}

/** The columns that are used, by their names in the file. */
function columnsOf({ schema }: FileMetaData): ReadonlyMap<string, string> {
  const names = schema.map(({ name }) => [name, columnName(name)] as const);
  return new Map(names.filter(([, name]) => usedColumns.includes(name)));
}

function renamed(row: InventoryRow, columns: ReadonlyMap<string, string>): InventoryRow {
  return Object.fromEntries([...columns].map(([from, to]) => [to, row[from]]));
}

/** Returns the number of rows. Throws if row groups contradict it, which could make a loop endless. */
function checkedRows({ num_rows: total, row_groups: groups }: FileMetaData): number {
  const counts = groups.map(({ num_rows: rows }) => Number(rows));
  const sum = counts.reduce((all, count) => all + count, 0);
  if (sum !== Number(total) || counts.some((count) => count < 0))
    throw new RangeError("The footer contradicts itself.");
  return sum;
}

async function bufferOf({ store, name, file, address }: PlacedFile, faults: unknown[]): Promise<AsyncBuffer> {
  const facts = await store.head(name);
  if (facts.size !== file.size) {
    faults.push(badInventory(address, "has another size than its manifest says"));
    throw faults[0];
  }
  return {
    byteLength: facts.size,
    async slice(start, end = facts.size) {
      const isInside = start >= 0 && start <= end && end <= facts.size && end - start <= maxPartBytes;
      if (!isInside) throw new RangeError("The file refers to bytes that it does not have.");
      if (start === end) return new ArrayBuffer(0);
      try {
        const { bytes } = await store.range(name, { start, length: end - start, facts });
        return bytes.slice().buffer;
      } catch (cause) {
        faults.push(cause);
        throw cause;
      }
    },
  };
}

/** Refuses pages that unpack to more than the limit before memory is taken for them. */
function limited(compressors: Compressors): Compressors {
  return Object.fromEntries(
    Object.entries(compressors).map(([name, unpack]) => [
      name,
      (input: Uint8Array, length: number): Uint8Array => {
        if (length > maxPartBytes) throw new RangeError("A page unpacks to too many bytes.");
        return unpack(input, length);
      },
    ]),
  );
}
