import { splitPath, presentName, joined, type Resolved, type Disk } from "./memory-disk.ts";
import { createNode, type MemoryEntry, type MemoryNode } from "./memory-tree.ts";
import { find, type Lookup } from "./memory-walk.ts";

/** Nanoseconds between two changes: the clock of the volume counts changes and nothing else. */
const tickNs = 1_000_000n;

/** Nodes under absolute paths, as a disk has them. */
export interface MemoryVolume {
  /** Divides the names of a path: a slash, or on win32 a backslash. */
  readonly separator: string;
  /** Throws with the codes of a system: `ENOENT`, `ENOTDIR`, `ELOOP`, `ENAMETOOLONG`. */
  find(path: string, lookup: Lookup): Resolved;
  /** Puts an entry at a path; folders on the way are made. What was there loses its name and lives on in handles. */
  put(path: string, entry: MemoryEntry): void;
  /** Gives a node another name, over what has that name; its inode counts as changed. */
  move(from: string, to: string): void;
  remove(path: string): void;
  /** The path that leads to a node; undefined once it has no name. */
  pathOf(node: MemoryNode): string | undefined;
  /** The time of a change that happens now, in nanoseconds. */
  now(): bigint;
}

/** An empty volume. On win32 both slashes divide, roots are drives or shares, and names match in any case. */
export function createVolume(platform: "posix" | "win32"): MemoryVolume {
  let ids = 0;
  let time = 1_700_000_000_000_000_000n;
  const now = (): bigint => (time += tickNs);
  const create = (entry: MemoryEntry): MemoryNode => createNode(entry, (ids += 1), now());
  const disk: Disk = { platform, separator: platform === "win32" ? "\\" : "/", roots: new Map(), create, now };
  return {
    separator: disk.separator,
    find: (path, lookup) => find(disk, path, lookup),
    put(path, entry) {
      place(disk, path, create(entry));
    },
    remove(path) {
      unname(disk, path, "remove");
    },
    move(from, to) {
      place(disk, to, unname(disk, from, "move"));
    },
    pathOf: (node) => pathOf(disk, node),
    now,
  };
}

/** The folder that holds the last segment of a path, made where it is missing, and that segment as it is there. */
function parentOf(disk: Disk, path: string): { readonly folder: MemoryNode; readonly name: string } {
  const { root, segments } = splitPath(disk, path);
  const last = segments.at(-1);
  if (root === undefined || last === undefined) throw new TypeError(`${path} is no absolute path of an entry.`);
  let folder = root.node;
  for (const segment of segments.slice(0, -1)) {
    const name = presentName(disk, folder, segment);
    const next = folder.children.get(name) ?? disk.create({ kind: "directory" });
    folder.children.set(name, next);
    folder = next;
  }
  return { folder, name: presentName(disk, folder, last) };
}

function unname(disk: Disk, path: string, call: string): MemoryNode {
  const { node } = find(disk, path, { call, last: "keep" });
  const { folder, name } = parentOf(disk, path);
  loseName(disk, node);
  folder.children.delete(name);
  touch(disk, folder);
  return node;
}

function place(disk: Disk, path: string, node: MemoryNode): void {
  const { folder, name } = parentOf(disk, path);
  const former = folder.children.get(name);
  if (former !== undefined) loseName(disk, former);
  folder.children.set(name, node);
  touch(disk, folder);
}

/** A folder has changed when one of its names has. */
function touch(disk: Disk, folder: MemoryNode): void {
  folder.modifiedNs = disk.now();
  folder.changedNs = folder.modifiedNs;
}

/** A node that loses its name has changed too, as on a disk that counts links. */
function loseName(disk: Disk, node: MemoryNode): void {
  node.lastPath = pathOf(disk, node);
  node.changedNs = disk.now();
}

function pathOf(disk: Disk, wanted: MemoryNode): string | undefined {
  const waiting = [...disk.roots.values()];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at.node === wanted) return at.path;
    for (const [name, node] of at.node.children) waiting.push({ path: joined(disk, at.path, name), node });
  }
  return undefined;
}
