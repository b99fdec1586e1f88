import {
  extent,
  type HandlerContext,
  type HandlerEvent,
  type PageRange,
  type Place,
  quoted,
  ReadError,
  text,
} from "@reader/core/handler";
import { named } from "@reader/core/render";
import { collected, joined } from "../bytes/byte-reader.ts";
import type { Archive, Member } from "../bytes/member.ts";

/** The archive whose members are read. */
export interface Outer {
  readonly name: string;
  readonly path: string;
  readonly context: HandlerContext;
}

/** Maximum length of a label, in characters. */
const mostLabelCharacters = 200;

/** Reads a member with the handler for its type. `rest` is the selection within it. */
export async function* readMember(
  member: Member,
  rest: string | undefined,
  outer: Outer,
): AsyncGenerator<HandlerEvent> {
  const at = placeOf(member, outer);
  const words = withoutContent(member);
  if (words !== undefined) {
    yield text(`${words}\n`, at);
    return;
  }
  await refuseDenied(member.name, outer.context);
  const bytes = await contentOf(member, outer);
  if (bytes.length === 0) yield text("(an empty file)\n", at);
  for await (const event of outer.context.nested(nameOf(member), bytes, { select: rest }))
    yield placed(event, at, outer);
}

/** Throws `denied-by-policy` for a denied file, before it is unpacked. */
export async function refuseDenied(name: string, context: HandlerContext): Promise<void> {
  const [isDenied] = (await context.areDenied?.([name])) ?? [];
  if (isDenied !== true) return;
  // The reader adds the message.
  for await (const event of context.nested(name, new Uint8Array())) void event;
}

/** The unescaped name, for the policy. */
function nameOf({ name, index }: Pick<Member, "index" | "name">): string {
  return name.trim() === "" ? `member ${index}` : name;
}

/** `docs/a.md in backup.zip`. */
export function placeOf(member: Pick<Member, "index" | "name">, { name }: Outer): Place {
  return { unit: "entry", index: member.index, label: `${labelOf(member)} in ${named(name)}` };
}

/** Adds the member's place to events without one, and the outer name to members of nested archives. */
export function placed(event: HandlerEvent, at: Place, outer: Outer): HandlerEvent {
  if (event.type !== "text" && event.type !== "image" && event.type !== "document") return event;
  if (event.at === undefined) return { ...event, at };
  if (event.at.unit !== "entry") return event;
  return {
    ...event,
    at: { ...event.at, label: `${event.at.label ?? String(event.at.index)} in ${named(outer.name)}` },
  };
}

/** Returns the end of a member's name, for a label or a message. */
function labelOf({ name, index }: Pick<Member, "index" | "name">): string {
  return name.trim() === "" ? quoted(`member ${index}`) : named(name.slice(-mostLabelCharacters));
}

function withoutContent({ kind, target }: Member): string | undefined {
  const shown = named(target ?? "?");
  switch (kind) {
    case "file":
      return undefined;
    case "folder":
      return "(a folder)";
    case "link":
      return `(a symbolic link to ${shown}, which is not followed)`;
    case "hard-link":
      return `(the same file as ${shown}: select that)`;
    case "device":
    case "pipe":
    case "socket":
    case "other":
      return "(not a file: it has no content)";
  }
}

async function contentOf(member: Member, { path, context }: Outer): Promise<Uint8Array> {
  const { maxInputBytes } = context.budget;
  let length = 0;
  async function* bounded(): AsyncGenerator<Uint8Array> {
    for await (const piece of member.content()) {
      context.signal.throwIfAborted();
      length += piece.length;
      if (length > maxInputBytes) throw tooLarge(member, path, maxInputBytes);
      yield piece;
    }
  }
  return joined(await collected(bounded()));
}

function tooLarge(member: Member, path: string, value: number): ReadError {
  return new ReadError("too-large", `${labelOf(member)} in ${path} has more than ${value} bytes.`, {
    hint: "Unpack the archive first, then read a part of that file by its own path.",
    details: { limit: { name: "maxInputBytes", value } },
  });
}

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
    `${path} has ${total} ${total === 1 ? "member" : "members"} but none with these numbers.`,
    {
      hint: total === 0 ? "Read it without `pages`." : `Ask for \`pages\` from 1 to ${total}.`,
      details: { total, unit: "entry" },
    },
  );
}

function byName({ path }: Outer, label: string): ReadError {
  return new ReadError(
    "invalid-request",
    `The members of ${path} have numbers, and ${quoted(label, 100)} is not one.`,
    {
      hint: "Give the name of a member as `select`.",
    },
  );
}

function fromTheEnd({ path }: Outer): ReadError {
  return new ReadError("out-of-range", `The number of members of ${path} is unknown until all of it is read.`, {
    hint: "Count from the start, or give the name of a member as `select`.",
  });
}

function tooMany({ path }: Outer, value: number): ReadError {
  return new ReadError("too-large", `${path} has more than the ${value} requested members that one read may return.`, {
    hint: "Ask for fewer with `pages`.",
    details: { limit: { name: "maxEntries", value } },
  });
}
