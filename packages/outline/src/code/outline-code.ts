import type { Draft, Drafts } from "../model/draft.ts";
import { prepareSearch, type GrammarName, type Search, type SearchResult } from "../engine/engine.ts";
import type { Language } from "../languages/language.ts";
import {
  defaultTimeMs,
  longRetryShare,
  maxParsedCharacters,
  maxPiecesMs,
  maxRetryMs,
  minCondensedCharacters,
  parseShare,
  retryShare,
  searchShare,
} from "../model/limits.ts";
import { createLineTable } from "../model/line-table.ts";
import { condenseCode } from "./condense/condense-code.ts";
import { findingsOf, type Findings } from "./entries/definition.ts";
import { scanTopLevel } from "./search/scan-top-level.ts";
import { searchPieces } from "./search/pieces.ts";
import { searchChunks } from "./search/chunks.ts";
import { tidy } from "./entries/tidy.ts";
import { nestDefinitions } from "./entries/tree.ts";

/** A request for the outline of code. */
export interface CodeRequest {
  readonly text: string;
  readonly language: Language;
  readonly fileName: string;
  /** Time limit in milliseconds. Default: `defaultTimeMs`. */
  readonly timeMs?: number | undefined;
}

/** Outlines code. If it is too long to parse, scans its lines for declarations. */
export async function outlineCode(request: CodeRequest): Promise<Drafts> {
  const { text, language, timeMs = defaultTimeMs } = request;
  if (text.length > maxParsedCharacters) {
    const truncatedBy = { limit: "maxParsedCharacters", value: maxParsedCharacters };
    return { ...scanTopLevel(text, language.declaration), truncatedBy };
  }
  const begin = performance.now();
  const wanted = wantedOf(request, { begin, timeMs });
  const retryUntil = begin + retryMs(text, timeMs);
  const isLong = wanted.text.length >= minCondensedCharacters;
  const condensed = isLong ? condenseCode(wanted.text, wanted.grammar) : undefined;
  const found = await searchChunks({ wanted, language, condensed, retryUntil });
  if (found === "broken") return { drafts: [], truncated: true };
  if (found === "late") {
    return { ...scanTopLevel(text, language.declaration), truncatedBy: { limit: "timeMs", value: timeMs } };
  }
  const piecesUntil = isLong
    ? Math.min(wanted.searchUntil, Math.max(performance.now(), retryUntil) + maxPiecesMs)
    : retryUntil;
  const again = { ...wanted, parseUntil: piecesUntil, searchUntil: piecesUntil };
  const { matches, isCut } = await withoutFaults(again, found, language);
  return draftsOf(request, { findings: findingsOf(matches), isCut, reached: found.reached });
}

interface Found {
  readonly findings: Findings;
  readonly isCut: boolean;
  /** Offset up to which the text was parsed. */
  readonly reached: number;
}

function draftsOf(request: CodeRequest, { findings, isCut, reached }: Found): Drafts {
  const { text, language } = request;
  const nested = nestDefinitions(findings, { text, lines: createLineTable(text), language });
  return { drafts: [...tidy(nested.roots), ...restOf(request, reached)], truncated: isCut || nested.isCut };
}

/** Scans the lines after the parsed part for declarations. */
function restOf({ text, language }: CodeRequest, from: number): readonly Draft[] {
  return from >= text.length ? [] : scanTopLevel(text, language.declaration, from).drafts;
}

function retryMs(text: string, timeMs: number): number {
  const shareMs = timeMs * retryShare;
  const longMs = Math.max(maxRetryMs, timeMs * longRetryShare);
  return text.length < minCondensedCharacters ? shareMs : Math.min(shareMs, longMs);
}

async function withoutFaults(searched: Search, found: SearchResult, language: Language): Promise<SearchResult> {
  const isLate = performance.now() > searched.parseUntil;
  return found.faults.length === 0 || isLate ? found : searchPieces(searched, found, language);
}

/** Loads the grammar of a file while its bytes are read. Never rejects. */
export async function prepareCode(language: Language, fileName: string): Promise<void> {
  await prepareSearch({ grammar: grammarOf(language, fileName), query: language.query });
}

interface Clock {
  /** By `performance.now()`. */
  readonly begin: number;
  readonly timeMs: number;
}

function wantedOf({ text, language, fileName }: CodeRequest, { begin, timeMs }: Clock): Search {
  const { query, prepare } = language;
  return {
    grammar: grammarOf(language, fileName),
    query,
    text: (prepare?.(text) ?? text).replace(/\0|\r(?!\n)/g, blankOf),
    parseUntil: begin + timeMs * parseShare,
    searchUntil: begin + timeMs * searchShare,
  };
}

function grammarOf({ grammar }: Language, fileName: string): GrammarName {
  return typeof grammar === "string" ? grammar : grammar(fileName);
}

/** Grammars read NUL as the end of the text and do not end comments at a lone CR. */
function blankOf(character: string): string {
  return character === "\r" ? "\n" : " ";
}
