import {
  imageTokens,
  type Capabilities,
  type Place,
  type ReadOutcome,
  type ReadRequest,
  type ResultPart,
  type TextSection,
} from "@reader/core";
import { pictureOf } from "./picture.ts";
import type { SeenBlock } from "./wire/seen.ts";

/** What stands where lines are left out. */
const gapLine = "⋮";

/** With what, and as what, a file was read. */
interface View {
  readonly capabilities: Capabilities;
  /** What was asked for: it opens the same file again. */
  readonly path: string;
}

/** A part, the place of the one before it, and the path of both. */
interface Step {
  readonly part: ResultPart;
  readonly before: Place | undefined;
  readonly path: string;
}

interface Cursor {
  readonly lines: readonly string[];
  at: number;
}

/**
 * The content of an answer by what it is, so that it can be shown as that. Nothing is added and nothing is lost: the
 * texts of the blocks, joined by line ends, are `content`, which is what the model gets.
 */
export function seenBlocks(outcome: ReadOutcome, content: string, view: View): readonly SeenBlock[] {
  const { capabilities, path } = view;
  if (content === "") return [];
  const cursor: Cursor = { lines: content.split("\n"), at: 0 };
  const { parts } = outcome;
  const blocks = parts.flatMap((part, index) => [
    ...leadIn(cursor, { part, before: parts[index - 1]?.at, path }),
    partBlock(cursor, part, capabilities),
  ]);
  const rest = cursor.lines.slice(cursor.at);
  return rest.length === 0 ? blocks : [...blocks, { kind: "outline", text: rest.join("\n") }];
}

/**
 * The lines before a part. Text starts with a number, and nothing before it does; what stands before media is known from
 * their place, because a name of a place can look like the line of a picture.
 */
function leadIn(cursor: Cursor, { part, before, path }: Step): readonly SeenBlock[] {
  const start = cursor.at;
  if (part.type !== "text") cursor.at += isSamePlace(part.at, before) ? 0 : 1;
  else while (cursor.at < cursor.lines.length && !isNumbered(cursor.lines[cursor.at] ?? "")) cursor.at += 1;
  const isContinued = part.type === "text" && (part.firstColumn ?? 1) > 1;
  return cursor.lines.slice(start, cursor.at).map((text, index, all): SeenBlock => {
    if (text === gapLine || (isContinued && index === all.length - 1)) return { kind: "mark", text };
    return { kind: "place", text, ...placeFacts(part, path) };
  });
}

/** A part without a place starts none. */
function isSamePlace(place: Place | undefined, before: Place | undefined): boolean {
  if (place === undefined) return true;
  return place.unit === before?.unit && place.index === before.index && place.label === before.label;
}

function placeFacts(part: ResultPart, path: string): { readonly at?: Place; readonly request?: ReadRequest } {
  const { at } = part;
  if (at === undefined) return {};
  return { at, request: { path, ...addressOf(at, part) } };
}

/** How a place is asked for by itself. */
function addressOf({ unit, index, label }: Place, part: ResultPart): Omit<ReadRequest, "path"> {
  if (unit === "entry") return label === undefined ? {} : { select: label };
  if (unit !== "section" && unit !== "chapter") return { pages: String(index) };
  return part.type === "text" ? { offset: part.firstLine } : {};
}

function isNumbered(line: string): boolean {
  return /^-?\d+[\t:]/.test(line);
}

function partBlock(cursor: Cursor, part: ResultPart, capabilities: Capabilities): SeenBlock {
  const text = take(cursor, part.type === "text" ? lineCountOf(part) : 1);
  switch (part.type) {
    case "text":
      return { kind: "lines", text, ...(part.at === undefined ? {} : { at: part.at }) };
    case "image":
      return { kind: "image", text, picture: pictureOf(part), tokens: imageTokens(part, capabilities.images) };
    case "document":
      return { kind: "document", text, name: part.name, bytes: part.data.length };
  }
}

function lineCountOf({ text }: TextSection): number {
  return text.split("\n").length;
}

function take(cursor: Cursor, count: number): string {
  const text = cursor.lines.slice(cursor.at, cursor.at + count).join("\n");
  cursor.at += count;
  return text;
}
