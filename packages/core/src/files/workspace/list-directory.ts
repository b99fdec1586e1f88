import { ReadError } from "../../contract/errors.ts";
import { extent, text, type HandlerEvent } from "../../contract/events.ts";
import { notice } from "../../contract/notices.ts";
import { listedName } from "../../render/quote.ts";
import { readableSize } from "../../render/words.ts";
import type { DirectoryEntry, DirectoryHandle, FileKind } from "../file-system.ts";
import type { StopSignal } from "../../contract/stop-signal.ts";
import { fileError } from "./file-errors.ts";
import type { LocatedFile } from "./roots.ts";
import type { CheckedDirectory } from "./safe-directory.ts";
import type { Workspace } from "./workspace.ts";
import { showAsked } from "./safe-name.ts";
import type { ReadFailure } from "../../contract/result.ts";

/**
 * Maximum number of entries of a folder to sort in memory: 100 MB of names. Further ones are reported but not listed.
 */
const maxEntries = 1_000_000;

/** Number of lines to create at once. Small, so that a reader who stops early does not cause needless `stat` calls. */
const batchLines = 64;

/** Options of a listing. */
export interface ListingOptions {
  /** The first requested line. Earlier lines are returned without sizes, which saves the `stat` calls. */
  readonly firstLine?: number;
  /** Aborts the listing of a folder that is still being read. */
  readonly signal?: StopSignal;
}

/** An open folder and its entries in the order of the listing. */
export interface Listing {
  readonly folder: LocatedFile;
  readonly directory: CheckedDirectory;
  /** The entries; links are not followed. */
  readonly entries: readonly DirectoryEntry[];
  /** True if all entries of the folder fit in memory. */
  readonly isComplete: boolean;
  close(): Promise<void>;
}

/**
 * Opens a folder and reads its entries; if `signal` is aborted, only those read so far. Rejects with a `ReadError` if
 * the folder cannot be listed. The caller closes the listing.
 */
export async function openListing(workspace: Workspace, path: string, signal?: StopSignal): Promise<Listing> {
  const { directory, located, learned } = await workspace.openDirectory(path, ({ handle }, { path: shown }) =>
    readEntries(handle, shown, signal),
  );
  return { folder: located, directory, ...learned, close: () => directory.handle.close() };
}

/**
 * Yields a folder as a document: the number of its entries, then one line for each entry. Folders come first, then
 * files by name in the order of UTF-16 code units. A folder ends with a slash. After a tab follows the size of a file,
 * `-> target` for a link, or a kind such as `[pipe]` for an unreadable entry. Names are escaped, so that no name can
 * imitate two entries.
 */
export async function* listDirectory(
  workspace: Workspace,
  path: string,
  { firstLine = 1, signal }: ListingOptions = {},
): AsyncGenerator<HandlerEvent> {
  const listing = await openListing(workspace, path, signal);
  try {
    yield* eventsOf(workspace, listing, firstLine);
  } finally {
    await listing.close();
  }
}

async function* eventsOf(workspace: Workspace, listing: Listing, firstLine: number): AsyncGenerator<HandlerEvent> {
  const { folder, directory, entries, isComplete } = listing;
  yield extent("entry", entries.length, isComplete ? "exact" : "at-least");
  if (entries.length === 0) yield notice("The folder is empty.");
  if (!isComplete) yield notice(`Only ${entries.length} entries of ${folder.path} are listed; it has more.`);
  for (let at = 0; at < entries.length; at += batchLines) {
    const batch = entries.slice(at, at + batchLines);
    if (at + batchLines < firstLine) {
      yield text(batch.map(({ name }) => `${listedName(name)}\n`).join(""));
      continue;
    }
    const lines = await Promise.all(batch.map((entry) => lineOf(workspace, listing, entry)));
    if (!(await directory.isSteady())) throw movedWhileListed(folder.path);
    yield text(lines.join(""));
  }
}

function movedWhileListed(path: string): ReadError {
  return new ReadError("changed-while-reading", `${path} was moved while it was being listed.`, {
    hint: "Send the same request again.",
  });
}

async function readEntries(
  handle: DirectoryHandle,
  shown: string,
  signal: StopSignal | undefined,
): Promise<Pick<Listing, "entries" | "isComplete">> {
  const entries: DirectoryEntry[] = [];
  try {
    for await (const entry of handle.list()) {
      if (signal?.aborted === true) return { entries: [], isComplete: false };
      if (entries.length === maxEntries) return { entries: sorted(entries), isComplete: false };
      entries.push(await withKnownKind(handle, entry));
    }
  } catch (cause) {
    throw fileError(cause, shown);
  }
  return { entries: sorted(entries), isComplete: true };
}

