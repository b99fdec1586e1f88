import type FileSystem from "node:fs";
import type { Script } from "node:vm";

/** The files of a bundle, which `apps/cli/bundle.mjs` makes. */
export const bundleFiles = {
  /** Everything that reading a text file needs. */
  script: "cli.cjs",
  /** What V8 made of it; another version of V8 ignores it. */
  cache: "cli.cache",
  /** Which builds it was made of. */
  stamp: "stamp.json",
} as const;

/**
 * Runs the program as one file, where there is a bundle of this very build, and returns whether it does: to load its
 * modules one by one takes 50 ms, and the bundle with its cache takes 10.
 */
export function startBundle(folder: string): boolean {
  if (!isFresh(folder)) return false;
  runBundle(compileBundle(folder), folder);
  return true;
}

/** A build, by the file that the compiler writes whenever it writes anything; undefined in a package, which has none. */
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
 * Compiles the main file of a bundle to a function of a CommonJS module. It cannot `import()`: what does so is in the
 * other files, which are loaded as any module is.
 */
export function compileBundle(folder: string): Script {
  const { Script } = process.getBuiltinModule("node:vm");
  const file = `${folder}/${bundleFiles.script}`;
  const cachedData = readIfThere(`${folder}/${bundleFiles.cache}`);
  // The file is ASCII, and as Latin-1 it needs no decoding.
  const source = `(function (exports, require, module, __filename, __dirname) {"use strict";${fileSystem().readFileSync(file, "latin1")}\n})`;
  return new Script(source, {
    filename: file,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
}

/** Runs it, and lets the other files of the bundle find it under its name. */
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

/** Asked for where it is used: in a Node too old to have the call, this module must load for that to be told. */
function fileSystem(): Pick<typeof FileSystem, "readFileSync" | "statSync"> {
  const { readFileSync, statSync } = process.getBuiltinModule("node:fs");
  return { readFileSync, statSync };
}
