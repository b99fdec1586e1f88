import { defaultPolicy, type Policy, ReadError, type StopSignal } from "@reader/core";
import { s3Paths } from "../files/s3-paths.ts";
import { addressOf, type ObjectName, parseAddress, s3Prefix } from "../store/object-name.ts";
import type { ListedObject, ListQuestion, ObjectStore } from "../store/object-store.ts";
import { StoreFault } from "../store/store-fault.ts";
import { documentOf, reasonToSkip, type S3Document, type S3Listener, type S3Source } from "./listed.ts";
import { sourceError } from "./source-error.ts";

/** Options of a source. */
export interface S3SourceOptions {
  /** Decides which objects may be read. Default: that of the reader, which denies files that are secrets by name. */
  readonly policy?: Policy | undefined;
  readonly signal?: StopSignal | undefined;
}

/**
 * Lists an object, and the objects below it: `s3://bucket/reports` is the object `reports` and all keys that start with
 * `reports/`. Throws a `ReadError` for text that is no address.
 */
export function createPrefixSource(store: ObjectStore, address: string, options: S3SourceOptions = {}): S3Source {
  const { bucket, key } = checkedAddress(address);
  const folder = addressOf({ bucket, key: key.replace(/\/$/, "") }).replace(/\/$/, "");
  return {
    name: key.endsWith("/") ? `${folder}/` : folder,
    roots: [`${s3Prefix}${bucket}`],
    folder,
    async *documents(listener) {
      const start = key === "" || key.endsWith("/") ? key : `${key}/`;
      const choose = createFilter({ bucket, start }, options, listener);
      try {
        for await (const object of objectsOf(store, { bucket, key })) {
          if (options.signal?.aborted === true) return;
          const document = choose(object);
          if (document !== undefined) yield document;
        }
      } catch (cause) {
        throw sourceError(cause, folder);
      }
    },
  };
}

/** Parses the address of a source. Throws a `ReadError`. */
export function checkedAddress(address: string): ObjectName {
  const name = parseAddress(address);
  if (name !== undefined) return name;
  throw new ReadError("invalid-request", `${JSON.stringify(address)} is not the address of a bucket or an object.`, {
    hint: "Give s3://BUCKET or s3://BUCKET/PREFIX.",
  });
}

/** Creates a function that returns the document for an object, or reports why it is left out. */
export function createFilter(
  place: { readonly bucket: string; readonly start: string },
  { policy = defaultPolicy }: S3SourceOptions,
  listener: S3Listener,
): (object: ListedObject) => S3Document | undefined {
  return (object) => {
    const document = documentOf(object, { ...place, start: object.key.startsWith(place.start) ? place.start : "" });
    const reason = reasonToSkip(object) ?? (isDenied(policy, document) ? "denied" : undefined);
    if (reason === undefined) return document;
    listener.skipped(reason);
    return undefined;
  };
}

function isDenied(policy: Policy, { path }: S3Document): boolean {
  const realPath = s3Paths.resolve(path);
  const name = s3Paths.basename(realPath);
  const relativePath = realPath.split("/").slice(3).join("/");
  const verdict = policy({ realPath, relativePath, name, kind: "file" });
  // The bytes decide when the object is opened.
  return !verdict.allowed && verdict.unlessZip !== true;
}

/** Maximum number of pages without anything in a row, after which a listing counts as endless. */
const maxEmptyPages = 1000;

async function* objectsOf(store: ObjectStore, { bucket, key }: ObjectName): AsyncGenerator<ListedObject> {
  const prefix = key === "" || key.endsWith("/") ? key : `${key}/`;
  const own = prefix === key ? undefined : await ownObject(store, { bucket, key });
  if (own !== undefined) yield own;
  let isFound = own !== undefined || key === "";
  for await (const object of objectsBelow(store, { bucket, prefix })) {
    isFound = true;
    yield object;
  }
  // A prefix without objects is usually a mistake, but an empty bucket is not.
  if (!isFound) throw new StoreFault("not-found", "There is no such object.");
}

async function* objectsBelow(
  store: ObjectStore,
  { bucket, prefix }: Pick<ListQuestion, "bucket" | "prefix">,
): AsyncGenerator<ListedObject> {
  let empty = 0;
  for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
    const { objects, next } = await store.list({ bucket, prefix, token });
    yield* objects;
    empty = objects.length === 0 ? empty + 1 : 0;
    if (empty > maxEmptyPages) throw new StoreFault("malformed", "The listing does not end.");
    token = next;
  }
}

async function ownObject(store: ObjectStore, name: ObjectName): Promise<ListedObject | undefined> {
  try {
    return { key: name.key, ...(await store.head(name)) };
  } catch (cause) {
    if (cause instanceof StoreFault && cause.problem === "not-found") return undefined;
    throw cause;
  }
}
