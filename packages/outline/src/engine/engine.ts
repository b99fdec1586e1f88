import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import type * as TreeSitter from "web-tree-sitter";
import { maxEngines } from "../model/limits.ts";
import { lastAtMost } from "../model/line-table.ts";
import type { Match, Span } from "../model/match.ts";

/** The name of a grammar of `@vscode/tree-sitter-wasm`, as in its file: `python`, `c-sharp`. */
export type GrammarName = string;

/** A text to parse and the query to run on it. */
export interface Search {
  readonly grammar: GrammarName;
  /** The query, in tree-sitter's query language. */
  readonly query: string;
  readonly text: string;
  /** When to stop parsing, by `performance.now()`. */
  readonly parseUntil: number;
  /** When to stop the query, by `performance.now()`. */
  readonly searchUntil: number;
}

/** The result of a search. */
export interface SearchResult {
  /** Matches in unspecified order. */
  readonly matches: readonly Match[];
  /** True if the time limit was reached before the end of the text. */
  readonly isCut: boolean;
  /** Syntax errors. */
  readonly faults: readonly Span[];
}

/** Why a search failed: the time limit was reached, or the engine crashed and is replaced. */
export type SearchFailure = "late" | "broken";

interface Engine {
  readonly module: typeof TreeSitter;
  readonly languages: Map<GrammarName, Promise<TreeSitter.Language>>;
  /** Queries by grammar and text; compiling the largest takes some 100 ms. */
  readonly queries: Map<string, TreeSitter.Query>;
}

let engine: Promise<Engine> | undefined;
let engineCount = 0;

/** Objects of crashed engines. If they were collected, their finalizers would run in corrupt memory. */
const wreckage: unknown[] = [];

/**
 * Parses a text and returns the matches of a query. Frees all engine objects: objects that outlive their tree corrupt
 * the next parse when they are collected.
 */
export async function search(wanted: Search): Promise<SearchResult | SearchFailure> {
  if (engine === undefined && engineCount >= maxEngines) return "broken";
  const loaded = await (engine ??= load());
  const language = await languageOf(loaded, wanted.grammar);
  const query = queryOf(loaded, language, wanted);
  const parser = new loaded.module.Parser();
  try {
    const result = compilePlainly(() => runSearch(parser.setLanguage(language), query, wanted));
    parser.delete();
    return result;
  } catch {
    // A trap, such as an out-of-bounds access, leaves the engine's memory corrupt.
    wreckage.push(loaded, parser, query, language);
    engine = undefined;
    return "broken";
  }
}

/** Loads the engine, grammar and query ahead of a search. Never rejects; the search reports the error. */
export async function prepareSearch({ grammar, query }: Pick<Search, "grammar" | "query">): Promise<void> {
  if (engine === undefined && engineCount >= maxEngines) return;
  try {
    const loaded = await (engine ??= load());
    queryOf(loaded, await languageOf(loaded, grammar), { grammar, query });
  } catch {
    // The search meets the error again.
  }
}

/** Matches syntax errors: unexpected and missing nodes. */
const faultsPattern = "[(ERROR) (MISSING)] @fault";

/** The capture of the pattern above, which no language uses. */
const faultName = "fault";

function runSearch(
  parser: TreeSitter.Parser,
  query: TreeSitter.Query,
  { text, parseUntil, searchUntil }: Search,
): SearchResult | SearchFailure {
  const isLate = lateness(parseUntil);
  const tree = parseUnless(isLate, parser, text);
  if (tree === null) return "late";
  wreckage.push(tree);
  let isCut = false;
  const isOver = lateness(searchUntil);
  const found = query.matches(tree.rootNode, { progressCallback: () => (isCut = isOver()) });
  const { matches, ...rest } = sorted(found, { isCut, length: text.length });
  const result = { ...rest, matches: joinNames(matches, text) };
  tree.delete();
  wreckage.pop();
  return result;
}

/** Maximum number of characters that the lexer gets at once. Shorter pieces cost time for all texts. */
const pieceCharacters = 1024;

/**
 * Parses a text unless `isLate` returns true meanwhile; then returns `null`. The engine reports progress once in a
 * hundred steps, but one step may read ahead to the end of the text, as the scanner of shell scripts does at each line
 * with a fault. So each piece that it reads is progress too, and the text ends where time is over.
 */
export function parseUnless(isLate: () => boolean, parser: TreeSitter.Parser, text: string): TreeSitter.Tree | null {
  let isStopped = false;
  const stops = (): boolean => (isStopped ||= isLate());
  const read = (index: number): string | undefined =>
    stops() ? undefined : text.slice(index, index + pieceCharacters);
  // The types declare no result, but parsing stops if it returns true.
  const tree = parser.parse(read, null, { progressCallback: stops });
  if (!isStopped) return tree;
  // A tree of a text that was cut off.
  tree?.delete();
  return null;
}

/** Number of engine callbacks per clock check. There are some hundred callbacks per millisecond. */
const callsPerLook = 32;

function lateness(until: number): () => boolean {
  let calls = 0;
  let isLate = false;
  return () => {
    calls += 1;
    if (!isLate && calls % callsPerLook === 1) isLate = performance.now() > until;
    return isLate;
  };
}

