import type { HandlerEvent } from "../contract/events.ts";
import type { Place } from "../contract/place.ts";
import type { Outline, OutlineEntry } from "../contract/outline.ts";

/** A heading of a document, before it is put below those around it. */
export interface Heading {
  /** From 1 for the outermost; levels may be left out. */
  readonly level: number;
  readonly title: string;
  readonly place?: Place;
}

/** Puts each heading below the last one before it that has a smaller level. */
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

/** How long headings are looked for. */
export interface HeadingSearch {
  /** Milliseconds that there are for the outline: at four fifths of it, what was found is the outline, `truncated`. */
  readonly timeMs: number;
}

/** The share of the time after which what was found must be on its way. */
const searchShare = 0.8;

/**
 * An outline of the Markdown headings in the text of events, with their places: for documents that know no better one.
 * Lines in fences are no headings.
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

/** Characters of a line that are looked at. */
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

/** A heading without closing marks, emphasis, links and escapes: what people read. */
function plainTitle(words: string): string {
  return words
    .replace(/\s+#+\s*$/, "")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/(?<!\\)(\*\*|__|\*|`)(?=\S)(.+?)(?<=[^\s\\])\1/g, "$2")
    .replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim();
}
