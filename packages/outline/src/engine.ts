import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type * as TreeSitter from "web-tree-sitter";
import { compilePlainly } from "./compile-plainly.ts";
import { joinNames } from "./code/join-names.ts";
import { maxEngines } from "./limits.ts";
import type { Match, Span } from "./match.ts";

/** A grammar of `@vscode/tree-sitter-wasm`, by the name in its file: `python`, `c-sharp`. */
export type GrammarName = string;

/** What to parse and what to look for. */
export interface Search {
  readonly grammar: GrammarName;
  /** In tree-sitter's query language. */
  readonly query: string;
  readonly text: string;
  /** When to stop parsing, by `performance.now()`. */
  readonly parseUntil: number;
  /** When to stop looking through what was parsed. */
  readonly searchUntil: number;
}

/** What was found. */
export interface SearchResult {
  /** In no order that can be relied on. */
  readonly matches: readonly Match[];
  /** The time was over before the end of the text. */
  readonly isCut: boolean;
  /** What of the text is not as its grammar wants it. */
  readonly faults: readonly Span[];
}

/** Why there are no matches: the time was over, or the engine broke, which a fresh one replaces. */
export type SearchFailure = "late" | "broken";

interface Engine {
  readonly module: typeof TreeSitter;
  readonly languages: Map<GrammarName, Promise<TreeSitter.Language>>;
  /** Queries by grammar and text; compiling the largest takes some 100 ms. */
  readonly queries: Map<string, TreeSitter.Query>;
}

let engine: Promise<Engine> | undefined;
let engineCount = 0;

/** Objects of engines that broke. Were they collected, their finalizers would run in memory that nothing can trust. */
const wreckage: unknown[] = [];

/**
 * Parses a text and gives what a query matches in it. Nothing of the engine is left behind:
 * objects that are still there when their tree is gone corrupt the next parse when they are collected.
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
    // A trap, such as memory out of bounds, leaves the engine's memory in any state.
    wreckage.push(loaded, parser, query, language);
    engine = undefined;
    return "broken";
  }
}

/**
 * Loads what a search needs that comes without a time limit, so that it is there when the text is; never rejects,
 * because the search will say what is wrong.
 */
export async function prepareSearch({ grammar, query }: Pick<Search, "grammar" | "query">): Promise<void> {
  if (engine === undefined && engineCount >= maxEngines) return;
  try {
    const loaded = await (engine ??= load());
    queryOf(loaded, await languageOf(loaded, grammar), { grammar, query });
  } catch {
    // It is met again.
  }
}

/** What no rule of a grammar takes, and what is not there although a rule wants it. */
const faultsPattern = "[(ERROR) (MISSING)] @fault";

/** The capture of the pattern above, which no language uses. */
const faultName = "fault";

function runSearch(
  parser: TreeSitter.Parser,
  query: TreeSitter.Query,
  { text, parseUntil, searchUntil }: Search,
): SearchResult | SearchFailure {
  const isLate = lateness(parseUntil);
  // The types promise no result, and the code stops where it is true.
  const tree = parser.parse(text, null, { progressCallback: isLate });
  if (tree === null) return "late";
  wreckage.push(tree);
  let isCut = false;
  const isOver = lateness(searchUntil);
  const found = query.matches(tree.rootNode, { progressCallback: () => (isCut = isOver()) });
  const { matches, ...rest } = sorted(found, isCut);
  const result = { ...rest, matches: joinNames(matches, text) };
  tree.delete();
  wreckage.pop();
  return result;
}

/** Calls of the engine between two looks at the clock: there are some hundred of them in a millisecond. */
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

/** Matches and faults; with a time that was over before the end, faults are of no use. */
function sorted(found: readonly TreeSitter.QueryMatch[], isCut: boolean): SearchResult {
  const matches: Match[] = [];
  const faults: Span[] = [];
  for (const { captures } of found) {
    const [first] = captures;
    if (first?.name !== faultName) matches.push(new Map(captures.map(({ name, node }) => [name, spanOf(node)])));
    else if (!isCut) faults.push(spanOf(first.node));
  }
  return { matches, isCut, faults };
}

function spanOf(node: TreeSitter.Node): Span {
  return { start: node.startIndex, end: node.endIndex };
}

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

/** The engine is one to a module: another one is the same module under another address. */
async function importEngine(count: number): Promise<typeof TreeSitter> {
  if (count === 1) return import("web-tree-sitter");
  const wasm = createRequire(import.meta.url).resolve("web-tree-sitter/web-tree-sitter.wasm");
  const address = `${pathToFileURL(join(dirname(wasm), "web-tree-sitter.js")).href}?engine=${count}`;
  return (await import(address)) as typeof TreeSitter;
}
