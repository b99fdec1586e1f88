import type { DirectoryEntry, DirectoryHandle, FileHandle, FileStat, FileSystem } from "@reader/core";
import type { ObjectName } from "../store/object-name.ts";
import type { ListQuestion, ObjectFacts, ObjectStore } from "../store/object-store.ts";
import { EmptyObject } from "../store/read-range.ts";
import { StoreFault } from "../store/store-fault.ts";
import { BlockCache, blockBytes } from "./block-cache.ts";
import { KnownFacts } from "./known-facts.ts";
import { ObjectHandle, statOf } from "./object-handle.ts";
import { nameOfPath, type Named, pathOfKey, s3Paths } from "./s3-paths.ts";

/** Default size of the cache: 32 objects of a megabyte. */
const defaultCacheBytes = 32 * blockBytes;

/** Default number of entries of a folder that is listed. The reader lists a folder to suggest names for a missing file. */
const defaultMaxEntries = 10_000;

/** Options of the file system. */
export interface S3FileSystemOptions {
  /** Entries of a folder, above which listing it as a folder fails; sources have no limit. Default: 10 000. */
  readonly maxEntries?: number | undefined;
  /** Bytes of objects to keep. Default: 32 MiB. */
  readonly cacheBytes?: number | undefined;
  /** Milliseconds since any fixed moment. */
  readonly clock?: (() => number) | undefined;
}

/**
 * Creates the file system of S3: every bucket is a folder, every object a file, and each name before a slash in a key
 * a folder. It has no links. Paths are POSIX paths, and `path.resolve` also takes addresses such as `s3://bucket/key`.
 */
export function createS3FileSystem(store: ObjectStore, options: S3FileSystemOptions = {}): FileSystem {
  const { cacheBytes = defaultCacheBytes, clock = () => performance.now() } = options;
  const { maxEntries = defaultMaxEntries } = options;
  const files = new S3Files(store, { cache: new BlockCache(cacheBytes), known: new KnownFacts(clock), maxEntries });
  return {
    platform: "posix",
    path: s3Paths,
    workingDirectory: s3Paths.resolve(),
    homeDirectory: undefined,
    realPath: (path) => Promise.resolve(path),
    stat: (path) => files.stat(path),
    linkStat: (path) => files.linkStat(path),
    open: (path) => files.open(path),
    openDirectory: async (path) => files.openDirectory(path),
  };
}

/** The state of folders, which S3 does not have. */
const folderStat = { kind: "directory", size: 0, modifiedNs: 0n, changedNs: 0n } as const;

interface Kept {
  readonly cache: BlockCache;
  readonly known: KnownFacts;
  readonly maxEntries: number;
}

class S3Files {
  readonly #store: ObjectStore;
  readonly #cache: BlockCache;
  readonly #known: KnownFacts;
  readonly #maxEntries: number;

  constructor(store: ObjectStore, { cache, known, maxEntries }: Kept) {
    this.#store = store;
    this.#cache = cache;
    this.#known = known;
    this.#maxEntries = maxEntries;
  }

  /** Returns what is known since a moment ago, or asks the server. */
  async linkStat(path: string): Promise<FileStat> {
    const name = existing(path);
    const facts = this.#known.get(path);
    return facts === undefined || !isObjectName(name) ? this.stat(path) : statOf(name, facts);
  }

  /** Asks the server. */
  async stat(path: string): Promise<FileStat> {
    const name = existing(path);
    if (!isObjectName(name)) return { ...folderStat, fileId: path };
    try {
      const facts = await this.#store.head(name);
      this.#known.set(path, facts);
      return statOf(name, facts);
    } catch (cause) {
      this.#known.delete(path);
      if (!isMissing(cause) || !(await this.#isFolder(name))) throw cause;
      return { ...folderStat, fileId: path };
    }
  }

  /** Opens an object. Its first block comes with the answer that says what it is. */
  async open(path: string): Promise<FileHandle> {
    const name = existing(path);
    if (!isObjectName(name)) throw systemError("EISDIR", path);
    const open = (facts: ObjectFacts): ObjectHandle =>
      new ObjectHandle({
        store: this.#store,
        name,
        path,
        facts,
        cache: this.#cache,
        onFault: () => this.#known.delete(path),
      });
    const known = this.#known.get(path);
    if (known !== undefined) return open(known);
    try {
      const { bytes, facts } = await this.#store.range(name, { start: 0, length: blockBytes });
      this.#known.set(path, facts);
      const handle = open(facts);
      handle.addFirst(bytes.slice());
      return handle;
    } catch (cause) {
      if (!(cause instanceof EmptyObject)) throw cause;
      return open(await this.#store.head(name));
    }
  }

  openDirectory(path: string): DirectoryHandle {
    const name = existing(path);
    if (name === "all buckets") throw systemError("EACCES", path);
    const inner = (entry: string): string => `${path}/${entry}`;
    return {
      stat: () => this.stat(path),
      realPath: () => Promise.resolve(path),
      list: () => this.#entries({ bucket: name.bucket, prefix: name.key === undefined ? "" : `${name.key}/` }),
      linkStat: (entry) => this.linkStat(inner(entry)),
      readLink: (entry) => Promise.reject(systemError("EINVAL", inner(entry))),
      close: () => Promise.resolve(),
    };
  }

  async *#entries({ bucket, prefix }: Pick<ListQuestion, "bucket" | "prefix">): AsyncGenerator<DirectoryEntry> {
    const nameIn = (inner: string): string => pathOfKey(inner.slice(prefix.length));
    let count = 0;
    for (let token: string | undefined, isFirst = true; isFirst || token !== undefined; isFirst = false) {
      const { objects, prefixes, next } = await this.#store.list({ bucket, prefix, delimiter: "/", token });
      count += objects.length + prefixes.length;
      if (count > this.#maxEntries) throw systemError("E2BIG", prefix);
      for (const each of prefixes) yield { name: nameIn(each.replace(/\/$/, "")), kind: "directory" };
      for (const { key: inner, size } of objects) {
        const isMarker = inner === prefix && size === 0;
        if (!isMarker) yield { name: nameIn(inner), kind: "file" };
      }
      token = next;
    }
  }

  async #isFolder({ bucket, key }: ObjectName): Promise<boolean> {
    const { objects } = await this.#store.list({ bucket, prefix: `${key}/`, maxKeys: 1 });
    return objects.length > 0;
  }
}

function existing(path: string): Named {
  const name = nameOfPath(path);
  if (name === undefined) throw systemError("ENOENT", path);
  return name;
}

/** True if a path can name an object. No object has an empty key, but a folder has the empty name in `bucket//key`. */
function isObjectName(name: Named): name is ObjectName {
  return name !== "all buckets" && name.key !== undefined;
}

function isMissing(cause: unknown): boolean {
  return cause instanceof StoreFault && cause.problem === "not-found";
}

function systemError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
