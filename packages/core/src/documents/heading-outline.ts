import type { HandlerEvent } from "../contract/events.ts";
import type { Place } from "../contract/place.ts";
import type { Outline, OutlineEntry } from "../contract/outline.ts";

/** A heading of a document before nesting. */
export interface Heading {
  /** Level of the heading; 1 is the outermost. Levels may be skipped. */
  readonly level: number;
  readonly title: string;
  readonly place?: Place;
}

/** Nests each heading below the last preceding one of a smaller level. */
export function nestHeadings(headings: readonly Heading[]): readonly OutlineEntry[] {
  const entries: Growing[] = [];
  const open: { readonly level: number; readonly entry: Growing }[] = [];
  for (const { level, title, place } of headings) {
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const entry: Growing = {
      kind: "heading",
      name: title,
      title,
      ...(place === undefined ? {} : { place }),
    };
    const around = open.at(-1)?.entry;
    if (around === undefined) entries.push(entry);
    else (around.children ??= []).push(entry);
    open.push({ level, entry });
  }
  return entries;
}

interface Growing extends OutlineEntry {
  children?: Growing[];
}

/** Time limit of the search for headings. */
export interface HeadingSearch {
  /**
   * Milliseconds available for the outline. After four fifths of it, the search ends and the outline is `truncated`.
   */
  readonly timeMs: number;
}

/** Share of the time after which the search ends. */
const searchShare = 0.8;

/**
 * Builds an outline from the Markdown headings in the text of events, with their places. Used for documents without a
 * native outline. Lines in code fences are not headings.
 */
export async function headingOutline(events: AsyncIterable<HandlerEvent>, { timeMs }: HeadingSearch): Promise<Outline> {
  const started = performance.now();
  const finder = createFinder();
  for await (const event of events) {
    if (event.type === "text") finder.add(event.text, event.at);
    if (performance.now() - started > timeMs * searchShare) {
      return {
        entries: nestHeadings(finder.finish()),
        truncated: true,
        truncatedBy: { limit: "timeMs", value: timeMs },
      };
    }
  }
  return { entries: nestHeadings(finder.finish()) };
}

interface Finder {
  add(text: string, at: Place | undefined): void;
  finish(): readonly Heading[];
}

const headingLine = /^(#{1,6}) +(\S.*)$/;
const fenceLine = /^\s{0,3}(`{3,}|~{3,})/;

/** Maximum number of characters of a line that are parsed. */
const maxLineCharacters = 1000;

function createFinder(): Finder {
  const headings: Heading[] = [];
  let open = "";
  let place: Place | undefined;
  let fence: string | undefined;
  const take = (line: string): void => {
    const mark = fenceLine.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true) fence = undefined;
      return;
    }
    fence = mark;
    const found = headingLine.exec(line.slice(0, maxLineCharacters));
    const [, marks = "", words = ""] = found ?? [];
    const title = plainTitle(words);
    if (title !== "") headings.push({ level: marks.length, title, ...(place === undefined ? {} : { place }) });
  };
  return {
    add(text, at) {
      // A new place starts a new line.
      if (open !== "" && at !== place) take(open);
      if (at !== place) open = "";
      place = at;
      const lines = (open + text).split("\n");
      open = (lines.pop() ?? "").slice(0, maxLineCharacters);
      for (const line of lines) take(line);
    },
    finish() {
      take(open);
      return headings;
    },
  };
}

/** Returns the plain text of a heading, without closing marks, emphasis, links and escapes. */
function plainTitle(words: string): string {
  return words
    .replace(/\s+#+\s*$/, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/(?<!\\)(\*\*|__|\*|`)(?=\S)(.+?)(?<=[^\s\\])\1/g, "$2")
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim();
}
