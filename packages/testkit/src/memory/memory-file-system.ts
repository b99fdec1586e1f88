import { posix, win32 } from "node:path";
import type { DirectoryEntry, DirectoryHandle, FileHandle, FileSystem } from "@reader/core";
import {
  createVolume,
  type MemoryContent,
  type MemoryEntry,
  type MemoryNode,
  type MemoryVolume,
  nodeStat,
  readContent,
  systemError,
} from "./memory-volume.ts";

/** Options of `memoryFileSystem`. */
export interface MemoryFileSystemOptions {
  /** Entries by absolute path. Their parent folders are created. */
  readonly entries?: Readonly<Record<string, MemoryEntry>>;
  /** Default: `posix`. */
  readonly platform?: "posix" | "win32";
  /** Default: the root of the file system. */
  readonly workingDirectory?: string;
  readonly homeDirectory?: string;
  readonly failures?: readonly MemoryFailure[];
  /** Called before each call runs, so that a test can change files in between. */
  readonly before?: (call: MemoryCall, files: MemoryFileSystem) => void;
  /** Maximum number of bytes per read, as from a slow pipe. Default: unlimited. */
  readonly maxReadBytes?: number;
  /** True if handles know their path, as on Linux. Default: true on posix. */
  readonly knowsHandlePaths?: boolean;
}

/** A file system in memory that tests can change. Paths are absolute. */
export interface MemoryFileSystem extends FileSystem {
  /** Every call so far, in order. */
  readonly calls: readonly MemoryCall[];
  /** Number of handles that were opened and not closed. */
  readonly openHandles: number;
  /** Creates an entry at a path. An existing entry loses its name, as when another is renamed over it. */
  put(path: string, entry: MemoryEntry): void;
  /** Changes the content of an existing file. */
  write(path: string, content: MemoryContent): void;
  move(from: string, to: string): void;
  remove(path: string): void;
  /** Makes matching calls fail from now on. */
  fail(failure: MemoryFailure): void;
}

const styles = { posix: { path: posix, top: "/" }, win32: { path: win32, top: "C:\\" } };

/**
 * Creates a file system in memory that behaves like a disk: links, pipes, inodes that outlive their names, and system
 * error codes. It is deterministic: its clock advances only with each change.
 */
export function memoryFileSystem(options: MemoryFileSystemOptions = {}): MemoryFileSystem {
  const { platform = "posix", entries = {}, failures = [] } = options;
  const { path, top } = styles[platform];
  const volume = createVolume(platform);
  const state: MemoryState = {
    volume,
    calls: [],
    failures: [...failures],
    maxReadBytes: options.maxReadBytes,
    knowsHandlePaths: options.knowsHandlePaths ?? platform === "posix",
    openHandles: 0,
    begin(call) {
      state.calls.push(call);
      options.before?.(call, files);
      const failure = state.failures.find((each) => matches(each, call));
      if (failure !== undefined) throw systemError(failure.code, call.name, call.path);
    },
  };
  const files: MemoryFileSystem = {
    platform,
    path,
    workingDirectory: options.workingDirectory ?? top,
    homeDirectory: options.homeDirectory,
    calls: state.calls,
    get openHandles() {
      return state.openHandles;
    },
    ...callsOf(state),
    put: (name, entry) => volume.put(name, entry),
    write(name, content) {
      const { node } = volume.find(name, { call: "write", last: "follow" });
      node.content = content;
      node.modifiedNs = volume.now();
      node.changedNs = node.modifiedNs;
    },
    move: (from, to) => volume.move(from, to),
    remove: (name) => volume.remove(name),
    fail: (failure) => void state.failures.push(failure),
  };
  for (const [name, entry] of Object.entries(entries)) volume.put(name, entry);
  return files;
}

type Calls = Pick<FileSystem, "realPath" | "stat" | "linkStat" | "open" | "openDirectory">;

