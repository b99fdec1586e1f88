import { type HandlerContext, type HandlerEvent, text } from "@reader/core/handler";
import { listedName, named, readableSize } from "@reader/core/render";
import type { ArchiveSummary, Member, MemberKind } from "../bytes/member.ts";

/** Number of lines per event. */
const batchLines = 64;

/** Returns which of the named files may not be read. */
export type AreDenied = HandlerContext["areDenied"];

/** Yields the lines of members and returns their totals. Lines before a failure are kept. */
export async function* listMembers(
  members: AsyncIterable<Member>,
  areDenied: AreDenied,
): AsyncGenerator<HandlerEvent, ArchiveSummary> {
  const tree = createTree();
  const sums = { members: 0, folders: 0, encrypted: 0, bytes: 0 };
  let batch: Member[] = [];
  const linesOf = async (listed: readonly Member[]): Promise<string> => {
    const files = listed.filter(({ kind }) => kind === "file" || kind === "hard-link");
    const verdicts = (await areDenied?.(files.map(({ name }) => name))) ?? [];
    const denied = new Set(files.filter((_, at) => verdicts[at] === true));
    return listed.map((member) => tree.add(member, denied.has(member))).join("");
  };
  try {
    for await (const member of members) {
      sums.members += 1;
      sums.bytes += member.bytes ?? 0;
      batch.push(member);
      if (batch.length < batchLines) continue;
      const full = batch;
      batch = [];
      yield* texts(await linesOf(full));
    }
  } catch (error) {
    yield* texts(await linesOf(batch));
    throw error;
  }
  yield* texts(await linesOf(batch));
  return sums;
}

function texts(lines: string): readonly HandlerEvent[] {
  return lines === "" ? [] : [text(lines)];
}

/** Writes members as the lines of a tree, in the order in which they come. */
interface Tree {
  /** Returns the line of a member, preceded by its folder's line if the folder is new. */
  add(member: Member, isDenied?: boolean): string;
}

/** Maximum indentation. Deeper names are written as paths. */
const deepestIndent = 20;

const marks: Readonly<Partial<Record<MemberKind, string>>> = {
  device: "[device]",
  pipe: "[pipe]",
  socket: "[socket]",
  other: "[no file]",
};

/** The same marks as in a folder listing. */
const deniedMark = "[denied by policy]";

/**
 * Creates a tree writer that keeps only the parents of the last line, so that a tree can have any size. A folder is
 * repeated if its members are not adjacent. Columns are separated by tabs: name, size, date.
 */
function createTree(): Tree {
  const names = createNameBook();
  /** The parents of the next line. */
  let above: string[] = [];
  const enter = (folder: string): string => {
    above = above.filter((each) => folder.startsWith(each));
    const last = above.at(-1) ?? "";
    if (folder === last || above.length >= deepestIndent) return "";
    above.push(folder);
    return `${indent(above.length - 1)}${listedName(folder.slice(last.length))}\n`;
  };
  const lineOf = (member: Member, isDenied: boolean): string => {
    const own = member.name.slice((above.at(-1) ?? "").length);
    const facts = [factsOf(member), ...(isDenied ? [deniedMark] : []), ...names.remarks(member)].join(" ");
    return `${indent(above.length)}${shownName(own)}\t${facts}\n`;
  };
  return {
    add(member, isDenied = false) {
      const folderLine = enter(folderOf(member));
      if (member.kind !== "folder") return folderLine + lineOf(member, isDenied);
      const remarks = names.remarks(member);
      return remarks.length === 0 || folderLine === ""
        ? folderLine
        : `${folderLine.slice(0, -1)}\t${remarks.join(" ")}\n`;
    },
  };
}

function shownName(name: string): string {
  if (name.trim() !== "") return listedName(name);
  return name === "" ? "(no name)" : "(a blank name)";
}

/** Returns the folder part of a name; for a folder, the whole name. */
function folderOf({ name, kind }: Member): string {
  if (kind === "folder" && !name.endsWith("/")) return `${name}/`;
  return name.slice(0, name.lastIndexOf("/") + 1);
}

function indent(depth: number): string {
  return "  ".repeat(depth);
}

/** Returns the size and date of a file, the target of a link, and remarks. */
function factsOf({ kind, bytes, modified, target, isEncrypted, flaw }: Member): string {
  const date = modified === undefined ? "" : `\t${modified.toISOString().slice(0, 10)}`;
  const shown = named(target ?? "?");
  const remarks = [isEncrypted ? " [encrypted]" : "", flaw === undefined ? "" : ` [${flaw}]`].join("");
  if (kind === "link") return `-> ${shown}${date}${remarks}`;
  if (kind === "hard-link") return `[same file as ${shown}]${date}${remarks}`;
  return `${marks[kind] ?? (bytes === undefined ? "" : readableSize(bytes))}${date}${remarks}`;
}

/** Remembers names, to detect duplicates and case conflicts. */
interface NameBook {
  /** Returns remarks about a member's name, in brackets. Empty for a normal name. */
  remarks(member: Member): readonly string[];
}

/** Maximum number of remembered names: some 20 MB. */
const mostNames = 100_000;

/** Creates an empty name book. */
function createNameBook(): NameBook {
  /** The first entry with each name, exact and ignoring case. */
  const exact = new Map<string, number>();
  const folded = new Map<string, number>();
  return {
    remarks({ name, index, kind }) {
      const remarks = leadsOut(name) ? ["[leads out of the archive]"] : [];
      const key = name.toLowerCase();
      const [twin, relative] = [exact.get(name), folded.get(key)];
      if (twin === undefined && exact.size < mostNames) exact.set(name, index);
      if (relative === undefined && folded.size < mostNames) folded.set(key, index);
      if (twin === undefined && relative !== undefined) remarks.push(`[as entry ${relative} but for capitals]`);
      if (twin !== undefined && kind !== "folder") remarks.push(`[same name as entry ${twin}: this is entry ${index}]`);
      return remarks;
    },
  };
}

/** True if a careless unpacker would write outside its folder: `../x`, `/x`, `C:\x`. */
function leadsOut(name: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name);
}
