import type { ListedObject } from "../store/object-store.ts";
import { tagOf } from "../store/open-store.ts";

/** A row of an inventory: its columns by name. */
export type InventoryRow = Readonly<Record<string, unknown>>;

/** What a row says: an object, or why it is not read. */
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
  const key = textOf(row["key"]);
  if (key === undefined || key === "") return undefined;
  if (isFalse(row["islatest"]) || isTrue(row["isdeletemarker"])) return { skipped: "old-version" };
  const size = sizeOf(row["size"]);
  if (size === undefined) return undefined;
  const storageClass = textOf(row["storageclass"]);
  const object = {
    key,
    size,
    modifiedMs: timeOf(row["lastmodifieddate"]),
    ...tagOf(textOf(row["etag"])),
    ...(storageClass === undefined ? {} : { storageClass }),
  };
  return { object, bucket: textOf(row["bucket"]) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A size is text in CSV, and a `bigint` in Parquet. */
function sizeOf(value: unknown): number | undefined {
  const size = value === "" || value === null || value === undefined ? Number.NaN : Number(value);
  return Number.isSafeInteger(size) && size >= 0 ? size : undefined;
}

function isTrue(value: unknown): boolean {
  return value === true || value === "true";
}

function isFalse(value: unknown): boolean {
  return value === false || value === "false";
}

function timeOf(value: unknown): number {
  const time = value instanceof Date ? value.getTime() : Date.parse(textOf(value) ?? "");
  return Number.isFinite(time) ? time : 0;
}
