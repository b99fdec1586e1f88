import type { FileStat, FileSystem, StopSignal } from "@reader/core";
import type { Fingerprint } from "../contract/document.ts";
import { startSha256 } from "../contract/ids.ts";

/** Maximum size of a file whose content is hashed, in bytes. Beyond it, size and time identify the content. */
const maxHashedBytes = 1024 * 1024 * 1024;

/** Bytes to read at once. Below the size from which the file system of this machine uses a thread. */
const blockBytes = 256 * 1024;

/** The state of a file, and what identifies it on its file system. */
export interface FileState {
  readonly fingerprint: Fingerprint;
  readonly stat: FileStat;
}

/**
 * Hashes a file. Returns `undefined` for anything else than a file inside the roots, which the reader then refuses with the
 * reason. A root is absolute, with its links resolved.
 */
export async function fileState(
  fileSystem: FileSystem,
  path: string,
  { roots, signal }: { readonly roots: readonly string[]; readonly signal?: StopSignal | undefined },
): Promise<FileState | undefined> {
  try {
    const real = await fileSystem.realPath(path);
    if (!roots.some((root) => isInside(fileSystem, root, real))) return undefined;
    return await openedState(fileSystem, real, signal);
  } catch {
    // The reader meets the same fault, and describes it.
    return undefined;
  }
}

async function openedState(
  fileSystem: FileSystem,
  real: string,
  signal: StopSignal | undefined,
): Promise<FileState | undefined> {
  const handle = await fileSystem.open(real);
  try {
    const stat = await handle.stat();
    if (stat.kind !== "file") return undefined;
    const tag = stat.etag === undefined ? {} : { etag: stat.etag };
    const facts = { size: stat.size, modifiedNs: String(stat.modifiedNs), ...tag };
    if (stat.size > maxHashedBytes) return { fingerprint: facts, stat };
    const hash = startSha256();
    const block = new Uint8Array(Math.min(blockBytes, stat.size + 1));
    for (let position = 0; ;) {
      if (signal?.aborted === true) return { fingerprint: facts, stat };
      const count = await handle.read(block, position);
      hash.update(block.subarray(0, count));
      position += count;
      // A file that grew meanwhile is found to have changed after its read.
      if (count === 0 || position >= stat.size) break;
    }
    return { fingerprint: { ...facts, sha256: hash.digest() }, stat };
  } finally {
    await handle.close();
  }
}

/** True if a file is still the same as when its state was taken. */
export async function isUnchanged(fileSystem: FileSystem, path: string, before: FileStat): Promise<boolean> {
  try {
    const now = await fileSystem.stat(path);
    const isSame = now.fileId === before.fileId && now.size === before.size;
    return isSame && now.modifiedNs === before.modifiedNs && now.changedNs === before.changedNs;
  } catch {
    return false;
  }
}

function isInside({ path }: FileSystem, folder: string, place: string): boolean {
  const way = path.relative(folder, place);
  return way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
