import type { FileKind, FileStat } from "@reader/core";

/** Nanoseconds per change. The clock of the volume advances only with changes. */
const tickNs = 1_000_000n;

/** Nodes by absolute path, as on a disk. */
export interface MemoryVolume {
  /** The path separator: a slash, or on win32 a backslash. */
  readonly separator: string;
  /** Finds a node. Throws a system error: `ENOENT`, `ENOTDIR`, `ELOOP` or `ENAMETOOLONG`. */
  find(path: string, lookup: Lookup): Resolved;
  /** Creates an entry and its parent folders. An existing entry loses its name, but stays valid in open handles. */
  put(path: string, entry: MemoryEntry): void;
  /** Renames a node, replacing an existing one. Its inode counts as changed. */
  move(from: string, to: string): void;
  remove(path: string): void;
  /** Returns the path of a node, or `undefined` if it has no name. */
  pathOf(node: MemoryNode): string | undefined;
  /** Returns the time of a new change, in nanoseconds. */
  now(): bigint;
}

/**
 * Creates an empty volume. On win32, both slashes are separators, roots are drives or shares, and names are
 * case-insensitive.
 */
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

/** Returns the parent folder of a path, which is created if it is missing, and the existing spelling of the name. */
function parentOf(disk: Disk, path: string): { readonly folder: MemoryNode; readonly name: string } {
  const { root, segments } = splitPath(disk, path);
  const last = segments.at(-1);
  if (root === undefined || last === undefined) throw new TypeError(`${path} is not an absolute path of an entry.`);
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

/** A folder changes with each of its names. */
function touch(disk: Disk, folder: MemoryNode): void {
  folder.modifiedNs = disk.now();
  folder.changedNs = folder.modifiedNs;
}

/** Losing a name is a change too, as on disks that count links. */
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

/** A node and its path without links. */
export interface Resolved {
  readonly path: string;
  readonly node: MemoryNode;
}

/** The nodes of a volume, and its path syntax. */
export interface Disk {
  readonly platform: "posix" | "win32";
  readonly separator: string;
  /** The root folders, by lower-case path. */
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
  /** `undefined` if the path is relative. */
  readonly root: Resolved | undefined;
  readonly segments: readonly string[];
}

/** Splits a path into its root folder and names. */
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

/** Returns the existing spelling of a name, if the platform is case-insensitive. */
export function presentName(disk: Disk, folder: MemoryNode, name: string): string {
  if (disk.platform === "posix" || folder.children.has(name)) return name;
  return [...folder.children.keys()].find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
}

/** Joins the path of a folder and a name. */
export function joined(disk: Disk, folder: string, name: string): string {
  return folder.endsWith(disk.separator) ? folder + name : folder + disk.separator + name;
}

/** Maximum number of links followed before a path fails with `ELOOP`, as on Linux. */
const maxLinks = 40;

/** Maximum length of a name before a path fails with `ENAMETOOLONG`, in bytes, as on nearly every file system. */
const maxNameBytes = 255;

/** Options of a lookup: the name of the call, for its error, and whether a final link is followed. */
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
  /** The parent folders, nearest first. */
  readonly above: readonly Resolved[];
  readonly pending: readonly string[];
  readonly links: number;
}

/** Takes one step of a lookup. Returns the next state, or an error code. */
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

/** Content that is generated when it is read, so that a file can be larger than memory. */
export interface GeneratedContent {
  /** In bytes. */
  readonly size: number;
  /** Fills `target` with the content at `position`. Default: zeros, as in a sparse file. */
  readonly fill?: (target: Uint8Array, position: number) => void;
}

/** The content of a file. A string is stored as UTF-8. */
export type MemoryContent = string | Uint8Array | GeneratedContent;

/** A file in memory. */
export interface MemoryFile {
  readonly kind: "file";
  readonly content: MemoryContent;
  /** Nanoseconds since 1970. Default: the clock of the file system. */
  readonly modifiedNs?: bigint;
  /** The size that `stat` reports, if it is wrong, as for files of the kernel. */
  readonly claimedSize?: number;
}

/** A symbolic link in memory. */
export interface MemoryLink {
  readonly kind: "symlink";
  readonly target: string;
}

/** An entry that is neither file nor link: a folder, or a kind that cannot be read. */
export interface MemorySpecial {
  readonly kind: Exclude<FileKind, "file" | "symlink">;
}

/** An entry of the tree. A string or bytes are the content of a file. */
export type MemoryEntry = string | Uint8Array | MemoryFile | MemoryLink | MemorySpecial;

/** An inode, which outlives its name while it is open. */
export interface MemoryNode {
  readonly kind: FileKind;
  readonly id: number;
  readonly children: Map<string, MemoryNode>;
  readonly target: string;
  content: MemoryContent;
  claimedSize: number | undefined;
  modifiedNs: bigint;
  changedNs: bigint;
  /** Its last path before it lost its name. */
  lastPath: string | undefined;
}

/** An error of a failed call, as thrown by Node. */
interface SystemError extends Error {
  readonly code: string;
}

/** Creates the error of a failed call. */
export function systemError(code: string, call: string, path: string): SystemError {
  return Object.assign(new Error(`${code}: ${call} '${path}'`), { code });
}

const encoder = new TextEncoder();

/** Returns the size of content, in bytes. */
function contentSize(content: MemoryContent): number {
  if (typeof content === "string") return encoder.encode(content).length;
  return content instanceof Uint8Array ? content.length : content.size;
}

/** Copies the content at `position` into `target`. Returns the number of bytes copied. */
export function readContent(content: MemoryContent, target: Uint8Array, position: number): number {
  const length = Math.max(0, Math.min(target.length, contentSize(content) - position));
  const filled = target.subarray(0, length);
  if (typeof content === "string" || content instanceof Uint8Array) {
    const bytes = typeof content === "string" ? encoder.encode(content) : content;
    filled.set(bytes.subarray(position, position + length));
  } else if (content.fill === undefined) {
    filled.fill(0);
  } else {
    content.fill(filled, position);
  }
  return length;
}

/** Creates a node from an entry. */
function createNode(entry: MemoryEntry, id: number, now: bigint): MemoryNode {
  const described: Exclude<MemoryEntry, string | Uint8Array> =
    typeof entry === "string" || entry instanceof Uint8Array ? { kind: "file", content: entry } : entry;
  const file = described.kind === "file" ? described : undefined;
  return {
    kind: described.kind,
    id,
    children: new Map(),
    target: described.kind === "symlink" ? described.target : "",
    content: file?.content ?? "",
    claimedSize: file?.claimedSize,
    modifiedNs: file?.modifiedNs ?? now,
    changedNs: now,
    lastPath: undefined,
  };
}

/** Returns the `stat` result of a node. */
export function nodeStat(node: MemoryNode): FileStat {
  return {
    kind: node.kind,
    size: node.claimedSize ?? contentSize(node.kind === "symlink" ? node.target : node.content),
    fileId: `1:${node.id}`,
    modifiedNs: node.modifiedNs,
    changedNs: node.changedNs,
  };
}
