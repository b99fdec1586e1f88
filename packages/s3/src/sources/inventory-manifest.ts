import { ReadError } from "@reader/core";
import { isBucketName } from "../store/object-name.ts";

/** A data file of an inventory. */
export interface InventoryFile {
  readonly key: string;
  readonly size: number;
  /** In hexadecimal. */
  readonly md5: string | undefined;
}

/** The manifest of an inventory: https://docs.aws.amazon.com/AmazonS3/latest/userguide/storage-inventory-location.html. */
export interface InventoryManifest {
  /** The bucket whose objects are listed. */
  readonly bucket: string;
  readonly format: "CSV" | "Parquet";
  /** The names of the columns of CSV files, which have no first line with them. */
  readonly columns: readonly string[];
  readonly files: readonly InventoryFile[];
}

/** Parses `manifest.json`. Throws a `ReadError`. */
export function parseManifest(text: string, address: string): InventoryManifest {
  const { sourceBucket, fileFormat, fileSchema, files } = parsed(text, address);
  if (fileFormat === "ORC") {
    throw new ReadError("unsupported-type", `The inventory ${address} is in ORC.`, {
      hint: "Configure the inventory for CSV or Apache Parquet.",
    });
  }
  const isKnown = fileFormat === "CSV" || fileFormat === "Parquet";
  const isSound = typeof sourceBucket === "string" && isBucketName(sourceBucket) && typeof fileSchema === "string";
  if (!isKnown || !isSound || !Array.isArray(files)) throw badInventory(address, "is not the manifest of an inventory");
  const columns = fileSchema.split(",").map((name) => name.trim());
  return { bucket: sourceBucket, format: fileFormat, columns, files: files.map((file) => fileOf(file, address)) };
}

type Fields = Readonly<Record<string, unknown>>;

function parsed(text: string, address: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw badInventory(address, "is not JSON", cause);
  }
  return isFields(value) ? value : {};
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function fileOf(value: unknown, address: string): InventoryFile {
  const { key, size, MD5checksum: md5 } = isFields(value) ? value : {};
  const isSound = typeof key === "string" && typeof size === "number" && Number.isSafeInteger(size) && size >= 0;
  if (!isSound) throw badInventory(address, "names a file without key or size");
  return { key, size, md5: typeof md5 === "string" ? md5.toLowerCase() : undefined };
}

/** Returns the error for an inventory that cannot be used. */
export function badInventory(address: string, problem: string, cause?: unknown): ReadError {
  return new ReadError("corrupt", `${address} ${problem}.`, {
    hint: "Give the address of the file manifest.json of an S3 inventory, as AWS wrote it.",
    cause,
  });
}
