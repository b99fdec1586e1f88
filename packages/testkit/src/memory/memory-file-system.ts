import { posix, win32 } from "node:path";
import type { FileSystem } from "@reader/core";
import { isMeant, type MemoryCall, type MemoryCallName, type MemoryFailure } from "./memory-call.ts";
import { openDirectoryNode, openNode, type MemoryState } from "./memory-handle.ts";
import { type MemoryContent, type MemoryEntry, nodeStat, systemError } from "./memory-tree.ts";
import { createVolume } from "./memory-volume.ts";

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
