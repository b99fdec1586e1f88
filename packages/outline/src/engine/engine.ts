import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";
import type * as TreeSitter from "web-tree-sitter";
import { maxEngines } from "../model/limits.ts";
import { lastAtMost } from "../model/line-table.ts";
import type { Match, Span } from "../model/match.ts";

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

/**
 * Runs what calls functions of WebAssembly for the first time, which V8 then compiles once and never again for speed.
 * The lexers of grammars are single functions of up to 100 KB: the optimising compiler takes hundreds of megabytes for
 * each, for longer than outlines take. The flags hold for all of the process, and so no longer than the run.
 */
export function compilePlainly<Result>(run: () => Result, setFlag: (flag: string) => void = setKnownFlag): Result {
  for (const flag of speedFlags) setFlag(`--no-${flag}`);
  try {
    return run();
  } finally {
    for (const flag of speedFlags) setFlag(`--${flag}`);
  }
}

/** Either alone leaves the other to start the optimising compiler. */
const speedFlags = ["wasm-tier-up", "wasm-dynamic-tiering"] as const;

function setKnownFlag(flag: string): void {
  try {
    setFlagsFromString(flag);
  } catch {
    // Only V8 has the flag; other engines compile as they do.
  }
}

/** What stands before the name in a declarator: pointers, references, and words such as `const`. */
const beforeName = /^[\s*&\w]*$/;

/** Characters of a name that a macro makes. */
const maxMadeName = 60;

const madeName = /^\w+\s*\(\s*\w+\s*\)$/;

/**
 * Gives declarations with a `@declarator` the name of the `@named` that stands first in it, and drops those without one:
 * patterns for every depth of pointers before a name would take longer to compile than most files to parse.
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

/** The name in a declarator by the first part of it that has one; undefined where that names something else. */
function nameOf(found: Match, { start, end }: Span, text: string): Span | undefined {
  const [name, whole] = [found.get("name"), found.get("named")];
  if (name === undefined || whole === undefined || name.end > end) return undefined;
  if (!beforeName.test(text.slice(start, name.start))) return undefined;
  // `void VG_(exit)(int status)`: a macro makes the name.
  if (!/^\s*\(/.test(text.slice(whole.end, Math.min(end, whole.end + maxMadeName)))) return name;
  return madeName.test(text.slice(whole.start, Math.min(whole.end, whole.start + maxMadeName))) ? whole : undefined;
}

function startOf(match: Match): number {
  return match.get("named")?.start ?? 0;
}
