import { addressOf, type ObjectName, s3Prefix } from "../store/object-name.ts";
import type { ObjectStore } from "../store/object-store.ts";
import { csvRows, type PlacedFile } from "./inventory-csv.ts";
import { badInventory, type InventoryManifest, parseManifest } from "./inventory-manifest.ts";
import { parquetRows } from "./inventory-parquet.ts";
import { type InventoryRow, readRow, type RowVerdict } from "./inventory-rows.ts";
import type { S3Document, S3Listener, S3Source } from "./listed.ts";
import { checkedAddress, createFilter, type S3SourceOptions } from "./prefix-source.ts";
import { sourceError } from "./source-error.ts";

/** Maximum size of a manifest, in bytes. It names each data file, of which a bucket has some thousands. */
const maxManifestBytes = 64 * 1024 * 1024;

/** Options of an inventory. */
export interface InventoryOptions extends S3SourceOptions {
  /** The folders whose objects may be read. Default: the bucket that the inventory is of. */
  readonly roots?: readonly string[] | undefined;
}

/**
 * Lists the objects of an S3 inventory: the current versions, without a request for a listing. `address` is that of its
 * `manifest.json`; data files are read from the same bucket. Rejects with a `ReadError`.
 */
export async function openInventory(
  store: ObjectStore,
  address: string,
  options: InventoryOptions = {},
): Promise<S3Source> {
  const place = checkedAddress(address);
  const manifest = parseManifest(await manifestText(store, place, address), address);
  return {
    name: address,
    roots: options.roots ?? [`${s3Prefix}${manifest.bucket}`],
    folder: `${s3Prefix}${manifest.bucket}`,
    documents: (listener) => documentsOf(store, { place, manifest, options, listener }),
  };
}

async function manifestText(store: ObjectStore, place: ObjectName, address: string): Promise<string> {
  try {
    const facts = await store.head(place);
    if (facts.size > maxManifestBytes) throw badInventory(address, "is too large for a manifest");
    if (facts.size === 0) throw badInventory(address, "is empty");
    const { bytes } = await store.range(place, { start: 0, length: facts.size, facts });
    return new TextDecoder().decode(bytes);
  } catch (cause) {
    throw sourceError(cause, address);
  }
}

interface Listing {
  /** Where the manifest is. */
  readonly place: ObjectName;
  readonly manifest: InventoryManifest;
  readonly options: InventoryOptions;
  readonly listener: S3Listener;
}

function checkedRow(
  row: InventoryRow,
  { bucket, address }: { readonly bucket: string; readonly address: string },
): NonNullable<RowVerdict> {
  const verdict = readRow(row);
  if (verdict === undefined) throw badInventory(address, "has a row without key or size");
  if ("skipped" in verdict || (verdict.bucket ?? bucket) === bucket) return verdict;
  throw badInventory(address, "has a row of another bucket");
}

async function* documentsOf(
  store: ObjectStore,
  { place, manifest, options, listener }: Listing,
): AsyncGenerator<S3Document> {
  const { bucket, format, columns, files } = manifest;
  const choose = createFilter({ bucket, start: "" }, options, listener);
  for (const file of files) {
    const name = { bucket: place.bucket, key: file.key };
    const address = addressOf(name);
    const placed: PlacedFile = { store, name, file, columns, address };
    try {
      for await (const row of format === "CSV" ? csvRows(placed) : parquetRows(placed)) {
        if (options.signal?.aborted === true) return;
        const verdict = checkedRow(row, { bucket, address });
        const document = "skipped" in verdict ? listener.skipped(verdict.skipped) : choose(verdict.object);
        if (document !== undefined) yield document;
      }
    } catch (cause) {
      throw sourceError(cause, address);
    }
  }
}
