import type { ListedObject } from "../store/object-store.ts";
import { addressOf } from "../store/object-name.ts";

/** A document of a source: what `@reader/batch` plans. */
export interface S3Document {
  /** Its address: `s3://bucket/key`, with the exact key. */
  readonly path: string;
  /** The key from the prefix of the source. */
  readonly inner: string;
  readonly size: number;
  /** Modification time in nanoseconds since 1970. */
  readonly modifiedNs: string;
  readonly etag?: string;
}

/** What happens to an object that is not a document. */
export interface S3Listener {
  /** An object is left out for this reason: `folder`, `archived`, `denied`, `old-version`. */
  skipped(reason: string): void;
  /** Something could not be listed. One sentence. */
  problem(message: string): void;
}

/** A source of documents for `@reader/batch`. */
export interface S3Source {
  readonly name: string;
  readonly roots: readonly string[];
  readonly folder?: string;
  documents(listener: S3Listener): AsyncIterable<S3Document>;
}

/** Storage classes whose objects have to be restored before they can be read. */
const archived: ReadonlySet<unknown> = new Set(["GLACIER", "DEEP_ARCHIVE"]);

/** Returns why an object is no document, or `undefined` if it is one. */
export function reasonToSkip({ key, size, storageClass }: ListedObject): "folder" | "archived" | undefined {
  // Consoles create an empty object for a folder.
  if (key.endsWith("/") && size === 0) return "folder";
  return archived.has(storageClass) ? "archived" : undefined;
}

/** Returns a document for an object. `start` is what its key begins with in this source. */
export function documentOf(
  { key, size, modifiedMs, etag }: ListedObject,
  { bucket, start }: { readonly bucket: string; readonly start: string },
): S3Document {
  return {
    path: addressOf({ bucket, key }),
    inner: key.slice(start.length),
    size,
    modifiedNs: String(BigInt(modifiedMs) * 1_000_000n),
    ...(etag === undefined ? {} : { etag }),
  };
}