/** Looks up the kind of an entry if the file system lists names without kinds. */
async function withKnownKind(handle: DirectoryHandle, entry: DirectoryEntry): Promise<DirectoryEntry> {
  if (entry.kind !== "unknown") return entry;
  const stat = await handle.linkStat(entry.name).catch(() => undefined);
  return { name: entry.name, kind: stat?.kind ?? "unknown" };
}

function sorted(entries: readonly DirectoryEntry[]): readonly DirectoryEntry[] {
  return entries.toSorted((left, right) => {
    const byKind = Number(right.kind === "directory") - Number(left.kind === "directory");
    if (byKind !== 0 || left.name === right.name) return byKind;
    return left.name < right.name ? -1 : 1;
  });
}

const marks: Readonly<Record<Exclude<FileKind, "file" | "directory" | "symlink">, string>> = {
  fifo: "[pipe]",
  socket: "[socket]",
  "character-device": "[device]",
  "block-device": "[device]",
  unknown: "[unknown]",
};

async function lineOf(workspace: Workspace, listing: Listing, { name, kind }: DirectoryEntry): Promise<string> {
  if (kind === "directory") return `${listedName(name)}/\n`;
  const facts = await factsOf(workspace, { ...listing, name, kind });
  return facts === "" ? `${listedName(name)}\n` : `${listedName(name)}\t${facts}\n`;
}

interface Listed extends Pick<Listing, "folder" | "directory"> {
  readonly name: string;
  readonly kind: Exclude<FileKind, "directory">;
}

/** Returns an empty string if the file was deleted since it was listed. */
async function factsOf(workspace: Workspace, listed: Listed): Promise<string> {
  const { kind, name, directory } = listed;
  try {
    if (kind === "symlink") return `-> ${showAsked(await directory.handle.readLink(name))}`;
    return kind === "file" ? await fileFacts(workspace, listed) : marks[kind];
  } catch {
    return "";
  }
}

async function fileFacts(workspace: Workspace, { folder, directory, name }: Listed): Promise<string> {
  const size = readableSize((await directory.handle.linkStat(name)).size);
  const realPath = workspace.fileSystem.path.join(folder.realPath, name);
  const relativePath = folder.relativePath === "." ? name : `${folder.relativePath}/${name}`;
  const verdict = workspace.policy({ realPath, relativePath, name, kind: "file" });
  if (verdict.allowed) return size;
  return `${size} [denied by policy${verdict.unlessZip === true ? " unless it is a ZIP archive" : ""}]`;
}

/** An entry of a folder; links are not followed. */
export interface FolderEntry extends DirectoryEntry {
  /** Set for a file that the policy denies. */
  readonly isDenied?: true;
}

/** The contents of a folder. */
export interface FolderResult {
  readonly ok: true;
  /** The exact path relative to its root, with POSIX slashes; `.` for the root. Escape it before you show it. */
  readonly path: string;
  /**
   * Folders first, then by name in the order of UTF-16 code units. Names are exact: escape them before you show them.
   */
  readonly entries: readonly FolderEntry[];
  /** True if the list is complete; false above a million entries. */
  readonly isComplete: boolean;
}

/** The contents of a folder, or the reason why it cannot be listed. */
export type FolderOutcome = FolderResult | ReadFailure;

/** Lists a folder as data. Rejects with a `ReadError` if the path is not a folder or may not be listed. */
export async function folderContents(workspace: Workspace, path: string): Promise<FolderResult> {
  const listing = await openListing(workspace, path);
  await listing.close();
  const { folder, entries, isComplete } = listing;
  return {
    ok: true,
    path: folder.relativePath,
    entries: entries.map((entry) => (isDenied(workspace, folder, entry) ? { ...entry, isDenied: true } : entry)),
    isComplete,
  };
}

function isDenied(workspace: Workspace, folder: LocatedFile, { name, kind }: DirectoryEntry): boolean {
  if (kind !== "file") return false;
  const realPath = workspace.fileSystem.path.join(folder.realPath, name);
  const relativePath = folder.relativePath === "." ? name : `${folder.relativePath}/${name}`;
  const verdict = workspace.policy({ realPath, relativePath, name, kind });
  // The bytes decide when the file is opened.
  return !verdict.allowed && verdict.unlessZip !== true;
}
