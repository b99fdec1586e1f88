import { statSync } from "node:fs";
import { resolve } from "node:path";

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
