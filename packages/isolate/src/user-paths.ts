import { statSync } from "node:fs";
import { resolve } from "node:path";
import { SetupError } from "./options/setup-error.ts";

/** Where to look for a configuration file. */
export interface ConfigPlace {
  /** The path that the user typed, if any. */
  readonly given: string | undefined;
  /** The working directory, as an absolute path. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The content and location of a configuration file. */
export interface FoundConfigFile {
  /** The name to show to the user. */
  readonly name: string;
  /** The folder of the file, as an absolute path. */
  readonly directory: string;
  readonly text: string;
}

/** Maximum size of a configuration file, in bytes. */
const maxBytes = 1_000_000;

/**
 * Reads the named configuration file, or the user's own: `reader/reader.config.json` in `XDG_CONFIG_HOME` or
 * `~/.config`. Returns `undefined` if neither exists. Never reads one from the working directory: a configuration can
 * name programs to run, and the folder's author may be someone else. Rejects with a `SetupError`.
 */
export async function findConfigFile({
  given,
  directory,
  environment,
}: ConfigPlace): Promise<FoundConfigFile | undefined> {
  const own = given === undefined ? ownConfigFile(environment) : undefined;
  // Not imported, because a program without a configuration does not need them at startup.
  const { readFileSync } = process.getBuiltinModule("node:fs");
  const paths = process.getBuiltinModule("node:path");
  const path = given === undefined ? own : paths.resolve(directory, given);
  if (path === undefined) return undefined;
  const name = given ?? path;
  try {
    const text = readFileSync(path, "utf8");
    if (text.length > maxBytes) throw new SetupError(`${name} is larger than ${maxBytes} bytes.`, "Name another file.");
    return { name, directory: paths.dirname(path), text };
  } catch (cause) {
    if (given === undefined && codeOf(cause) === "ENOENT") return undefined;
    if (cause instanceof SetupError) throw cause;
    throw new SetupError(whyUnread(name, codeOf(cause)), "Name a file that you may read.");
  }
}

/**
 * Returns the path of the user's configuration file, or `undefined` if no configuration folder is known. A relative
 * path in `XDG_CONFIG_HOME` is ignored: https://specifications.freedesktop.org/basedir-spec/latest.
 */
export function ownConfigFile({
  XDG_CONFIG_HOME: named = "",
  HOME: home = "",
}: ConfigPlace["environment"]): string | undefined {
  const isAbsolute = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/])/.test(path);
  const fallback = isAbsolute(home) ? `${home}/.config` : undefined;
  const folder = isAbsolute(named) ? named : fallback;
  return folder === undefined ? undefined : `${folder}/reader/reader.config.json`;
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: ": there is no such file",
  EISDIR: ": it is a folder",
};

function whyUnread(name: string, code: string): string {
  return `The configuration ${name} cannot be read (${code})${reasons[code] ?? ""}.`;
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "it fails";
}

/** Makes the error that a program reports for a wrong call. */
type MakeFault = (message: string, hint: string) => Error;

/**
 * Returns the absolute path of a folder that a user named on a command line or in a configuration. A relative path starts
 * at the working directory. Throws what `faultOf` makes if it is not a folder, or if the working directory was removed.
 */
export function namedFolder(typed: string, faultOf: MakeFault): string {
  const folder = absolutePath(typed, faultOf);
  if (isFolder(folder, typed, faultOf)) return folder;
  throw faultOf(`${typed} is not a folder.`, "Give the folders whose files may be read.");
}

function absolutePath(typed: string, faultOf: MakeFault): string {
  try {
    return resolve(typed);
  } catch {
    throw faultOf(
      `The working directory was removed, so the folder "${typed}" cannot be found.`,
      "Give absolute paths, or change to a folder that exists.",
    );
  }
}

function isFolder(folder: string, typed: string, faultOf: MakeFault): boolean {
  try {
    return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
    throw faultOf(
      `The folder "${typed}" cannot be opened (${code}).`,
      "Give a folder that you may read, or change its permissions.",
    );
  }
}
