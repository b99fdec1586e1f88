import type { FileKind, FileStat } from "@reader/core";

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
export interface SystemError extends Error {
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
