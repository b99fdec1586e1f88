import { createNode, type MemoryEntry, type MemoryNode, systemError } from "./memory-tree.ts";

/** Nanoseconds between two changes. The clock of the volume only counts changes. */
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

/** Returns the root folder of a path. Creates it if necessary. */
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

/** Links that are followed before a path fails with `ELOOP`: Linux's number. */
const maxLinks = 40;

/** Bytes of one name before a path fails with `ENAMETOOLONG`: what nearly every file system allows. */
const maxNameBytes = 255;

/** A lookup: the call that makes it, for its error, and whether a link at the end is followed. */
interface Lookup {
  readonly call: string;
  readonly last: "follow" | "keep";
}

/** Returns the node at a path, following links. Throws a system error if it does not exist. */
function find(disk: Disk, path: string, { call, last }: Lookup): Resolved {
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

/** Returns the child of a folder, or an error code. */
function childOf(disk: Disk, folder: Resolved, name: string): Resolved | string {
  if (folder.node.kind !== "directory") return "ENOTDIR";
  if (new TextEncoder().encode(name).length > maxNameBytes) return "ENAMETOOLONG";
  const present = presentName(disk, folder.node, name);
  const node = folder.node.children.get(present);
  return node === undefined ? "ENOENT" : { path: joined(disk, folder.path, present), node };
}
