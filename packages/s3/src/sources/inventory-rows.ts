import type { ListedObject } from "../store/object-store.ts";
import { tagOf } from "../store/open-store.ts";

/** A row of an inventory: its columns by name. */
export type InventoryRow = Readonly<Record<string, unknown>>;

/** What a row says: an object, or why it is none to read. */
export type RowVerdict =
  | { readonly object: ListedObject; readonly bucket: string | undefined }
  | { readonly skipped: "old-version" }
  | undefined;

/** Returns the name of a column as both formats can have it: `LastModifiedDate` is `last_modified_date` in Parquet. */
export function columnName(name: string): string {
  return name.replaceAll("_", "").toLowerCase();
}

/** The columns that are used, as `columnName` returns them. */
export const usedColumns: readonly string[] = [
  "bucket",
  "key",
  "islatest",
  "isdeletemarker",
  "size",
  "lastmodifieddate",
  "etag",
  "storageclass",
];

/** Reads a row, with the names of `columnName`. Returns `undefined` for one without a key or with wrong values. */
export function readRow(row: InventoryRow): RowVerdict {
  const { bucket, key, size, lastmodifieddate: modified, etag, storageclass } = row;
  if (typeof key !== "string" || key === "") return undefined;
  if (isFalse(row["islatest"]) || isTrue(row["isdeletemarker"])) return { skipped: "old-version" };
  const bytes = Number(size ?? Number.NaN);
  if (!Number.isSafeInteger(bytes) || bytes < 0 || size === "") return undefined;
  const object = {
    key,
    size: bytes,
    modifiedMs: timeOf(modified),
    ...tagOf(typeof etag === "string" ? etag : undefined),
    ...(typeof storageclass === "string" ? { storageClass: storageclass } : {}),
  };
  return { object, bucket: typeof bucket === "string" ? bucket : undefined };
}

function isTrue(value: unknown): boolean {
  return value === true || value === "true";
}

function isFalse(value: unknown): boolean {
  return value === false || value === "false";
}

function timeOf(value: unknown): number {
  const time = value instanceof Date ? value.getTime() : typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isFinite(time) ? time : 0;
}
