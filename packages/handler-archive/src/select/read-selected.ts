import { notice, type HandlerEvent } from "@reader/core/handler";
import { listMembers, type AreDenied } from "../listing/list-members.ts";
import type { Archive, Member } from "../member.ts";
import { createNearestNames } from "./nearest.ts";
import { readMember, type Outer } from "./read-member.ts";
import { createWish, type Relation } from "./wish.ts";

/** A member, the list of a folder, or a part of a member. Throws `out-of-range` with the nearest names. */
export async function* readSelected(archive: Archive, select: string, outer: Outer): AsyncGenerator<HandlerEvent> {
  for (const note of archive.notes) yield notice(note);
  const relationOf = createWish(select);
  const nearest = createNearestNames(select);
  const members = archive.members()[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await members.next();
      if (step.done === true) throw nearest.error(outer.path);
      const relation = relationOf(step.value);
      if (relation.type === "none") {
        nearest.offer(step.value.name);
        continue;
      }
      if (relation.type === "listed")
        yield* listFrom(step.value, members, { relationOf, areDenied: outer.context.areDenied });
      else yield* readMember(step.value, relation.type === "around" ? relation.rest : undefined, outer);
      return;
    }
  } finally {
    await members.return?.(undefined);
  }
}

interface ListedPart {
  readonly relationOf: (member: Member) => Relation;
  readonly areDenied: AreDenied;
}

async function* listFrom(
  first: Member,
  rest: AsyncIterator<Member>,
  { relationOf, areDenied }: ListedPart,
): AsyncGenerator<HandlerEvent> {
  async function* listed(): AsyncGenerator<Member> {
    yield first;
    for await (const member of { [Symbol.asyncIterator]: () => rest }) {
      if (relationOf(member).type === "listed") yield member;
    }
  }
  yield* listMembers(listed(), areDenied);
}
