import { rootAt, splitPath, presentName, joined, type Resolved, type Disk } from "./memory-disk.ts";
import { systemError } from "./memory-tree.ts";

/** Links that are followed before a path fails with `ELOOP`: Linux's number. */
const maxLinks = 40;

/** Bytes of one name before a path fails with `ENAMETOOLONG`: what nearly every file system allows. */
const maxNameBytes = 255;

/** A lookup: the call that makes it, for its error, and whether a link at the end is followed. */
export interface Lookup {
  readonly call: string;
  readonly last: "follow" | "keep";
}

/** The node at a path, through links. Throws with the code of a system where there is none. */
export function find(disk: Disk, path: string, { call, last }: Lookup): Resolved {
  const { root = rootAt(disk, disk.separator), segments } = splitPath(disk, path);
  let walk: Walk = { at: root, above: [], pending: segments, links: 0 };
  while (walk.pending.length > 0) {
    const next = step(disk, walk, last);
    if (typeof next === "string") throw systemError(next, call, path);
    walk = next;
  }
  return walk.at;
}

interface Walk {
  readonly at: Resolved;
  /** The folders above, the nearest first. */
  readonly above: readonly Resolved[];
  readonly pending: readonly string[];
  readonly links: number;
}

/** The walk after its next segment, or the code of why it ends. */
function step(disk: Disk, { at, above, pending, links }: Walk, last: Lookup["last"]): Walk | string {
  const [segment = ".", ...rest] = pending;
  if (segment === "..") return { at: above[0] ?? at, above: above.slice(1), pending: rest, links };
  const found = childOf(disk, at, segment);
  if (typeof found === "string") return found;
  if (found.node.kind !== "symlink" || (rest.length === 0 && last === "keep")) {
    return { at: found, above: [at, ...above], pending: rest, links };
  }
  if (links === maxLinks) return "ELOOP";
  const { root, segments } = splitPath(disk, found.node.target);
  const start = root === undefined ? { at, above } : { at: root, above: [] };
  return { ...start, pending: [...segments, ...rest], links: links + 1 };
}

/** The child of a folder, or the code of why there is none. */
function childOf(disk: Disk, folder: Resolved, name: string): Resolved | string {
  if (folder.node.kind !== "directory") return "ENOTDIR";
  if (new TextEncoder().encode(name).length > maxNameBytes) return "ENAMETOOLONG";
  const present = presentName(disk, folder.node, name);
  const node = folder.node.children.get(present);
  return node === undefined ? "ENOENT" : { path: joined(disk, folder.path, present), node };
}
