// oxlint-disable-next-line reader/no-modules -- whether a word of a command is a file of the user, not of a document
import { statSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import { workingDirectory } from "./environment.ts";
import type { Command } from "./options.ts";

/**
 * Returns the absolute path if a word names a file in the folder of a command: a word that starts with `./` or `../`, a
 * program with a folder in its name, or an argument with an extension that exists there, as in `python3 convert.py`.
 * Returns `undefined` otherwise.
 */
export function placedWord({ directory = ".", words }: Command, at: number): string | undefined {
  const word = words[at] ?? "";
  const path = resolve(workingDirectory(), directory, word);
  if (/^\.\.?[\\/]/.test(word)) return path;
  if (isAbsolute(word)) return undefined;
  if (at === 0) return /[\\/]/.test(word) ? path : undefined;
  return /^[^-].*\.\w+$/.test(word) && kindOf(path) === "file" ? path : undefined;
}

/** Returns a word of a command as typed in the working directory of this process. */
export function wordByHand(command: Command, at: number): string {
  const { directory = ".", words } = command;
  const word = words[at] ?? "";
  const here = workingDirectory();
  const path = resolve(here, directory) === here ? undefined : placedWord(command, at);
  if (path === undefined) return word;
  const near = relative(here, path);
  return at > 0 || /[\\/]/.test(near) ? near : `./${near}`;
}

/**
 * True if the program of a command, which is searched on the PATH, is also the name of a file in the command's folder.
 */
export function liesBeside({ directory = ".", words: [program] }: Command): boolean {
  return !/[\\/]/.test(program) && kindOf(resolve(workingDirectory(), directory, program)) === "file";
}

/** Returns the kind of file at a path. */
export function kindOf(path: string): "file" | "folder" | "nothing" {
  try {
    return statSync(path).isDirectory() ? "folder" : "file";
  } catch {
    return "nothing";
  }
}
