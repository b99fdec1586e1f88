import {
  renderTexts,
  textOnly,
  type Place,
  type ReadErrorData,
  type Reader,
  type ReadRequest,
  type ReadResult,
  type TextSection,
} from "@reader/core";
import type { ToolGutter } from "../answer/read-answer.ts";
import type { FindRequest } from "./find-request.ts";
import type { WalkedFile } from "./walk.ts";

/** Lines of one file that an answer shows, besides their context: the others are for reading that file. */
const maxLinesOfFile = 50;

/** One match, for programs. */
export interface FileMatch {
  readonly path: string;
  readonly line: number;
  readonly at?: Place;
}

/** What a search of one file gave. */
export interface SearchedFile {
  readonly file: WalkedFile;
  /** Relative to its root, and safe to show. */
  readonly path: string;
  readonly matches: readonly FileMatch[];
  /** Numbered lines; empty without matches. */
  readonly text: string;
  /** Where the rest of the matches is. */
  readonly next?: ReadRequest;
  /** Why the file was not searched to its end. */
  readonly error?: ReadErrorData;
}

/** How files are searched. */
export interface Search {
  readonly reader: Reader;
  readonly request: FindRequest;
  readonly gutter: ToolGutter;
  readonly signal: AbortSignal;
}

/** Searches one file. Never rejects. */
export async function searchFile({ reader, request, gutter, signal }: Search, file: WalkedFile): Promise<SearchedFile> {
  if (file.isDenied) return { file, path: file.rooted, matches: [], text: "", error: denied };
  const { pattern, context } = request;
  const limit = maxLinesOfFile * (1 + 2 * context);
  const asked = { path: file.path, find: pattern, context, limit, view: "text" };
  const outcome = await reader.read(asked, { capabilities: textOnly, signal });
  const sections = outcome.parts.filter((part) => part.type === "text" && part.matches !== undefined) as TextSection[];
  const matches = sections.flatMap((section) => matchesOf(outcome.path, section));
  const text = matches.length === 0 ? "" : renderTexts({ ...outcome, parts: sections }, { gutter }).content;
  return {
    file,
    path: outcome.path,
    matches,
    text: context === 0 ? withoutGaps(text) : text,
    ...(outcome.ok ? nextOf(outcome) : { error: outcome.error }),
  };
}

/** Without context nearly every match would have a gap before it, which says nothing. Lines of the file have a number. */
function withoutGaps(text: string): string {
  return text.replaceAll("\n⋮\n", "\n");
}

const denied: ReadErrorData = { code: "denied-by-policy", message: "It is denied.", hint: "Go on without it." };

function matchesOf(path: string, { matches = [], at }: TextSection): readonly FileMatch[] {
  return matches.map((line) => ({ path, line, ...(at === undefined ? {} : { at }) }));
}

/** The rest of a file is asked for without what only this search needs. */
function nextOf({ next }: ReadResult): { readonly next?: ReadRequest } {
  if (next === undefined) return {};
  const { view: _, limit: __, ...request } = next.request;
  return { next: request };
}
