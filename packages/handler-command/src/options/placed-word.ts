// oxlint-disable-next-line reader/no-modules -- whether a word of a command is a file of the user, not of a document
import { statSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import type { Command } from "./options.ts";
import { workingDirectory } from "./environment.ts";

/**
 * The absolute path of a word that means a file below the folder of a command: a program or an argument that starts with
 * `./` or `../`, a program with a folder before its name, and an argument with an ending that is the name of a file
 * there, as in `python3 convert.py`. Undefined for every other word.
 */
export function placedWord({ directory = ".", words }: Command, at: number): string | undefined {
  const word = words[at] ?? "";
  const path = resolve(workingDirectory(), directory, word);
  if (/^\.\.?[\\/]/.test(word)) return path;
  if (isAbsolute(word)) return undefined;
  if (at === 0) return /[\\/]/.test(word) ? path : undefined;
  return /^[^-].*\.\w+$/.test(word) && kindOf(path) === "file" ? path : undefined;
}

/** What a person types for a word of a command, in the working directory of this process. */
export function wordByHand(command: Command, at: number): string {
  const { directory = ".", words } = command;
  const word = words[at] ?? "";
  const here = workingDirectory();
  const path = resolve(here, directory) === here ? undefined : placedWord(command, at);
  if (path === undefined) return word;
  const near = relative(here, path);
  return at > 0 || /[\\/]/.test(near) ? near : `./${near}`;
}

/** Whether the program of a command, which is looked for on the PATH, is the name of a file of the command's folder. */
export function liesBeside({ directory = ".", words: [program] }: Command): boolean {
  return !/[\\/]/.test(program) && kindOf(resolve(workingDirectory(), directory, program)) === "file";
}

/** What lies at a path. */
export function kindOf(path: string): "file" | "folder" | "nothing" {
  try {
    return statSync(path).isDirectory() ? "folder" : "file";
  } catch {
    return "nothing";
  }
}
