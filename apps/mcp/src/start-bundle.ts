import type { Script } from "node:vm";

const { readFileSync, statSync } = process.getBuiltinModule("node:fs");

/** The files of a bundle, which `apps/mcp/bundle.mjs` makes. */
export const bundleFiles = {
  /** The whole program. */
  script: "serve.cjs",
  /** What V8 made of it; another version of V8 ignores it. */
  cache: "serve.cache",
} as const;

/**
 * Runs the program as one file, where there is a bundle no older than its build, and returns whether there is: to load its modules one by one
 * takes 90 ms, and the bundle with its cache 25, most of which the schemas of the protocol take.
 */
export function startBundle(folder: string): boolean {
  const script = isFresh(folder) ? compileBundle(folder) : undefined;
  if (script !== undefined) runBundle(script, folder);
  return script !== undefined;
}

/** Compiles a bundle to a function of a CommonJS module; undefined where there is none. */
export function compileBundle(folder: string): Script | undefined {
  const filename = `${folder}/${bundleFiles.script}`;
  const source = readIfThere(filename);
  if (source === undefined) return undefined;
  const { Script } = process.getBuiltinModule("node:vm");
  const cachedData = readIfThere(`${folder}/${bundleFiles.cache}`);
  // The file is ASCII, and as Latin-1 it needs no decoding.
  return new Script(`(function (require, load, __filename) {"use strict";${source.toString("latin1")}\n})`, {
    filename,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
}

/** Runs it. It cannot `import()` by itself: what else is of the bundle, and handlers of other people, are loaded here. */
export function runBundle(script: Script, folder: string): void {
  const file = `${folder}/${bundleFiles.script}`;
  const base = process.getBuiltinModule("node:url").pathToFileURL(file);
  const load = (specifier: string): Promise<unknown> => import(new URL(specifier, base).href);
  // The schemas of the protocol (zod's `config({ jitless: true })`): to make code for them takes longer than it saves.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  const run = script.runInThisContext() as (require: NodeJS.Require, load: unknown, file: string) => void;
  run(process.getBuiltinModule("node:module").createRequire(file), load, file);
}

/** A package has no file of its build, and its bundle is always as new as the rest of it. */
function isFresh(folder: string): boolean {
  const built = statSync(`${folder}/../.tsbuildinfo`, { throwIfNoEntry: false });
  const bundled = statSync(`${folder}/${bundleFiles.script}`, { throwIfNoEntry: false });
  return built === undefined || bundled === undefined || built.mtimeMs <= bundled.mtimeMs;
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
