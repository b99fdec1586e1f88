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
import { nestDefinitions, type CodeDraft } from "./entries/tree.ts";

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

/** Moves entries to their owners and removes duplicates. */
function tidy(roots: readonly CodeDraft[]): CodeDraft[] {
  const defined = namesDefined(roots);
  return tidyLevel(roots, defined);
}

function tidyLevel(entries: readonly CodeDraft[], defined: ReadonlySet<string>): CodeDraft[] {
  const kept = entries.filter((entry) => !isRepeated(entry, defined));
  for (const entry of kept) entry.children = tidyLevel(withoutTwin(entry), defined);
  return joinParts(adopt(kept).toSorted((left, right) => left.first - right.first));
}

/** Returns the names with a definition, whose forward declarations can be dropped. */
function namesDefined(entries: readonly CodeDraft[], names: Set<string> = new Set()): ReadonlySet<string> {
  for (const entry of entries) {
    if (!entry.definition.isOnlyDeclared && entry.owner === undefined) names.add(entry.name);
    namesDefined(entry.children, names);
  }
  return names;
}

function isRepeated(entry: CodeDraft, defined: ReadonlySet<string>): boolean {
  return entry.definition.isOnlyDeclared && entry.kind === "function" && defined.has(entry.name);
}

/** `typedef struct point { … } point` is one entry, not two. */
function withoutTwin(entry: CodeDraft): readonly CodeDraft[] {
  const [only, ...others] = entry.children;
  if (entry.kind !== "type" || only === undefined || others.length > 0) return entry.children;
  return only.name === entry.name || only.name === `_${entry.name}` ? only.children : entry.children;
}

/** Moves members below the type of the same level that they belong to. */
function adopt(entries: readonly CodeDraft[]): CodeDraft[] {
  if (entries.every(({ owner, definition }) => owner === undefined && !definition.isDissolved)) return [...entries];
  const types: Types = new Map();
  collectTypes(entries, types);
  return entries.filter((entry) => {
    const type = entry.owner === undefined ? undefined : typeOf(entry.owner, types);
    if (type !== undefined && type !== entry) return giveTo(type, entry);
    nameAlone(entry);
    return true;
  });
}

interface Type {
  readonly entry: CodeDraft;
  /** True if it is nested in another type rather than in modules. */
  readonly isInner: boolean;
}

/** The first type by name, unqualified and qualified. */
type Types = Map<string, Type>;

interface Around {
  readonly names: readonly string[];
  readonly isInner: boolean;
}

const outermost: Around = { names: [], isInner: false };

/** Collects types of this level and below: C++ defines members outside of the namespace that declares them. */
function collectTypes(entries: readonly CodeDraft[], types: Types, around: Around = outermost): void {
  for (const entry of entries) {
    const isType = entry.owner === undefined && ["class", "interface", "enum", "type"].includes(entry.kind);
    const names = [...around.names, entry.name];
    if (isType) {
      for (let from = around.names.length; from >= 0; from -= 1) {
        const name = names.slice(from).join(".");
        if (!types.has(name)) types.set(name, { entry, isInner: around.isInner });
      }
    }
    if (isType || entry.kind === "module") collectTypes(entry.children, types, { names, isInner: isType });
  }
}

/**
 * Finds the type of an owner. In `app.Reader`, `app` may be a namespace that the file does not open; in `Writer.Store`,
 * `Writer` is another type.
 */
function typeOf(owner: string, types: Types): CodeDraft | undefined {
  const type = types.get(owner);
  if (type !== undefined) return type.entry;
  const last = types.get(owner.slice(owner.lastIndexOf(".") + 1));
  return last?.isInner === false ? last.entry : undefined;
}

function giveTo(type: CodeDraft, entry: CodeDraft): false {
  const given = entry.definition.isDissolved ? entry.children : [entry];
  for (const each of given) {
    const declared = type.children.findIndex(({ name, definition }) => name === each.name && definition.isOnlyDeclared);
    if (declared >= 0) type.children.splice(declared, 1);
    if (each.kind === "function") each.kind = "method";
    type.children.push(each);
  }
  type.children.sort((left, right) => left.first - right.first);
  return false;
}

/** Qualifies the name of a member whose type is in another file. */
function nameAlone(entry: CodeDraft): void {
  if (entry.owner === undefined) return;
  // A captured owner is the type itself, such as of an `impl` block; an owner in a name is its container.
  const isOfType = entry.kind === "class" && entry.definition.owner !== undefined;
  if (entry.definition.isDissolved || isOfType) entry.name = entry.owner;
  else {
    entry.name = `${entry.owner}.${entry.name}`;
    if (entry.kind === "function") entry.kind = "method";
  }
}

/** Joins consecutive declarations of one name that belong together, so that the name is unique. */
function joinParts(entries: readonly CodeDraft[]): CodeDraft[] {
  const groups: [CodeDraft, ...CodeDraft[]][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    if (group !== undefined && isPart(group[0], entry)) group.push(entry);
    else groups.push([entry]);
  }
  return groups.map(joined);
}

function joined([first, ...others]: [CodeDraft, ...CodeDraft[]]): CodeDraft {
  if (others.length === 0) return first;
  const roles = others.map(({ family }) => family?.role);
  const isProperty = first.family !== undefined && first.family.name !== "function";
  const overloads = `+${others.length} overload${others.length === 1 ? "" : "s"}`;
  first.title += ` (${isProperty ? `+ ${roles.join(", ")}` : overloads})`;
  first.last = Math.max(first.last, ...others.map(({ last }) => last));
  for (const { children } of others) first.children.push(...children);
  return first;
}

const overloadable: ReadonlySet<string> = new Set(["function", "method"]);

function isPart(before: CodeDraft, entry: CodeDraft): boolean {
  if (before.name !== entry.name || before.kind !== entry.kind || !overloadable.has(entry.kind)) return false;
  const family = before.family?.name;
  if (family === "function") return true;
  if (family !== entry.family?.name) return false;
  if (family !== undefined) return true;
  // Two functions with a body are separate entries.
  return before.definition.bodyStart === undefined && !before.definition.isOnlyDeclared;
}
