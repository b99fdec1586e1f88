import type { IsolatableHandler } from "@reader/isolate";
import { UsageError } from "./usage-error.ts";

const { createRequire } = process.getBuiltinModule("node:module");
const path = process.getBuiltinModule("node:path");
const { pathToFileURL } = process.getBuiltinModule("node:url");

/** Loads the handlers of other people that a command line names. Throws a `UsageError`. */
export function loadThirdParty(specifiers: readonly string[]): Promise<readonly IsolatableHandler[]> {
  return Promise.all(specifiers.map(load));
}

/**
 * Makes a handler once to learn its name and types; its files are read by another, in a process of its own. `specifier`
 * is a path or package, with the export behind `#` where it exports several functions.
 */
async function load(specifier: string): Promise<IsolatableHandler> {
  const [module = "", asked] = specifier.split("#");
  const url = urlOf(module);
  const exports = await importModule(url, module);
  const factory = pick(exports, asked, specifier);
  const made: unknown = make(exports[factory], specifier);
  if (!isHandler(made)) {
    throw new UsageError(
      `"${factory}" of ${module} makes no handler.`,
      "Give the factory behind #, as in ./mine.js#mine.",
    );
  }
  const { name, mediaTypes, sniff, annotate } = made;
  const own = { ...(sniff === undefined ? {} : { sniff }), ...(annotate === undefined ? {} : { annotate }) };
  return { name, mediaTypes, ...own, origin: { module: url, export: factory } };
}

/** A module as it is found from the working directory. */
function urlOf(module: string): string {
  if (/^(?:\.{0,2}[\\/]|[A-Za-z]:[\\/])/.test(module)) return pathToFileURL(path.resolve(module)).href;
  try {
    return pathToFileURL(createRequire(path.resolve("package.json")).resolve(module)).href;
  } catch {
    throw new UsageError(
      `There is no package ${module} here.`,
      "Install it, or give the path of a file, such as ./mine.js.",
    );
  }
}

type Exports = Readonly<Record<string, unknown>>;

async function importModule(url: string, module: string): Promise<Exports> {
  try {
    return (await import(url)) as Exports;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split("\n")[0] : "it fails";
    throw new UsageError(`The handler ${module} cannot be loaded: ${why}`, "Give a module that Node can import.");
  }
}

function pick(exports: Exports, asked: string | undefined, specifier: string): string {
  const names = Object.keys(exports).filter((name) => typeof exports[name] === "function");
  const [first] = asked === undefined ? names : names.filter((name) => name === asked);
  if (first !== undefined && (asked !== undefined || names.length === 1)) return first;
  const list = names.length === 0 ? "none" : names.join(", ");
  throw new UsageError(
    `Which function of ${specifier} makes the handler? It exports ${list}.`,
    "Give its name behind #.",
  );
}

function make(factory: unknown, specifier: string): unknown {
  try {
    return isFactory(factory) ? factory() : undefined;
  } catch {
    throw new UsageError(`The handler ${specifier} cannot be made.`, "Give one that needs no options.");
  }
}

function isFactory(value: unknown): value is () => unknown {
  return typeof value === "function";
}

function isHandler(value: unknown): value is IsolatableHandler {
  return typeof value === "object" && value !== null && "name" in value && "mediaTypes" in value && "read" in value;
}
