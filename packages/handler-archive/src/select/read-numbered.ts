import { ReadError, extent, quoted, text, type HandlerEvent, type PageRange } from "@reader/core/handler";
import type { Archive, Member } from "../bytes/member.ts";
import { placeOf, readMember, type Outer } from "./read-member.ts";

/** Reads members by their numbers, in order. Throws `out-of-range` if a number does not exist. */
export async function* readNumbered(
  archive: Archive,
  ranges: readonly PageRange[],
  outer: Outer,
): AsyncGenerator<HandlerEvent> {
  const total = archive.summary?.members;
  const spans = ranges.map((range) => spanOf(range, total, outer));
  const isSingle = spans.length === 1 && spans.every(({ first, last }) => first === last);
  if (total !== undefined) yield extent("entry", total);
  const { maxEntries } = outer.context.budget;
  const found = { seen: 0, read: 0 };
  for await (const member of membersIn(archive, spans, { found, outer })) {
    found.read += 1;
    if (found.read > maxEntries) throw tooMany(outer, maxEntries);
    yield* isSingle ? readMember(member, undefined, outer) : readOneOfMany(member, outer);
  }
  if (found.read === 0) throw noSuchMember(outer, found.seen);
}

interface Search {
  readonly found: { seen: number; readonly read: number };
  readonly outer: Outer;
}

/** Yields the members with these numbers. In a damaged archive, members after the damage do not exist. */
async function* membersIn(archive: Archive, spans: readonly Span[], { found, outer }: Search): AsyncGenerator<Member> {
  try {
    for await (const member of archive.members()) {
      found.seen += 1;
      if (spans.every(({ last }) => member.index > last)) return;
      if (spans.some(({ first, last }) => member.index >= first && member.index <= last)) yield member;
    }
  } catch (error) {
    if (!ReadError.is(error) || error.code !== "corrupt" || found.seen === 0 || found.read > 0) throw error;
    throw noSuchMember(outer, found.seen);
  }
}

interface Span {
  readonly first: number;
  readonly last: number;
}

function spanOf(range: PageRange, total: number | undefined, outer: Outer): Span {
  if ("label" in range) throw byName(outer, range.label);
  const { first, last = Number.POSITIVE_INFINITY } = range;
  if (first > 0) return { first, last };
  if (total === undefined) throw fromTheEnd(outer);
  return { first: Math.max(1, total + 1 + first), last };
}

/** A failing member does not prevent the others from being shown. */
async function* readOneOfMany(member: Member, outer: Outer): AsyncGenerator<HandlerEvent> {
  try {
    for await (const event of readMember(member, undefined, outer)) if (event.type !== "extent") yield event;
  } catch (error) {
    if (!ReadError.is(error) || isOver(error)) throw error;
    yield text(`(not shown: ${error.message})\n`, placeOf(member, outer));
  }
}

function isOver({ code, details }: ReadError): boolean {
  return code === "aborted" || code === "timed-out" || details?.limit?.name === "maxInflatedBytes";
}

function noSuchMember({ path }: Outer, total: number): ReadError {
  return new ReadError(
    "out-of-range",
    `${path} has ${total} ${total === 1 ? "member" : "members"} and none of these.`,
    {
      hint: total === 0 ? "Read it without `pages`." : `Ask for \`pages\` from 1 to ${total}.`,
      details: { total, unit: "entry" },
    },
  );
}

function byName({ path }: Outer, label: string): ReadError {
  return new ReadError("invalid-request", `The members of ${path} have numbers, and ${quoted(label, 100)} is none.`, {
    hint: "Give the name of a member as `select`.",
  });
}

function fromTheEnd({ path }: Outer): ReadError {
  return new ReadError("out-of-range", `How many members ${path} has is not known before all of it was read.`, {
    hint: "Count from the start, or give the name of a member as `select`.",
  });
}

function tooMany({ path }: Outer, value: number): ReadError {
  return new ReadError("too-large", `${path} has more than the ${value} members that are read in one go.`, {
    hint: "Ask for fewer with `pages`.",
    details: { limit: { name: "maxEntries", value } },
  });
}
