import type { DirectoryEntry, DirectoryHandle, FileHandle } from "@reader/core";
import type { MemoryCallName, MemoryCall, MemoryFailure } from "./memory-call.ts";
import { nodeStat, readContent, systemError, type MemoryNode } from "./memory-tree.ts";
import type { MemoryVolume } from "./memory-volume.ts";

/** What the calls of one file system share. */
export interface MemoryState {
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
export function openNode(state: MemoryState, node: MemoryNode, path: string): FileHandle {
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
export function openDirectoryNode(state: MemoryState, node: MemoryNode, path: string): DirectoryHandle {
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
