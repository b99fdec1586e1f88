import type { Outline, OutlineEntry, OutlineKind } from "../contract/outline.ts";
import { shortened } from "../render/words.ts";
import { cleanPlace } from "./clean-event.ts";
import { isCount, isObject, isText, MalformedEvent, type Unknown } from "./field.ts";

const kinds: Readonly<Record<OutlineKind, true>> = {
  module: true,
  class: true,
  interface: true,
  enum: true,
  type: true,
  function: true,
  method: true,
  property: true,
  constant: true,
  rule: true,
  key: true,
  heading: true,
  page: true,
  slide: true,
  sheet: true,
  cell: true,
  entry: true,
};

/** Maximum number of entries in an outline. Further ones are dropped, and the outline is marked `truncated`. */
const maxEntries = 50_000;

/** Maximum depth of an outline. Deeper levels are dropped, and the outline is marked `truncated`. */
const maxDepth = 32;

/** Maximum length of a name, title or summary, in characters. The rest is cut off. */
const maxTitleCharacters = 400;

interface Room {
  entriesLeft: number;
  isShort: boolean;
  reached?: Outline["truncatedBy"];
}

/** Copies the known fields of a handler's outline. Throws a `MalformedEvent` if it is not an outline. */
export function cleanOutline(outline: unknown): Outline {
  if (!isObject(outline) || !Array.isArray(outline["entries"])) throw new MalformedEvent("an outline without entries");
  const room: Room = { entriesLeft: maxEntries, isShort: outline["truncated"] === true };
  const entries = cleanEntries(outline["entries"], room, 1);
  const summary = isText(outline["summary"]) ? oneLine(outline["summary"]) : "";
  const reached = room.reached ?? cleanLimit(outline["truncatedBy"]);
  return {
    entries,
    ...(summary === "" ? {} : { summary }),
    ...(room.isShort ? { truncated: true, ...(reached === undefined ? {} : { truncatedBy: reached }) } : {}),
  };
}

function cleanEntries(entries: readonly unknown[], room: Room, depth: number): readonly OutlineEntry[] {
  const copies: OutlineEntry[] = [];
  for (const entry of entries) {
    if (room.entriesLeft === 0 || depth > maxDepth) {
      room.isShort = true;
      room.reached ??=
        room.entriesLeft === 0 ? { limit: "maxEntries", value: maxEntries } : { limit: "maxDepth", value: maxDepth };
      return copies;
    }
    room.entriesLeft -= 1;
    copies.push(cleanEntry(entry, room, depth));
  }
  return copies;
}

function cleanEntry(entry: unknown, room: Room, depth: number): OutlineEntry {
  if (!isObject(entry)) throw new MalformedEvent("an outline entry that is not an object");
  const { kind, name, title, children } = entry;
  if (!isKind(kind) || !isText(name) || !isText(title)) {
    throw new MalformedEvent("an outline entry without a kind, name or title");
  }
  const nested = Array.isArray(children) ? cleanEntries(children, room, depth + 1) : [];
  return {
    kind,
    name: oneLine(name),
    title: oneLine(title === "" ? name : title),
    ...linesOf(entry),
    ...(entry["place"] === undefined ? {} : { place: cleanPlace(entry["place"]) }),
    ...(nested.length === 0 ? {} : { children: nested }),
  };
}

function linesOf({ lines }: Unknown): Pick<OutlineEntry, "lines"> {
  if (lines === undefined) return {};
  if (!isObject(lines)) throw new MalformedEvent("an outline entry whose lines are not a range");
  const { first, last } = lines;
  if (isCount(first) && isCount(last) && first >= 1 && last >= first) return { lines: { first, last } };
  throw new MalformedEvent("an outline entry whose lines are not a range");
}

/** Returns the name of a limit if it is a single word, because it appears in a notice; otherwise `undefined`. */
function cleanLimit(given: unknown): Outline["truncatedBy"] {
  if (!isObject(given)) return undefined;
  const { limit, value } = given;
  return isText(limit) && /^\w{1,40}$/.test(limit) && isCount(value) ? { limit, value } : undefined;
}

function isKind(value: unknown): value is OutlineKind {
  return isText(value) && Object.hasOwn(kinds, value);
}

function oneLine(text: string): string {
  // Only the start is processed: a title may be a whole file on one line.
  const start = text.slice(0, 4 * maxTitleCharacters);
  return shortened(start.replaceAll(/\s+/g, " ").trim(), maxTitleCharacters);
}
