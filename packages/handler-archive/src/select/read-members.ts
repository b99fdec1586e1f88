import { ReadError, quoted, text, type HandlerContext, type HandlerEvent, type Place } from "@reader/core/handler";
import { named } from "@reader/core/render";
import { collected, joined } from "../bytes/byte-reader.ts";
import type { Member } from "../bytes/member.ts";

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
      return "(no file: it has no content)";
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