/** Separates matches and faults. Faults are dropped if the time limit was reached. */
function sorted(
  found: readonly TreeSitter.QueryMatch[],
  { isCut, length }: { readonly isCut: boolean; readonly length: number },
): SearchResult {
  const matches: Match[] = [];
  const faults: Span[] = [];
  for (const { captures } of found) {
    const [first] = captures;
    if (first?.name !== faultName)
      matches.push(new Map(captures.map(({ name, node }) => [name, spanOf(node, length)])));
    else if (!isCut) faults.push(spanOf(first.node, length));
  }
  return { matches, isCut, faults };
}

/** Returns the range of a node. Throws if it is not inside a text of `length` characters: the engine's memory is corrupt. */
export function spanOf({ startIndex: start, endIndex: end }: NodeRange, length: number): Span {
  const isSound =
    Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end && end <= length;
  if (!isSound) throw new RangeError(`A node from ${start} to ${end} of ${length} characters.`);
  return { start, end };
}

type NodeRange = Pick<TreeSitter.Node, "startIndex" | "endIndex">;

function queryOf(
  loaded: Engine,
  language: TreeSitter.Language,
  { grammar, query }: Pick<Search, "grammar" | "query">,
): TreeSitter.Query {
  const key = `${grammar}\n${query}`;
  const known = loaded.queries.get(key);
  if (known !== undefined) return known;
  const compiled = new loaded.module.Query(language, `${query}\n${faultsPattern}`);
  loaded.queries.set(key, compiled);
  return compiled;
}

function languageOf({ module, languages }: Engine, grammar: GrammarName): Promise<TreeSitter.Language> {
  const known = languages.get(grammar);
  if (known !== undefined) return known;
  const file = createRequire(import.meta.url).resolve(`@vscode/tree-sitter-wasm/wasm/tree-sitter-${grammar}.wasm`);
  const language = module.Language.load(file);
  languages.set(grammar, language);
  return language;
}

async function load(): Promise<Engine> {
  engineCount += 1;
  const module = await importEngine(engineCount);
  await module.Parser.init();
  return { module, languages: new Map(), queries: new Map() };
}

/** Imports the engine. Each module has one engine, so further ones are imported under another URL. */
async function importEngine(count: number): Promise<typeof TreeSitter> {
  if (count === 1) return import("web-tree-sitter");
  const wasm = createRequire(import.meta.url).resolve("web-tree-sitter/web-tree-sitter.wasm");
  const address = `${pathToFileURL(join(dirname(wasm), "web-tree-sitter.js")).href}?engine=${count}`;
  return (await import(address)) as typeof TreeSitter;
}

/**
 * Runs code that calls WebAssembly functions for the first time without tier-up compilation. The lexers of grammars are
 * single functions of up to 100 KB, and the optimising compiler needs hundreds of megabytes for each. The V8 flags
 * apply to the whole process and are reset after the run.
 */
export function compilePlainly<Result>(run: () => Result, setFlag: (flag: string) => void = setKnownFlag): Result {
  for (const flag of speedFlags) setFlag(`--no-${flag}`);
  try {
    return run();
  } finally {
    for (const flag of speedFlags) setFlag(`--${flag}`);
  }
}

/** Both flags are needed to disable the optimising compiler. */
const speedFlags = ["wasm-tier-up", "wasm-dynamic-tiering"] as const;

function setKnownFlag(flag: string): void {
  try {
    setFlagsFromString(flag);
  } catch {
    // Only V8 has the flags.
  }
}

/** Matches the text before the name in a declarator: pointers, references, and words such as `const`. */
const beforeName = /^[\s*&\w]*$/;

/** Maximum number of characters of a name created by a macro. */
const maxMacroName = 60;

const macroName = /^\w+\s*\(\s*\w+\s*\)$/;

/**
 * Names declarations with a `@declarator` after the first `@named` inside it, and drops those without one. Query
 * patterns for every pointer depth would take longer to compile than most files to parse.
 */
function joinNames(matches: readonly Match[], text: string): readonly Match[] {
  const named = matches.filter((match) => match.has("named")).toSorted((left, right) => startOf(left) - startOf(right));
  const starts = named.map(startOf);
  const nameIn = (declarator: Span): Span | undefined => {
    const { start } = declarator;
    const found = named[(starts[0] ?? 0) >= start ? 0 : lastAtMost(starts, start - 1) + 1];
    return found === undefined ? undefined : nameOf(found, declarator, text);
  };
  return matches.flatMap((match) => {
    if (match.has("named")) return [];
    const declarator = match.get("declarator");
    if (declarator === undefined) return [match];
    const name = nameIn(declarator);
    if (name === undefined) return [];
    const rest = [...match].filter(([capture]) => capture !== "declarator");
    return [new Map([...rest, ["name", name]])];
  });
}

/** Returns the name in a declarator, or `undefined` if the first name belongs to something else. */
function nameOf(found: Match, { start, end }: Span, text: string): Span | undefined {
  const [name, whole] = [found.get("name"), found.get("named")];
  if (name === undefined || whole === undefined || name.end > end) return undefined;
  if (!beforeName.test(text.slice(start, name.start))) return undefined;
  // `void VG_(exit)(int status)`: a macro creates the name.
  if (!/^\s*\(/.test(text.slice(whole.end, Math.min(end, whole.end + maxMacroName)))) return name;
  return macroName.test(text.slice(whole.start, Math.min(whole.end, whole.start + maxMacroName))) ? whole : undefined;
}

function startOf(match: Match): number {
  return match.get("named")?.start ?? 0;
}
