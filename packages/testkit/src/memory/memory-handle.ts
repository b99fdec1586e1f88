import type { FileHandle } from "@reader/core";
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
