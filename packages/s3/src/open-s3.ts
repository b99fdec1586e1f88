import type { FileSystem } from "@reader/core";
import { createS3FileSystem, type S3FileSystemOptions } from "./files/s3-file-system.ts";
import { type InventoryOptions, openInventory } from "./sources/inventory-source.ts";
import type { S3Source } from "./sources/listed.ts";
import { createPrefixSource, type S3SourceOptions } from "./sources/prefix-source.ts";
import { s3Prefix } from "./store/object-name.ts";
import { openStore } from "./store/open-store.ts";
import type { S3Options } from "./store/s3-options.ts";

/** S3 as a storage of documents. */
export interface S3Storage {
  /** The start of the addresses of its objects: `s3://`. */
  readonly prefix: string;
  readonly fileSystem: FileSystem;
  /**
   * Lists an object, and the objects below it: `s3://bucket/reports` is the object `reports` and all keys that start with
   * `reports/`. Throws a `ReadError` for text that is no address.
   */
  source(address: string, options?: S3SourceOptions): S3Source;
  /** Lists the objects of an S3 inventory by the address of its `manifest.json`. Rejects with a `ReadError`. */
  inventory(address: string, options?: InventoryOptions): Promise<S3Source>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/**
 * Opens S3, or a server that speaks like it. Makes no request before the first file or listing is asked for. Credentials,
 * region and endpoint that are not given come from the environment, the profile, or the machine, as for the tools of AWS.
 */
export function openS3(options: S3Options & S3FileSystemOptions = {}): S3Storage {
  const store = openStore(options);
  return {
    prefix: s3Prefix,
    fileSystem: createS3FileSystem(store, options),
    source: (address, given) => createPrefixSource(store, address, given),
    inventory: (address, given) => openInventory(store, address, given),
    close: () => store.close(),
  };
}
