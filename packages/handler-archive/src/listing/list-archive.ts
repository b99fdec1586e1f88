import { extent, notice, text, type HandlerContext, type HandlerEvent } from "@reader/core/handler";
import { summarize, type Archive, type Member } from "../member.ts";
import { headLines, type Counted } from "./head-line.ts";
import { listMembers } from "./list-members.ts";
import { lookAhead } from "./look-ahead.ts";

/** Members that are looked at before the first line, so that it can tell of all of a small archive: a page of lines. */
const mostAhead = 2000;

/** The list of an archive: what it is, then its members as a tree. */
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

/** By name, each folder before what is in it: programs write members in any order. */
async function* inOrder(members: readonly Member[]): AsyncGenerator<Member> {
  const keyed = members.map((member) => ({ member, key: member.name.replaceAll("/", "\0") }));
  for (const { member } of keyed.toSorted((one, other) => compare(one.key, other.key))) yield member;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
