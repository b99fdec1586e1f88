import type { Outline, OutlineEntry, OutlineKind } from "@reader/core/handler";
import { maxEntries, maxEntryDepth, maxTitleCharacters } from "./limits.ts";

/** A mutable entry while the outline is built. */
export interface Draft {
  kind: OutlineKind;
  name: string;
  title: string;
  /** First line, from 1, inclusive. */
  first: number;
  last: number;
  children: Draft[];
}

/** Creates an entry without children. */
export function draft(fields: Omit<Draft, "children">): Draft {
  return { ...fields, children: [] };
}

/** The entries found by one outliner. */
export interface Drafts {
  readonly drafts: readonly Draft[];
  readonly truncated?: boolean;
  /** The limit that was reached, if known. */
  readonly truncatedBy?: Outline["truncatedBy"] | undefined;
}

/** Converts drafts to an outline within the limits on entries and depth. */
export function finishOutline({ drafts, truncated = false, truncatedBy }: Drafts, summary?: string): Outline {
  const room: Room = { entries: maxEntries, isCut: truncated, reached: truncatedBy };
  const entries = finishLevel(drafts, 1, room);
  return {
    entries,
    ...(summary !== undefined && { summary }),
    ...(room.isCut && { truncated: true, ...(room.reached !== undefined && { truncatedBy: room.reached }) }),
  };
}

interface Room {
  entries: number;
  isCut: boolean;
  reached: Outline["truncatedBy"];
}

function finishLevel(drafts: readonly Draft[], depth: number, room: Room): readonly OutlineEntry[] {
  if (depth > maxEntryDepth && drafts.length > 0) {
    room.isCut = true;
    room.reached ??= { limit: "maxDepth", value: maxEntryDepth };
    return [];
  }
  const entries: OutlineEntry[] = [];
  for (const each of drafts) {
    if (room.entries === 0) {
      room.isCut = true;
      room.reached ??= { limit: "maxEntries", value: maxEntries };
      break;
    }
    room.entries -= 1;
    entries.push(finishEntry(each, finishLevel(each.children, depth + 1, room)));
  }
  return entries;
}

function finishEntry({ kind, name, title, first, last }: Draft, children: readonly OutlineEntry[]): OutlineEntry {
  return { kind, name, title, lines: { first, last }, ...(children.length > 0 && { children }) };
}

/** Returns text in one line with collapsed whitespace, cut with an ellipsis if it is too long. */
export function titleOf(text: string): string {
  if (text.length <= maxTitleCharacters && !/\s/.test(text)) return text;
  // The rest would be cut anyway, and leading whitespace is shorter than this.
  const line = text
    .slice(0, maxTitleCharacters * 20)
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= maxTitleCharacters ? line : `${cutWhole(line, maxTitleCharacters - 1).trimEnd()}…`;
}

/** Returns the first characters without splitting a surrogate pair. */
function cutWhole(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd8_00 && last <= 0xdb_ff ? length - 1 : length);
}
