import type { FileSystem } from "@reader/core";
import type { MemoryCallName } from "./memory-call.ts";
import { openDirectoryNode, openNode, type MemoryState } from "./memory-handle.ts";
import { nodeStat, systemError } from "./memory-tree.ts";

type Calls = Pick<FileSystem, "realPath" | "stat" | "linkStat" | "open" | "openDirectory">;

/** The calls that find a file by its path. Each is noted, and fails as a disk would. */
export function callsOf(state: MemoryState): Calls {
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
