import { createHash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { ReadError } from "@reader/core";
import { parse } from "csv-parse";
import type { ObjectName } from "../store/object-name.ts";
import type { ObjectStore } from "../store/object-store.ts";
import { StoreFault } from "../store/store-fault.ts";
import { badInventory, type InventoryFile } from "./inventory-manifest.ts";
import { columnName, type InventoryRow } from "./inventory-rows.ts";

/** Bytes to fetch at once. */
const fetchedBytes = 4 * 1024 * 1024;

/** Maximum length of a row, in characters. A key has at most 1024 bytes, of which each may be escaped. */
const maxRowCharacters = 64 * 1024;

/** A data file with where it is. */
export interface PlacedFile {
  readonly store: ObjectStore;
  readonly name: ObjectName;
  readonly file: InventoryFile;
  /** The names of the columns of CSV. */
  readonly columns: readonly string[];
  /** Its address, for messages. */
  readonly address: string;
}

/** Yields the rows of a gzipped CSV file. Rejects with a `ReadError` if it is damaged, or not the file of the manifest. */
export async function* csvRows(placed: PlacedFile): AsyncGenerator<InventoryRow> {
  const { address, columns } = placed;
  const names = columns.map(columnName);
  const rows = pipeline(
    Readable.from(contentOf(placed), { objectMode: false }),
    createGunzip(),
    parse({ max_record_size: maxRowCharacters, relax_column_count: true }),
    // A fault also ends the rows, whose consumer gets it.
    () => undefined,
  );
  try {
    for await (const fields of rows as AsyncIterable<readonly string[]>) {
      const row: InventoryRow = Object.fromEntries(names.map((name, at) => [name, fields[at]]));
      yield { ...row, key: keyOf(row["key"], address) };
    }
  } catch (cause) {
    throw dataFault(cause, address);
  }
}

/** Returns the fault of the storage, or what was found wrong, as it is. Everything else means a damaged file. */
export function dataFault(cause: unknown, address: string): Error {
  return cause instanceof StoreFault || ReadError.is(cause) ? cause : badInventory(address, "is damaged", cause);
}

/** Keys are escaped in CSV as in forms. */
function keyOf(field: unknown, address: string): string {
  try {
    return typeof field === "string" ? decodeURIComponent(field.replaceAll("+", " ")) : "";
  } catch (cause) {
    throw badInventory(address, "has a key that cannot be decoded", cause);
  }
}

/** Yields the bytes of a data file, and checks them against the manifest. */
async function* contentOf({ store, name, file, address }: PlacedFile): AsyncGenerator<Uint8Array> {
  const facts = await store.head(name);
  if (facts.size !== file.size) throw badInventory(address, "has another size than its manifest says");
  const hash = createHash("md5");
  for (let start = 0; start < facts.size; start += fetchedBytes) {
    const length = Math.min(fetchedBytes, facts.size - start);
    const { bytes } = await store.range(name, { start, length, facts });
    hash.update(bytes);
    yield bytes;
  }
  const digest = hash.digest("hex");
  if (file.md5 !== undefined && file.md5 !== digest) {
    throw badInventory(address, "has another content than its manifest says");
  }
}
