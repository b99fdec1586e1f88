/** The calls of a file system and of its handles. */
export type MemoryCallName =
  | "realPath"
  | "stat"
  | "linkStat"
  | "readLink"
  | "open"
  | "openDirectory"
  | "list"
  | "handle.stat"
  | "handle.read"
  | "handle.realPath"
  | "handle.close";

/**
 * One call that was made; for a handle, `path` is the one that it was opened with, and for an entry of an opened
 * directory the path of that entry.
 */
export interface MemoryCall {
  readonly name: MemoryCallName;
  readonly path: string;
  /** Where a read starts, in bytes. */
  readonly position?: number;
  /** How many bytes a read asks for. */
  readonly length?: number;
}

/** A call that fails; every call of the name where no path is given, on every path where no name is given. */
export interface MemoryFailure {
  readonly name?: MemoryCallName;
  readonly path?: string;
  /** A code of the system, such as `EACCES`, `EIO` or `EMFILE`. */
  readonly code: string;
}

/** Whether a call is to fail by it. */
export function isMeant(failure: MemoryFailure, call: MemoryCall): boolean {
  const isName = failure.name === undefined || failure.name === call.name;
  return isName && (failure.path === undefined || failure.path === call.path);
}
