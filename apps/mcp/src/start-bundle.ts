import type { Script } from "node:vm";

const { readFileSync, statSync } = process.getBuiltinModule("node:fs");

/** The files of a bundle, which `apps/mcp/bundle.mjs` writes. */
export const bundleFiles = {
  /** The whole program. */
  script: "serve.cjs",
  /** Its V8 code cache. Another version of V8 ignores it. */
  cache: "serve.cache",
} as const;

/**
 * Runs the bundle if there is one that is not older than the build, and returns whether it did. Loading the modules one by
 * one takes 90 ms; the bundle with its cache takes 25 ms, most of it for the schemas of the protocol.
 */
export function startBundle(folder: string): boolean {
  const script = isFresh(folder) ? compileBundle(folder) : undefined;
  if (script !== undefined) runBundle(script, folder);
  return script !== undefined;
}

/** Compiles a bundle to a CommonJS module function. Returns `undefined` if there is no bundle. */
export function compileBundle(folder: string): Script | undefined {
  const filename = `${folder}/${bundleFiles.script}`;
  const source = readIfThere(filename);
  if (source === undefined) return undefined;
  const { Script } = process.getBuiltinModule("node:vm");
  const cachedData = readIfThere(`${folder}/${bundleFiles.cache}`);
  // The file is ASCII. Read as Latin-1 it needs no decoding.
  return new Script(`(function (require, load, __filename) {"use strict";${source.toString("latin1")}\n})`, {
    filename,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
}

/** Runs a compiled bundle. The script cannot use `import()`, so its other files and third-party handlers are loaded here. */
export function runBundle(script: Script, folder: string): void {
  const file = `${folder}/${bundleFiles.script}`;
  const base = process.getBuiltinModule("node:url").pathToFileURL(file);
  const load = (specifier: string): Promise<unknown> => import(new URL(specifier, base).href);
  // The same as zod's `config({ jitless: true })`: generating code for the schemas takes longer than it saves.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
  const run = script.runInThisContext() as (require: NodeJS.Require, load: unknown, file: string) => void;
  run(process.getBuiltinModule("node:module").createRequire(file), load, file);
}

/** An installed package has no build file, and its bundle is always current. */
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
