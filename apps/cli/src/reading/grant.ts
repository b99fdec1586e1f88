import { createReader, type Reader, type ReaderOptions } from "@reader/core";
import { UsageError } from "@reader/handlers/usage-error";
import { printable } from "../output/format.ts";

const { lstatSync, readlinkSync, realpathSync, statSync } = process.getBuiltinModule("node:fs");
const path = process.getBuiltinModule("node:path");

/** A path for the core, and the folders that it may read for it. */
export interface Grant {
  readonly roots: readonly string[];
  readonly path: string;
}

/**
 * Returns the permission that a typed path implies. Without `--root`, a typed path may be read wherever it is and wherever
 * its links lead: the grant has the working directory, or the folders of the path and of its link target if they are
 * outside. With `--root`, only those folders are granted; a relative path is tried from the working directory first, as a
 * shell completes it, then from each root.
 */
export function grantFor(typed: string, roots: readonly string[]): Grant {
  const here = workingDirectory();
  const absolute = absolutePath(typed);
  // The core reports that a relative path needs the working directory, which was removed.
  if (absolute === undefined) return { roots: roots.length > 0 ? roots : ["."], path: typed };
  if (roots.length > 0) return { roots, path: isThere(absolute, roots) ? absolute : typed };
  const target = targetOf(absolute);
  const isInHere = here !== undefined && isInside(here, absolute);
  const places = [isInHere ? here : folderFor(absolute)];
  if (target !== undefined && !places.some((place) => isInside(place, target))) places.push(folderFor(target));
  // An absolute path means one place; a relative one would be tried from every root.
  return { roots: places, path: isInHere ? typed : absolute };
}

/** Throws a `UsageError` if a root is not a folder. */
export function checkRoots(roots: readonly string[]): void {
  const wrong = roots.find((root) => !isFolder(absolutePath(root) ?? ""));
  if (wrong === undefined) return;
  if (absolutePath(wrong) === undefined) {
    throw new UsageError(
      `The working directory was removed, so the folder "${printable(wrong)}" cannot be found.`,
      "Give --root an absolute path, or change to a folder that exists.",
    );
  }
  const what = exists(plainPath(wrong)) ? "is not a folder" : "does not exist";
  throw new UsageError(
    `The root "${printable(wrong)}" ${what}.`,
    "Give --root, or `roots` of the configuration file, an existing folder.",
  );
}

/** The path of a typed file from the working directory. The roots are searched too. */
export function placeFor(typed: string, roots: readonly string[]): string {
  const { path: granted } = grantFor(typed, roots);
  if (roots.length === 0 || granted !== typed || path.isAbsolute(typed)) return typed;
  const place = roots.map((root) => path.join(plainPath(root), typed)).find(exists) ?? typed;
  const here = workingDirectory();
  if (here === undefined) return place;
  return path.isAbsolute(place) && isInside(here, place) ? path.relative(here, place) : place;
}

/** Returns `undefined` if the working directory was removed. */
function workingDirectory(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

/** The absolute form of a path as it was typed; `undefined` for a relative path if the working directory was removed. */
function absolutePath(typed: string): string | undefined {
  const here = workingDirectory();
  const plain = plainPath(typed);
  if (here !== undefined) return path.resolve(here, plain);
  return path.isAbsolute(plain) ? path.resolve(plain) : undefined;
}

/** A path with `~` and `file:` resolved, which a shell leaves alone inside quotes. */
function plainPath(typed: string): string {
  if (/^~(?:\/|$)/.test(typed)) return path.join(process.getBuiltinModule("node:os").homedir(), typed.slice(1));
  if (!/^file:\/\//i.test(typed)) return typed;
  try {
    return process.getBuiltinModule("node:url").fileURLToPath(typed);
  } catch {
    // The core reports what is wrong with it.
    return typed;
  }
}

function isThere(absolute: string, roots: readonly string[]): boolean {
  const isGranted = roots.some((root) => {
    const folder = absolutePath(root);
    if (folder === undefined) return false;
    return isInside(folder, absolute) || isInside(resolveLinks(folder) ?? folder, absolute);
  });
  return isGranted && exists(absolute);
}

function exists(place: string): boolean {
  try {
    lstatSync(place);
    return true;
  } catch {
    return false;
  }
}

/** The target of a path's links, or the first missing path if a link is broken. */
function targetOf(absolute: string): string | undefined {
  const real = resolveLinks(absolute);
  if (real !== undefined) return real;
  try {
    return path.resolve(path.dirname(absolute), readlinkSync(absolute));
  } catch {
    return undefined;
  }
}

function resolveLinks(place: string): string | undefined {
  try {
    return realpathSync.native(place);
  } catch {
    return undefined;
  }
}

/** Kernel file systems. The core refuses their files unless a root is inside, and a typed path must not make one. */
const kernelFolders = ["/proc", "/sys", "/dev"];
const sharedMemory = "/dev/shm";

/** The nearest existing folder above a path. */
function folderFor(place: string): string {
  const isKernels =
    kernelFolders.some((folder) => isInside(folder, place)) && !isInside(sharedMemory, path.dirname(place));
  if (isKernels && path.sep === "/") return "/";
  for (let folder = path.dirname(place); ; folder = path.dirname(folder)) {
    if (isFolder(folder) || folder === path.dirname(folder)) return folder;
  }
}

function isFolder(place: string): boolean {
  try {
    return statSync(place).isDirectory();
  } catch {
    return false;
  }
}

function isInside(folder: string, place: string): boolean {
  const way = path.relative(folder, place);
  return way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

/** A path of the command line, and how to read it. */
interface PathCall {
  /** As typed. */
  readonly path: string;
  readonly roots: readonly string[];
  /** The options of the reader, except its roots. */
  readonly setup: ReaderOptions;
}

/** Runs a request with a new reader that may read one path. Each path has its own permission. */
export async function readThrough<Outcome>(
  { path, roots, setup }: PathCall,
  ask: (reader: Reader, path: string) => Promise<Outcome>,
): Promise<Outcome> {
  const grant = grantFor(path, roots);
  const reader = createReader({ ...setup, roots: grant.roots });
  try {
    return await ask(reader, grant.path);
  } finally {
    await reader.close();
  }
}
