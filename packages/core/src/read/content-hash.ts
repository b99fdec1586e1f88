import { readFully } from "../text/lines/text-file.ts";
import type { FileHandle } from "../files/file-system.ts";

/** Files up to this size are hashed for the snapshot; more would cost memory that a read must not take. */
const maxHashedBytes: number = 8 * 1024 * 1024;

/** `sha256:` and the digest of a file's bytes; undefined for a larger file. */
export async function hashContent(handle: FileHandle, size: number): Promise<string | undefined> {
  if (size > maxHashedBytes) return undefined;
  const bytes = new Uint8Array(size);
  const filled = await readFully({ handle }, bytes, 0);
  const digest = await crypto.subtle.digest("SHA-256", bytes.subarray(0, filled));
  return `sha256:${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
