import { extent, text, type HandlerEvent } from "../events.ts";
import { notice } from "../notices.ts";
import { escapeName } from "../render/escapes.ts";
import { readableSize } from "../render/readable-size.ts";
import type { DirectoryEntry, FileKind } from "../source/file-system.ts";
import type { StopSignal } from "../stop-signal.ts";
import { fileError } from "./file-errors.ts";
import type { LocatedFile } from "./locate.ts";
import type { Workspace } from "./workspace.ts";
import { showAsked } from "./safe-name.ts";

/** Entries of a folder that are sorted in memory: 100 MB of names. What is beyond is said and not shown. */
const maxEntries = 1_000_000;

/** Lines that are made at once, so that a reader who stops early asks for few sizes. */
const batchLines = 64;

/** How a folder is listed. */
export interface ListingOptions {
  /** The first line that is wanted; those before it come without sizes, for which the system would be asked. */
  readonly firstLine?: number;
  /** Ends the listing of a folder that is still being read. */
  readonly signal?: StopSignal;
}

/**
 * A folder as a document: the number of its entries, then one line for each, folders first and then by name in the
 * order of UTF-16 units. A folder ends with a slash; behind a tab stands the size of a file, `-> target` of a link,
 * `[pipe]` and the like of what cannot be read. Names are escaped, so that no name can pretend to be two entries.
 */
export async function* listDirectory(
  workspace: Workspace,
  folder: LocatedFile,
  { firstLine = 1, signal }: ListingOptions = {},
): AsyncGenerator<HandlerEvent> {
  const { entries, isComplete } = await readEntries(workspace, folder, signal);
  yield extent("entry", entries.length, isComplete ? "exact" : "at-least");
  if (entries.length === 0) yield notice("The folder is empty.");
  if (!isComplete) yield notice(`Only ${entries.length} entries of ${folder.path} are listed; it has more.`);
  for (let at = 0; at < entries.length; at += batchLines) {
    const batch = entries.slice(at, at + batchLines);
    if (at + batchLines < firstLine) {
      yield text(batch.map(({ name }) => `${escapeName(name)}\n`).join(""));
      continue;
    }
    const lines = await Promise.all(batch.map((entry) => lineOf(workspace, folder, entry)));
    yield text(lines.join(""));
  }
}

/** What a folder holds, in the order in which it is listed. */
export interface Entries {
  readonly entries: readonly DirectoryEntry[];
  /** Whether the folder has no more than was held in memory. */
  readonly isComplete: boolean;
}

/**
 * The entries of a folder, none of its links followed; those that came until `signal`. Rejects with a `ReadError` where
 * it cannot be listed.
 */
export async function readEntries(workspace: Workspace, folder: LocatedFile, signal?: StopSignal): Promise<Entries> {
  const entries: DirectoryEntry[] = [];
  try {
    for await (const entry of workspace.fileSystem.list(folder.realPath)) {
      if (signal?.aborted === true) return { entries: [], isComplete: false };
      if (entries.length === maxEntries) return { entries: sorted(entries), isComplete: false };
      entries.push(await withKnownKind(workspace, folder, entry));
    }
  } catch (cause) {
    throw fileError(cause, folder.path);
  }
  return { entries: sorted(entries), isComplete: true };
}

/** Some file systems list names without kinds. */
async function withKnownKind(
  workspace: Workspace,
  folder: LocatedFile,
  entry: DirectoryEntry,
): Promise<DirectoryEntry> {
  if (entry.kind !== "unknown") return entry;
  const { fileSystem } = workspace;
  const stat = await fileSystem.linkStat(fileSystem.path.join(folder.realPath, entry.name)).catch(() => undefined);
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

async function lineOf(workspace: Workspace, folder: LocatedFile, entry: DirectoryEntry): Promise<string> {
  const { name, kind } = entry;
  if (kind === "directory") return `${escapeName(name)}/\n`;
  const realPath = workspace.fileSystem.path.join(folder.realPath, name);
  const facts = await factsOf(workspace, { folder, name, kind, realPath });
  return facts === "" ? `${escapeName(name)}\n` : `${escapeName(name)}\t${facts}\n`;
}

interface Listed {
  readonly folder: LocatedFile;
  readonly name: string;
  readonly kind: Exclude<FileKind, "directory">;
  readonly realPath: string;
}

/** Nothing for a file that is gone since it was listed. */
async function factsOf(workspace: Workspace, listed: Listed): Promise<string> {
  const { kind, realPath } = listed;
  try {
    if (kind === "symlink") return `-> ${showAsked(await workspace.fileSystem.readLink(realPath))}`;
    return kind === "file" ? await fileFacts(workspace, listed) : marks[kind];
  } catch {
    return "";
  }
}

async function fileFacts(workspace: Workspace, { folder, name, realPath }: Listed): Promise<string> {
  const size = readableSize((await workspace.fileSystem.linkStat(realPath)).size);
  const relativePath = folder.relativePath === "." ? name : `${folder.relativePath}/${name}`;
  const verdict = workspace.policy({ realPath, relativePath, name, kind: "file" });
  return verdict.allowed ? size : `${size} [denied by policy]`;
}
