import { ReadError } from "../contract/errors.ts";
import type { ReadOutcome, ReadResult } from "../contract/result.ts";
import { recall, remember, type Session } from "./session.ts";
import type { Call } from "./call.ts";
import { hashContent } from "./content-hash.ts";
import { watchFile, type FileWatch } from "./file-watch.ts";
import { readOpened } from "./read-opened.ts";
import { sniffOpened } from "./sniff-opened.ts";

/** One read, from the path to the answer. */
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
