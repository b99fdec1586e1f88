import { text, type HandlerContext, type HandlerEvent } from "@reader/core/handler";
import type { ArchiveSummary, Member } from "../member.ts";
import { createTree } from "./tree.ts";

/** Lines that are given at once. */
const batchLines = 64;

/** Tells which files may not be read, by their names. */
export type AreDenied = HandlerContext["areDenied"];

/** The lines of members; gives the sums over them. What a failing archive gave before is not lost. */
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
