import type { FileKind, FileStat } from "@reader/core";

/** Content that is made when it is read, so that a file can be larger than memory. */
export interface GeneratedContent {
  /** Bytes. */
  readonly size: number;
  /** Writes what lies at `position` into all of `target`. Zeros where not given: a sparse file. */
  readonly fill?: (target: Uint8Array, position: number) => void;
}

/** What a file holds; a string as UTF-8. */
export type MemoryContent = string | Uint8Array | GeneratedContent;

/** A file in memory. */
export interface MemoryFile {
  readonly kind: "file";
  readonly content: MemoryContent;
  /** Nanoseconds since 1970; the tree's own clock where not given. */
  readonly modifiedNs?: bigint;
  /** The size that `stat` claims, where it lies as the kernel's files do. */
  readonly claimedSize?: number;
}

/** A symbolic link in memory. */
export interface MemoryLink {
  readonly kind: "symlink";
  readonly target: string;
}

/** What is neither file nor link: a folder, or a kind that cannot be read. */
export interface MemorySpecial {
  readonly kind: Exclude<FileKind, "file" | "symlink">;
}

/** An entry of the tree; a string or bytes are a file of that content. */
export type MemoryEntry = string | Uint8Array | MemoryFile | MemoryLink | MemorySpecial;

/** One inode: it outlives its name, as an opened file does. */
export interface MemoryNode {
  readonly kind: FileKind;
  readonly id: number;
  readonly children: Map<string, MemoryNode>;
  readonly target: string;
  content: MemoryContent;
  claimedSize: number | undefined;
  modifiedNs: bigint;
  changedNs: bigint;
  /** The path that led to it before it lost its name. */
  lastPath: string | undefined;
}

/** A failed call, as Node throws it. */
export interface SystemError extends Error {
  readonly code: string;
}

/** Makes the error of a failed call. */
export function systemError(code: string, call: string, path: string): SystemError {
  return Object.assign(new Error(`${code}: ${call} '${path}'`), { code });
}

const encoder = new TextEncoder();

/** Bytes of a content. */
function contentSize(content: MemoryContent): number {
  if (typeof content === "string") return encoder.encode(content).length;
  return content instanceof Uint8Array ? content.length : content.size;
}

/** Copies what lies at `position` into `target`; how many bytes there were. */
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

/** Makes a node of what a tree says. */
export function createNode(entry: MemoryEntry, id: number, now: bigint): MemoryNode {
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
