import { createReader, type Reader, type ReaderOptions } from "@reader/core";
import { UsageError } from "../arguments/usage-error.ts";
import { printable } from "../output/format.ts";

const { lstatSync, readlinkSync, realpathSync, statSync } = process.getBuiltinModule("node:fs");
const path = process.getBuiltinModule("node:path");

/** What the core is asked for, and the folders that it may read from for it. */
export interface Grant {
  readonly roots: readonly string[];
  readonly path: string;
}

/**
 * The permission that a path on the command line is. Without `--root`, whoever can type a path may read it, wherever
 * it is and wherever its links lead: the grant holds the working directory, and the folders of the path and of the
 * file behind its links where those are outside. With `--root`, nothing but those folders is granted, and a relative
 * path is looked for from the working directory first, as a shell completes it, then from each root.
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

/** Throws a `UsageError` for a folder that there is not: nothing in it could be read. */
export function checkRoots(roots: readonly string[]): void {
  const wrong = roots.find((root) => !isFolder(absolutePath(root) ?? ""));
  if (wrong === undefined) return;
  if (absolutePath(wrong) === undefined) {
    throw new UsageError(
      `The working directory was removed, so the folder "${printable(wrong)}" cannot be found.`,
      "Give --root an absolute path, or change to a folder that exists.",
    );
  }
  const what = exists(plainPath(wrong)) ? "is no folder" : "does not exist";
  throw new UsageError(
    `The folder "${printable(wrong)}", outside of which nothing is to be read, ${what}.`,
    "Give --root, or `roots` of the configuration file, a folder that is there.",
  );
}

/** The path by which a program in the working directory finds what was typed: roots are looked through, too. */
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
    // The core says what is wrong with it.
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

/** Where the links of a path lead; where they lead to nothing, the first place that is not there. */
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

/** Views of the kernel: the core refuses what is in them unless a root lies there itself, and a name is no reason for one. */
const kernelFolders = ["/proc", "/sys", "/dev"];
const sharedMemory = "/dev/shm";

/** The nearest folder above a path that exists. */
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

/** One path of a command line. */
interface PathCall {
  /** As it was typed. */
  readonly path: string;
  readonly roots: readonly string[];
  /** The reader, but for what it may read. */
  readonly setup: ReaderOptions;
}

/** Asks a reader that may read one path. Each path has a reader of its own, because each is a permission of its own. */
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
