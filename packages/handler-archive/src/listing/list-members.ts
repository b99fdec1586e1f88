import { text, type HandlerEvent } from "@reader/core/handler";
import type { ArchiveSummary, Member } from "../member.ts";
import { createTree } from "./tree.ts";

/** Lines that are given at once. */
const batchLines = 64;

/** The lines of members; gives the sums over them. What a failing archive gave before is not lost. */
export async function* listMembers(members: AsyncIterable<Member>): AsyncGenerator<HandlerEvent, ArchiveSummary> {
  const tree = createTree();
  const sums = { members: 0, folders: 0, encrypted: 0, bytes: 0 };
  let lines = "";
  try {
    for await (const member of members) {
      sums.members += 1;
      sums.bytes += member.bytes ?? 0;
      lines += tree.add(member);
      if (sums.members % batchLines !== 0 || lines === "") continue;
      yield text(lines);
      lines = "";
    }
  } catch (error) {
    if (lines !== "") yield text(lines);
    throw error;
  }
  if (lines !== "") yield text(lines);
  return sums;
}
