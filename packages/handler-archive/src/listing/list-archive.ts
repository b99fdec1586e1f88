import { extent, type HandlerContext, type HandlerEvent, notice, quoted, text } from "@reader/core/handler";
import { readableSize } from "@reader/core/render";
import { type Archive, type ArchiveSummary, type Member, summarize } from "../bytes/member.ts";
import { listMembers } from "./list-members.ts";

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
