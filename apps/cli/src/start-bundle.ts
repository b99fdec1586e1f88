import type FileSystem from "node:fs";
import type { Script } from "node:vm";

/** The files of a bundle, which `apps/cli/bundle.mjs` writes. */
export const bundleFiles = {
  /** Everything that reading a text file needs. */
  script: "cli.cjs",
  /** Its V8 code cache. Another version of V8 ignores it. */
  cache: "cli.cache",
  /** The builds that it was made from. */
  stamp: "stamp.json",
} as const;

/**
 * Runs the bundle if there is one of the current build, and returns whether it did. Loading the modules one by one takes
 * 50 ms; the bundle with its cache takes 10 ms.
 */
export function startBundle(folder: string): boolean {
  if (!isFresh(folder)) return false;
  runBundle(compileBundle(folder), folder);
  return true;
}

/** Identifies a build by the compiler's build file. Returns `undefined` in an installed package, which has no such file. */
export function describeBuild(folder: string, buildFile: string): string | undefined {
  const stats = fileSystem().statSync(`${folder}/${buildFile}`, { throwIfNoEntry: false });
  return stats === undefined ? undefined : `${stats.size} ${stats.mtimeMs}`;
}

function isFresh(folder: string): boolean {
  const stamp = readIfThere(`${folder}/${bundleFiles.stamp}`);
  if (stamp === undefined) return false;
  const builds = Object.entries(JSON.parse(stamp.toString()) as Readonly<Record<string, string>>);
  return builds.every(([file, made]) => [made, undefined].includes(describeBuild(folder, file)));
}

/**
 * Compiles the main file of a bundle to a CommonJS module function. The script cannot use `import()`; code that does is in
 * the other files, which Node.js loads as modules.
 */
export function compileBundle(folder: string): Script {
  const { Script } = process.getBuiltinModule("node:vm");
  const file = `${folder}/${bundleFiles.script}`;
  const cachedData = readIfThere(`${folder}/${bundleFiles.cache}`);
  // The file is ASCII. Read as Latin-1 it needs no decoding.
  const source = `(function (exports, require, module, __filename, __dirname) {"use strict";${fileSystem().readFileSync(file, "latin1")}\n})`;
  return new Script(source, {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
}

/** Runs a compiled bundle, and registers it in the module cache for the other files of the bundle. */
export function runBundle(script: Script, folder: string): void {
  const exports = {};
  let load: NodeJS.Require | undefined;
  const requireFile = (id: string): unknown => {
    load ??= createRequire(folder, exports);
    return load(id);
  };
  const run = script.runInThisContext() as (...names: readonly unknown[]) => void;
  run(exports, requireFile, { exports }, `${folder}/${bundleFiles.script}`, folder);
}

function createRequire(folder: string, exports: object): NodeJS.Require {
  const file = process.getBuiltinModule("node:path").join(folder, bundleFiles.script);
  const { Module } = process.getBuiltinModule("node:module");
  const load = Module.createRequire(file);
  load.cache[file] = Object.assign(new Module(file), { filename: file, loaded: true, exports });
  return load;
}

function readIfThere(file: string): Buffer<ArrayBuffer> | undefined {
  try {
    return fileSystem().readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Called only on use, so that this module also loads in a Node.js without `getBuiltinModule`, which is then reported. */
function fileSystem(): Pick<typeof FileSystem, "readFileSync" | "statSync"> {
  const { readFileSync, statSync } = process.getBuiltinModule("node:fs");
  return { readFileSync, statSync };
}
