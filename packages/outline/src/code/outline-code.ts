import type { Drafts } from "../draft.ts";
import { search, type Search } from "../engine.ts";
import type { Language } from "../languages/language.ts";
import { maxParsedCharacters, defaultTimeMs, parseShare, retryShare, searchShare } from "../limits.ts";
import { createLineTable } from "../line-table.ts";
import { findingsOf } from "./definition.ts";
import { scanTopLevel } from "./scan-top-level.ts";
import { searchPieces } from "./pieces.ts";
import { tidy } from "./tidy.ts";
import { nestDefinitions } from "./tree.ts";

/** Code, and what is known of it. */
export interface CodeRequest {
  readonly text: string;
  readonly language: Language;
  readonly fileName: string;
  /** Milliseconds there are; `defaultTimeMs` where not given. */
  readonly timeMs?: number | undefined;
}

/** The declarations of a text; where it is too much to parse, those that a scan of its lines finds. */
export async function outlineCode(request: CodeRequest): Promise<Drafts> {
  const { text, language, timeMs = defaultTimeMs } = request;
  if (text.length > maxParsedCharacters) return scanTopLevel(text, language.declaration);
  const begin = performance.now();
  const wanted = wantedOf(request, { begin, timeMs });
  const found = await search(wanted);
  if (found === "broken") return { drafts: [], truncated: true };
  if (found === "late") return scanTopLevel(text, language.declaration);
  const retryUntil = begin + timeMs * retryShare;
  const again = { ...wanted, parseUntil: retryUntil, searchUntil: retryUntil };
  const { matches, isCut } = found.faults.length > 0 ? await searchPieces(again, found, language.declaration) : found;
  const nested = nestDefinitions(findingsOf(matches), { text, lines: createLineTable(text), language });
  return { drafts: tidy(nested.roots), truncated: isCut || nested.isCut };
}

interface Clock {
  /** By `performance.now()`. */
  readonly begin: number;
  readonly timeMs: number;
}

function wantedOf({ text, language, fileName }: CodeRequest, { begin, timeMs }: Clock): Search {
  const { grammar, query, prepare } = language;
  return {
    grammar: typeof grammar === "string" ? grammar : grammar(fileName),
    query,
    text: (prepare?.(text) ?? text).replace(/\0|\r(?!\n)/g, blankOf),
    parseUntil: begin + timeMs * parseShare,
    searchUntil: begin + timeMs * searchShare,
  };
}

/** To a grammar NUL is the end of the text, and a lone CR ends no comment. */
function blankOf(character: string): string {
  return character === "\r" ? "\n" : " ";
}
