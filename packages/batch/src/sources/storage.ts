import type { FileSystem } from "@reader/core";

/** A place of documents besides the file system, such as object storage. The start of a path names it. */
export interface Storage {
  /** The start of the paths of its documents: `s3://`. What follows is exact, and is not normalised. */
  readonly prefix: string;
  /** Reads them. Its `path.resolve` takes such a path. */
  readonly fileSystem: FileSystem;
}

/** Where a document is. */
export interface DocumentPlace {
  readonly fileSystem: FileSystem;
  /** Its absolute path there. */
  readonly path: string;
  /** The storage, if it is not on the file system of the run. */
  readonly prefix?: string;
}

/** What the path of a document is resolved with. */
export interface PlaceGround {
  readonly fileSystem: FileSystem;
  /** The folder of relative paths. Default: that of the file system. */
  readonly workingDirectory?: string;
  readonly storages?: readonly Storage[];
}

/** Returns where a path leads. */
export function placeOf(path: string, { fileSystem, workingDirectory, storages = [] }: PlaceGround): DocumentPlace {
  const storage = storages.find(({ prefix }) => path.startsWith(prefix));
  if (storage === undefined) {
    return { fileSystem, path: fileSystem.path.resolve(workingDirectory ?? fileSystem.workingDirectory, path) };
  }
  const { fileSystem: other, prefix } = storage;
  return { fileSystem: other, path: other.path.resolve(path), prefix };
}

/** True for the address of an object, such as `s3://bucket/key`, whose storage has to be known to read it. */
export function isAddress(path: string): boolean {
  return /^(?:s3|gs|az):\/\//.test(path);
}
