import { ReadError } from "../contract/errors.ts";
import type { ReadOutcome, ReadResult } from "../contract/result.ts";
import type { FileHandle } from "../files/file-system.ts";
import { readFully } from "../text/lines/text-file.ts";
import type { Call } from "./call.ts";
import { type FileWatch, watchFile } from "./file-watch.ts";
import { readOpened } from "./read-opened.ts";
import { recall, remember, type Session } from "./session.ts";
import { sniffOpened } from "./sniff-opened.ts";

/** Runs one read, from the path to the answer. */
export async function readFile(call: Call, session: Session | undefined): Promise<ReadOutcome> {
  const file = await openOrList(call);
  if ("ok" in file) return file;
  try {
    return session === undefined ? await sniffAndRead(call, file) : await readInSession(call, file, session);
  } finally {
    await file.release();
  }
}

async function openOrList(call: Call): Promise<FileWatch | ReadResult> {
  const { workspace, directories } = call.state;
  try {
    return watchFile(workspace, await workspace.open(call.checked.path));
  } catch (error) {
    if (directories !== "list" || !ReadError.is(error) || error.code !== "is-directory") throw error;
    const { readDirectory } = await import("./read-directory.ts");
    return readDirectory(call);
  }
}

async function readInSession(call: Call, file: FileWatch, session: Session): Promise<ReadResult> {
  const { identity, stat, handle } = file.opened;
  const { capabilities } = call.state;
  const requestKey = JSON.stringify([call.checked.request, call.budget, capabilities.name, call.state.condemned()]);
  const now = { asked: call.checked.path, identity, requestKey };
  const seen = recall(session, now);
  if (seen !== undefined) return seen;
  const hash = await hashContent(handle, stat.size);
  const result = await sniffAndRead(call, file);
  remember(session, { ...now, size: stat.size, hash, result });
  return result;
}

async function sniffAndRead(call: Call, file: FileWatch): Promise<ReadResult> {
  return readOpened(call, file, await sniffOpened(call, file.opened));
}

/** Maximum size of a file that is hashed for the snapshot, in bytes. A larger one would take too much memory. */
const maxHashedBytes: number = 8 * 1024 * 1024;

/** Returns `sha256:` and the digest of a file's bytes, or `undefined` for a larger file. */
async function hashContent(handle: FileHandle, size: number): Promise<string | undefined> {
  if (size > maxHashedBytes) return undefined;
  const bytes = new Uint8Array(size);
  const filled = await readFully({ handle }, bytes, 0);
  const digest = await crypto.subtle.digest("SHA-256", bytes.subarray(0, filled));
  return `sha256:${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
