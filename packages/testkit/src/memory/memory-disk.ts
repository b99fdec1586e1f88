import type { MemoryEntry, MemoryNode } from "./memory-tree.ts";

/** A node and the path that leads to it without links. */
export interface Resolved {
  readonly path: string;
  readonly node: MemoryNode;
}

/** The nodes of a volume, and how its platform writes paths. */
export interface Disk {
  readonly platform: "posix" | "win32";
  readonly separator: string;
  /** The folders that paths start from, by their text in lower case. */
  readonly roots: Map<string, Resolved>;
  create(entry: MemoryEntry): MemoryNode;
  now(): bigint;
}

/** The folder that a path starts from; made where there is none yet. */
export function rootAt(disk: Disk, path: string): Resolved {
  const root = disk.roots.get(path.toLowerCase()) ?? { path, node: disk.create({ kind: "directory" }) };
  disk.roots.set(path.toLowerCase(), root);
  return root;
}

interface SplitPath {
  /** Absent where the path is relative. */
  readonly root: Resolved | undefined;
  readonly segments: readonly string[];
}

/** A path as the folder that it starts from and the names behind it. */
export function splitPath(disk: Disk, path: string): SplitPath {
  const isWindows = disk.platform === "win32";
  const pattern = isWindows ? /^(?:[A-Za-z]:[\\/]|[\\/]{2}[^\\/]+[\\/][^\\/]+[\\/]?)/ : /^\//;
  const root = pattern.exec(path)?.[0];
  const names = path.slice(root?.length ?? 0).split(isWindows ? /[\\/]/ : "/");
  return {
    root: root === undefined ? undefined : rootAt(disk, isWindows ? root.replaceAll("/", "\\") : root),
    segments: names.filter((name) => name !== "" && name !== "."),
  };
}

/** The name as the folder has it, where it differs in case only and the platform does not care. */
export function presentName(disk: Disk, folder: MemoryNode, name: string): string {
  if (disk.platform === "posix" || folder.children.has(name)) return name;
  return [...folder.children.keys()].find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
}

/** The path of a name in a folder. */
export function joined(disk: Disk, folder: string, name: string): string {
  return folder.endsWith(disk.separator) ? folder + name : folder + disk.separator + name;
}
