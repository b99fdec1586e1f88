import type { Outline, OutlineEntry, OutlineKind } from "@reader/core/handler";
import { maxEntries, maxEntryDepth, maxTitleCharacters } from "./limits.ts";

/** An entry while its outline is built: all of it may still change. */
export interface Draft {
  kind: OutlineKind;
  name: string;
  title: string;
  /** Lines from 1, both ends included. */
  first: number;
  last: number;
  children: Draft[];
}

/** An entry without children yet. */
export function draft(fields: Omit<Draft, "children">): Draft {
  return { ...fields, children: [] };
}

/** What one way of outlining has found. */
export interface Drafts {
  readonly drafts: readonly Draft[];
  readonly truncated?: boolean;
  /** The limit that was reached, if it is known. */
  readonly truncatedBy?: Outline["truncatedBy"] | undefined;
}

/** Turns drafts into an outline within the limits on entries and depth, the first ones kept. */
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

/** Text in one line, its white space collapsed, cut with an ellipsis where it is long. */
export function titleOf(text: string): string {
  if (text.length <= maxTitleCharacters && !/\s/.test(text)) return text;
  // More than this is cut anyway, and white space in front of it is not that long.
  const line = text
    .slice(0, maxTitleCharacters * 20)
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= maxTitleCharacters ? line : `${cutWhole(line, maxTitleCharacters - 1).trimEnd()}…`;
}

/** The first characters, never half of one. */
function cutWhole(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd8_00 && last <= 0xdb_ff ? length - 1 : length);
}
