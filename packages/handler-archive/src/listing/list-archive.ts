import { extent, type HandlerContext, type HandlerEvent, notice, quoted, text } from "@reader/core/handler";
import { listedName, named, readableSize } from "@reader/core/render";
import { type Archive, type ArchiveSummary, type Member, type MemberKind, summarize } from "../bytes/member.ts";

/**
 * Number of members read before the first line, so that the header can summarise a small archive: one page of lines.
 */
const mostAhead = 2000;

/** Yields the list of an archive: a header, then its members as a tree. */
export async function* listArchive(
  archive: Archive,
  fileBytes: number,
  { areDenied }: Pick<HandlerContext, "areDenied">,
): AsyncGenerator<HandlerEvent> {
  const isLarge = archive.summary !== undefined && archive.summary.members > mostAhead;
  const ahead = await lookAhead(archive.members(), isLarge ? 0 : mostAhead);
  const summary = archive.summary ?? summarize(ahead.first);
  const isWhole = ahead.isWhole || archive.summary !== undefined;
  yield* head(archive, fileBytes, { summary, isWhole });
  const { members } = yield* listMembers(ahead.isWhole ? inOrder(ahead.first) : ahead.members(), areDenied);
  if (!isWhole) yield extent("entry", members);
}

function* head(archive: Archive, fileBytes: number, counted: Counted): Generator<HandlerEvent> {
  const { summary, isWhole } = counted;
  yield extent("entry", summary.members, isWhole ? "exact" : "at-least");
  for (const note of archive.notes) yield notice(note);
  yield text(headLines(archive, fileBytes, counted));
  if (isWhole && summary.members === 0) yield notice("The archive has no members.");
}

/** Sorts by name, each folder before its content, because programs store members in any order. */
async function* inOrder(members: readonly Member[]): AsyncGenerator<Member> {
  const keyed = members.map((member) => ({ member, key: member.name.replaceAll("/", "\0") }));
  for (const { member } of keyed.toSorted((one, other) => compare(one.key, other.key))) yield member;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Maximum length of a comment, in characters. */
const mostCommentCharacters = 1000;

/** Returns the header of a listing: the kind of archive, its number of members and its sizes. */
function headLines(archive: Archive, fileBytes: number, counted: Counted): string {
  const { summary, isWhole } = counted;
  const { members, encrypted, bytes } = summary;
  const sizes = `${readableSize(fileBytes)}${isWhole ? `, ${readableSize(bytes)} unpacked` : ""}`;
  const parts = [
    archive.kind,
    `${members} ${members === 1 ? "member" : "members"}${isWhole ? "" : " or more"}`,
    sizes,
    ...(encrypted === 0 ? [] : [`${encrypted} encrypted`]),
  ];
  return `${parts.join(" · ")}\n${commentLine(archive.comment)}\n`;
}

/** What is known about the members when the header is written. */
interface Counted {
  readonly summary: ArchiveSummary;
  readonly isWhole: boolean;
}

function commentLine(comment: string): string {
  const line = comment.slice(0, mostCommentCharacters).replaceAll(/\s+/g, " ").trim();
  return line === "" ? "" : `Comment: ${quoted(`${line}${comment.length > mostCommentCharacters ? "…" : ""}`)}\n`;
}

/** The first members of an archive, and all of them in order. */
interface LookedAhead {
  readonly first: readonly Member[];
  /** True if there are no more members, or the archive is damaged after them. */
  readonly isWhole: boolean;
  /** All members. Throws if the archive is damaged. */
  members(): AsyncIterable<Member>;
}

/**
 * Reads up to `most` members ahead. Their facts remain available, but not their content. Rejects if not even the first
 * can be read.
 */
async function lookAhead(members: AsyncIterable<Member>, most: number): Promise<LookedAhead> {
  const iterator = members[Symbol.asyncIterator]();
  const first: Member[] = [];
  let fault: { readonly error: unknown } | undefined;
  let isWhole = false;
  try {
    while (first.length < most && !isWhole) {
      const step = await iterator.next();
      if (step.done === true) isWhole = true;
      else first.push(step.value);
    }
  } catch (error) {
    if (first.length === 0) throw error;
    fault = { error };
  }
  return {
    first,
    isWhole,
    async *members() {
      yield* first;
      if (fault !== undefined) throw fault.error;
      if (!isWhole) yield* { [Symbol.asyncIterator]: () => iterator };
    },
  };
}

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
  other: "[not a file]",
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
      if (twin === undefined && relative !== undefined)
        remarks.push(`[same name as entry ${relative} except for case]`);
      if (twin !== undefined && kind !== "folder") remarks.push(`[same name as entry ${twin}: this is entry ${index}]`);
      return remarks;
    },
  };
}

/** True if a careless unpacker would write outside its folder: `../x`, `/x`, `C:\x`. */
function leadsOut(name: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(name);
}