/** Returns the calls that find a file by its path. Each call is recorded, and fails like on a disk. */
function callsOf(state: MemoryState): Calls {
  const { volume } = state;
  const lookUp = (name: MemoryCallName, path: string, last: "follow" | "keep") => {
    state.begin({ name, path });
    return volume.find(path, { call: name, last });
  };
  return {
    realPath: async (path) => lookUp("realPath", path, "follow").path,
    stat: async (path) => nodeStat(lookUp("stat", path, "follow").node),
    linkStat: async (path) => nodeStat(lookUp("linkStat", path, "keep").node),
    open: async (path) => {
      const { node } = lookUp("open", path, "keep");
      if (node.kind === "symlink") throw systemError("ELOOP", "open", path);
      if (node.kind === "socket") throw systemError("ENXIO", "open", path);
      return openNode(state, node, path);
    },
    openDirectory: async (path) => {
      const { node } = lookUp("openDirectory", path, "keep");
      if (node.kind === "symlink") throw systemError("ELOOP", "openDirectory", path);
      if (node.kind !== "directory") throw systemError("ENOTDIR", "openDirectory", path);
      return openDirectoryNode(state, node, path);
    },
  };
}

/** The state that the calls of one file system share. */
interface MemoryState {
  readonly volume: MemoryVolume;
  readonly calls: MemoryCall[];
  readonly failures: MemoryFailure[];
  readonly maxReadBytes: number | undefined;
  readonly knowsHandlePaths: boolean;
  openHandles: number;
  /** Records a call, calls the hook, and throws if the call is to fail. */
  begin(call: MemoryCall): void;
}

/** Opens a node. The handle stays valid when the node loses its name. */
function openNode(state: MemoryState, node: MemoryNode, path: string): FileHandle {
  let isOpen = true;
  state.openHandles += 1;
  const begin = (name: MemoryCallName, read: Pick<MemoryCall, "position" | "length"> = {}): void => {
    state.begin({ name, path, ...read });
    if (!isOpen) throw systemError("EBADF", name, path);
  };
  return {
    stat: async () => {
      begin("handle.stat");
      return nodeStat(node);
    },
    read: async (target, position) => {
      begin("handle.read", { position, length: target.length });
      if (node.kind === "directory") throw systemError("EISDIR", "handle.read", path);
      if (node.kind !== "file") throw systemError("EAGAIN", "handle.read", path);
      return readContent(node.content, target.subarray(0, state.maxReadBytes), position);
    },
    realPath: async () => {
      begin("handle.realPath");
      if (!state.knowsHandlePaths) return undefined;
      return state.volume.pathOf(node) ?? `${node.lastPath ?? path} (deleted)`;
    },
    close: async () => {
      begin("handle.close");
      isOpen = false;
      state.openHandles -= 1;
    },
  };
}

/**
 * Opens a directory. If handles do not know their path, entries are looked up by path, even if another directory is
 * there by then.
 */
function openDirectoryNode(state: MemoryState, node: MemoryNode, path: string): DirectoryHandle {
  const file = openNode(state, node, path);
  const placeOf = (name: string): string => `${path.replace(/[\\/]$/, "")}${state.volume.separator}${name}`;
  const directory = (call: MemoryCallName): MemoryNode =>
    state.knowsHandlePaths ? node : state.volume.find(path, { call, last: "follow" }).node;
  const entry = (call: MemoryCallName, name: string): MemoryNode => {
    state.begin({ name: call, path: placeOf(name) });
    const child = directory(call).children.get(name);
    if (child === undefined) throw systemError("ENOENT", call, placeOf(name));
    return child;
  };
  return {
    stat: () => file.stat(),
    realPath: () => file.realPath(),
    async *list(): AsyncGenerator<DirectoryEntry> {
      state.begin({ name: "list", path });
      for (const [name, child] of directory("list").children) yield { name, kind: child.kind };
    },
    linkStat: async (name) => nodeStat(entry("linkStat", name)),
    readLink: async (name) => {
      const link = entry("readLink", name);
      if (link.kind !== "symlink") throw systemError("EINVAL", "readLink", placeOf(name));
      return link.target;
    },
    close: () => file.close(),
  };
}

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
 * A recorded call. For a handle, `path` is the path it was opened with; for an entry of an opened directory, the path
 * of the entry.
 */
export interface MemoryCall {
  readonly name: MemoryCallName;
  readonly path: string;
  /** Offset of a read, in bytes. */
  readonly position?: number;
  /** Requested length of a read, in bytes. */
  readonly length?: number;
}

/** Calls that fail: by name, by path, or by both. */
export interface MemoryFailure {
  readonly name?: MemoryCallName;
  readonly path?: string;
  /** A system error code, such as `EACCES`, `EIO` or `EMFILE`. */
  readonly code: string;
}

/** True if a call matches a failure. */
function matches(failure: MemoryFailure, call: MemoryCall): boolean {
  const isName = failure.name === undefined || failure.name === call.name;
  return isName && (failure.path === undefined || failure.path === call.path);
}
