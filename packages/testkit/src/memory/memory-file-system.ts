import { posix, win32 } from "node:path";
import type { DirectoryEntry, DirectoryHandle, FileHandle, FileSystem } from "@reader/core";
import {
  type MemoryContent,
  type MemoryEntry,
  type MemoryNode,
  nodeStat,
  readContent,
  systemError,
} from "./memory-tree.ts";
import { createVolume, type MemoryVolume } from "./memory-volume.ts";

/** What a file system in memory is made of. */
export interface MemoryFileSystemOptions {
  /** Entries by absolute path; the folders on the way need not be named. */
  readonly entries?: Readonly<Record<string, MemoryEntry>>;
  /** `posix` where not given. */
  readonly platform?: "posix" | "win32";
  /** The root of the file system where not given. */
  readonly workingDirectory?: string;
  readonly homeDirectory?: string;
  readonly failures?: readonly MemoryFailure[];
  /** Called before each call does its work: the moment to change files under the caller's hands. */
  readonly before?: (call: MemoryCall, files: MemoryFileSystem) => void;
  /** The most bytes that one read gives, as a slow pipe would; no limit where not given. */
  readonly maxReadBytes?: number;
  /** Whether handles tell where they lead, as on Linux; the default on posix. */
  readonly tellsDescriptorPaths?: boolean;
}

/** A file system in memory, and the hands that change it. Paths are absolute. */
export interface MemoryFileSystem extends FileSystem {
  /** Every call so far, in order. */
  readonly calls: readonly MemoryCall[];
  /** Handles that were opened and not closed. */
  readonly openHandles: number;
  /** Puts a new file, folder, link or other entry at a path; what was there loses its name, as with a rename over it. */
  put(path: string, entry: MemoryEntry): void;
  /** Changes the content of the file that is there. */
  write(path: string, content: MemoryContent): void;
  move(from: string, to: string): void;
  remove(path: string): void;
  /** Lets calls fail from now on. */
  fail(failure: MemoryFailure): void;
}

const styles = { posix: { path: posix, top: "/" }, win32: { path: win32, top: "C:\\" } };

/**
 * Makes a file system that lies in memory and behaves as a disk does: links, pipes, inodes that outlive their names,
 * the error codes of the system. Deterministic: its clock moves with each change only.
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
    tellsDescriptorPaths: options.tellsDescriptorPaths ?? platform === "posix",
    openHandles: 0,
    begin(call) {
      state.calls.push(call);
      options.before?.(call, files);
      const failure = state.failures.find((each) => isMeant(each, call));
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

/** The calls that find a file by its path. Each is noted, and fails as a disk would. */
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

/** What the calls of one file system share. */
interface MemoryState {
  readonly volume: MemoryVolume;
  readonly calls: MemoryCall[];
  readonly failures: MemoryFailure[];
  readonly maxReadBytes: number | undefined;
  readonly tellsDescriptorPaths: boolean;
  openHandles: number;
  /** Notes a call, lets the hook act, and fails where it should. */
  begin(call: MemoryCall): void;
}

/** A handle of a node, which lives on when its name is gone. */
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
      if (!state.tellsDescriptorPaths) return undefined;
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
 * A handle of a directory. On a system that does not tell where handles lead, its names come from its path, whatever is
 * there by now.
 */
function openDirectoryNode(state: MemoryState, node: MemoryNode, path: string): DirectoryHandle {
  const file = openNode(state, node, path);
  const placeOf = (name: string): string => `${path.replace(/[\\/]$/, "")}${state.volume.separator}${name}`;
  const directory = (call: MemoryCallName): MemoryNode =>
    state.tellsDescriptorPaths ? node : state.volume.find(path, { call, last: "follow" }).node;
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
function isMeant(failure: MemoryFailure, call: MemoryCall): boolean {
  const isName = failure.name === undefined || failure.name === call.name;
  return isName && (failure.path === undefined || failure.path === call.path);
}
