import { basename, isAbsolute, join } from "node:path";
import type { FolderEntry, Reader, ReadOutcome } from "@reader/core";
import { escapeName, listedName } from "@reader/core/render";
import type { FileEntry, Listing, RootFolder } from "./wire.ts";

/** The folders at the top of the file list. */
export function rootFolders(roots: readonly string[], dropped: string): readonly RootFolder[] {
  const folders = roots.map((root, index) => ({
    // A relative path is tried in the first root first, so the other roots need absolute paths.
    path: index === 0 ? "." : root,
    label: escapeName(basename(root)),
    takesFiles: false,
  }));
  return [...folders, { path: dropped, label: "Dropped files", takesFiles: true }];
}

/** Maximum number of entries of a folder. A page with more is slow. */
const maxEntries = 20_000;

/** Lists a folder with the reader, so that nothing outside the workspace is named. */
export async function listFolder(reader: Reader, path: string): Promise<Listing> {
  const [folder, read] = await Promise.all([reader.list(path), reader.read({ path })]);
  if (!folder.ok) return { ok: false, message: folder.error.message, hint: folder.error.hint };
  const sizeOf = listedSizes(read);
  return {
    ok: true,
    entries: folder.entries.slice(0, maxEntries).map((entry, index) => {
      const size = sizeOf(entry, index);
      return { ...entryOf(entry, path), ...(size === undefined ? {} : { size }) };
    }),
    isComplete: folder.isComplete && folder.entries.length <= maxEntries,
  };
}

/**
 * Returns a function that finds the size of an entry in the listing that a model is shown. That listing has the same
 * order and ends at the limits of an answer; a folder that changed between the two has no sizes from there on.
 */
function listedSizes(read: ReadOutcome): (entry: FolderEntry, index: number) => string | undefined {
  const text = read.ok ? read.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n") : "";
  const lines = text.split("\n");
  return ({ name, kind }, index) => {
    const [listed, facts = ""] = (lines[index] ?? "").split("\t");
    return kind === "file" && listed === listedName(name) ? sizeIn(facts) : undefined;
  };
}

/** The size at the start of the facts of a file, such as `12 KB`. */
function sizeIn(facts: string): string | undefined {
  return /^(?:about )?[\d.,\s\u202f]+ ?[kKMGT]?i?B\b/.exec(facts)?.[0];
}

function entryOf({ name, kind, isDenied }: FolderEntry, folder: string): FileEntry {
  return {
    name: escapeName(name),
    path: pathIn(folder, name),
    kind: kindOf(kind),
    ...(isDenied === undefined ? {} : { isDenied }),
  };
}

function pathIn(folder: string, name: string): string {
  if (isAbsolute(folder)) return join(folder, name);
  return folder === "." ? name : `${folder}/${name}`;
}

function kindOf(kind: FolderEntry["kind"]): FileEntry["kind"] {
  if (kind === "directory") return "folder";
  if (kind === "symlink") return "link";
  return kind === "file" ? "file" : "other";
}

/** Lists the members of an archive, as many as fit into one answer. */
export async function listMembers(reader: Reader, path: string): Promise<Listing> {
  const read = await reader.read({ path });
  if (!read.ok) return { ok: false, message: read.error.message, hint: read.error.hint };
  const entries = membersIn(read, path);
  if (entries.length === 0) return { ok: false, message: "No members were listed.", hint: "" };
  return { ok: true, entries, isComplete: read.next === undefined };
}

/**
 * Returns the members of an archive from the tree that a model is shown: two spaces of indentation for each folder, then
 * the name, and after a tab the size and the date. A header with the totals ends with an empty line.
 */
export function membersIn({ parts, handler }: Extract<ReadOutcome, { ok: true }>, path: string): readonly FileEntry[] {
  if (handler !== "archive") return [];
  const lines = parts.flatMap((part) => (part.type === "text" && part.at === undefined ? part.text.split("\n") : []));
  const start = lines.indexOf("");
  const above: string[] = [];
  return lines.slice(start + 1).flatMap((line): readonly FileEntry[] => {
    const [, indent = "", listed = "", facts] = /^((?: {2})*)([^\t]+)(?:\t(.*))?$/.exec(line) ?? [];
    const name = nameIn(listed) ?? listed;
    above.length = Math.min(above.length, indent.length / 2);
    if (name.endsWith("/") && (facts === undefined || sizeIn(facts) === undefined)) above.push(name);
    return facts === undefined || name.endsWith("/") ? [] : [memberOf(above.join("") + name, facts, path)];
  });
}

function memberOf(select: string, facts: string, path: string): FileEntry {
  const size = sizeIn(facts);
  return {
    name: escapeName(select),
    path,
    select,
    kind: facts.startsWith("-> ") ? "link" : "file",
    ...(facts.includes("[denied by policy]") ? { isDenied: true } : {}),
    ...(size === undefined ? {} : { size }),
  };
}

/** The text of a message without the list of its attachments, and the attachments. */
export interface ListedAttachments {
  readonly text: string;
  readonly attachments: readonly FileEntry[];
}

/**
 * Takes the attachments out of the head of a message: after a line that introduces them, each has a line with its name,
 * type and size. The head ends with an empty line. A text with another line among them stays as it is.
 */
export function attachmentsIn(text: string, path: string): ListedAttachments {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => /^Attachments\b.*:$/.test(line));
  const end = lines.indexOf("");
  if (start < 0 || end < start) return { text, attachments: [] };
  const attachments = lines.slice(start + 1, end).map((line) => attachmentOf(line, path));
  if (!attachments.every((each) => each !== undefined)) return { text, attachments: [] };
  return { text: [...lines.slice(0, start), ...lines.slice(end)].join("\n"), attachments };
}

const attachmentPrefix = "attachment/";

/** A line of the list: the name, type and size, and the subject and sender of an attached message, in quotes. */
const listedAttachment =
  /^- attachment\/(.+?) · [^·]+ · (\d[\d.,]* ?[kKMGT]?B)(?: · (?:from )?".*")?(?: (\[denied by policy\]))?$/;

function attachmentOf(line: string, path: string): FileEntry | undefined {
  const [, listed, size, denied] = listedAttachment.exec(line) ?? [];
  const name = listed === undefined ? undefined : nameIn(listed);
  if (name === undefined || size === undefined) return undefined;
  const select = `${attachmentPrefix}${name}`;
  return {
    name: escapeName(name),
    path,
    select,
    kind: "file",
    size,
    ...(denied === undefined ? {} : { isDenied: true }),
  };
}

/** Returns the name that is listed as these words: in quotes, if it would not be visible as it is. */
function nameIn(listed: string): string | undefined {
  if (!listed.startsWith('"')) return listed;
  try {
    const name: unknown = JSON.parse(listed);
    return typeof name === "string" && listedName(name) === listed ? name : undefined;
  } catch {
    return undefined;
  }
}
