import {
  type Place,
  type Reader,
  type ReadErrorData,
  type ReadOutcome,
  type ReadRequest,
  textOnly,
  type TextSection,
} from "@reader/core";
import { renderTexts } from "@reader/core/render";
import { isOfNames, type ToolGutter } from "../answer/read-answer.ts";
import type { FindRequest } from "./find-request.ts";
import type { WalkedFile } from "./walk.ts";

/** Maximum number of matches of one file in an answer. A read of the file shows the others. */
const maxMatchesOfFile = 50;

/** One match, for programs. */
export interface FileMatch {
  readonly path: string;
  readonly line: number;
  readonly at?: Place;
}

/** The result of searching one file. */
export interface SearchedFile {
  readonly file: WalkedFile;
  /** Relative to its root, and safe to show. */
  readonly path: string;
  readonly matches: readonly FileMatch[];
  /** Numbered lines; empty without matches. */
  readonly text: string;
  /** The request for the remaining matches. */
  readonly next?: ReadRequest;
  /** The last line that was searched, if the answer had no room for more matches of this file. */
  readonly fullAfter?: number;
  /** True if it is an archive. Of an archive, the list of its files was searched. */
  readonly isArchive?: boolean;
  /** Number of its scans and images whose text was not recognised. */
  readonly unrecognised?: number;
  /** True if it was not read, because it has no other text. */
  readonly isSkipped?: boolean;
  /** Why the file was not searched to its end. */
  readonly error?: ReadErrorData;
}

/** The search that is applied to each file. */
export interface Search {
  readonly reader: Reader;
  readonly request: FindRequest;
  readonly gutter: ToolGutter;
  /** Returns how many more matches fit into the answer. */
  readonly room: () => number;
  readonly signal: AbortSignal;
}

/** Searches one file. Never rejects. */
export async function searchFile(search: Search, file: WalkedFile): Promise<SearchedFile> {
  if (file.isDenied) return { file, path: file.rooted, matches: [], text: "", error: denied };
  const { pattern: find, context, isExact } = search.request;
  const room = Math.max(1, search.room());
  const most = Math.min(maxMatchesOfFile, room);
  const { path, offset } = file;
  const start = offset === undefined ? {} : { offset };
  const limit = most * (1 + 2 * context);
  const request: ReadRequest = {
    path,
    find,
    ...(isExact ? { exact: true } : {}),
    context,
    ...start,
    limit,
    view: "text",
  };
  const { recognises: recognise } = search.request;
  const outcome = await search.reader.read(request, { capabilities: textOnly, signal: search.signal, recognise });
  const shown = outcome.parts.filter((part) => part.type === "text" && part.matches !== undefined) as TextSection[];
  const { sections, cutAfter } = upToMatches(shown, most, context);
  const read = { file, path: outcome.path, ...foundIn(outcome, sections, search), ...unrecognisedIn(outcome) };
  if (!outcome.ok) return { ...read, error: outcome.error };
  const found = { ...read, isArchive: isOfNames(outcome) };
  const next = nextOf(cutAfter === undefined ? outcome.next?.request : { ...request, offset: cutAfter + 1 });
  if (next === undefined) return found;
  return { ...found, next, ...(most === room && next.offset !== undefined ? { fullAfter: lineBefore(next) } : {}) };
}

function foundIn(
  outcome: ReadOutcome,
  sections: readonly TextSection[],
  { request, gutter }: Search,
): Pick<SearchedFile, "matches" | "text"> {
  const matches = sections.flatMap((section) => matchesOf(outcome.path, section));
  const text = matches.length === 0 ? "" : renderTexts({ ...outcome, parts: sections }, { gutter }).content;
  return { matches, text: request.context === 0 ? withoutGaps(text) : text };
}

function unrecognisedIn({ notices }: ReadOutcome): Pick<SearchedFile, "unrecognised"> {
  const notice = notices.find(({ code }) => code === "text-not-recognised");
  return notice?.code === "text-not-recognised" ? { unrecognised: notice.count } : {};
}

/** A long line that is shown in part counts as searched. A read shows the rest. */
function lineBefore({ offset = 1, column }: ReadRequest): number {
  return column === undefined ? offset - 1 : offset;
}

/** Removes the gap marks, because without context nearly every match has one. */
function withoutGaps(text: string): string {
  return text.replaceAll("\n⋮\n", "\n");
}

const denied: ReadErrorData = { code: "denied-by-policy", message: "It is denied.", hint: "Go on without it." };

function matchesOf(path: string, { matches = [], at }: TextSection): readonly FileMatch[] {
  return matches.map((line) => ({ path, line, ...(at === undefined ? {} : { at }) }));
}

/** Removes the fields that only this search needs from the request for the rest of a file. */
function nextOf(request: ReadRequest | undefined): ReadRequest | undefined {
  if (request === undefined) return undefined;
  const { view: _, limit: __, ...rest } = request;
  return rest;
}

/** Sections up to the maximum number of matches. */
interface CutSections {
  readonly sections: readonly TextSection[];
  /** The last match that is shown, if others were omitted. */
  readonly cutAfter?: number;
}

/** Keeps `most` matches with the context of the last one. If contexts overlap, a read returns more matches than wanted. */
function upToMatches(sections: readonly TextSection[], most: number, context: number): CutSections {
  const kept: TextSection[] = [];
  let left = most;
  let last: number | undefined;
  for (const section of sections) {
    const { matches = [] } = section;
    if (left === 0) return { sections: kept, ...(last === undefined ? {} : { cutAfter: last }) };
    if (matches.length > left) {
      const cutAfter = matches[left - 1] ?? section.firstLine;
      return { sections: [...kept, cutSection(section, cutAfter, context)], cutAfter };
    }
    kept.push(section);
    left -= matches.length;
    last = matches.at(-1) ?? last;
  }
  return { sections: kept };
}

function cutSection(section: TextSection, match: number, context: number): TextSection {
  const lines = section.text.split("\n").slice(0, match + context - section.firstLine + 1);
  const end = section.firstLine + lines.length;
  return {
    ...section,
    text: lines.join("\n"),
    lineCount: lines.length,
    matches: (section.matches ?? []).filter((line) => line <= match),
    ...(section.clips === undefined ? {} : { clips: section.clips.filter(({ line }) => line < end) }),
  };
}
