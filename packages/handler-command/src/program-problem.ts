// oxlint-disable-next-line reader/no-modules -- whether a program is there, for whoever asks before a file is read
import { accessSync, constants } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
// oxlint-disable-next-line reader/no-modules
import system from "node:process";
import { environmentIn } from "./environment.ts";
import type { Command } from "./options.ts";
import { kindOf, placedWord } from "./placed-word.ts";

/** Why the program of a command cannot be started, as far as that is known before it is; undefined where it can. */
export function programProblem(command: Command): string | undefined {
  const [program] = command.words;
  // Windows has endings of names that are left out, and no right to run a file.
  if (system.platform === "win32") return undefined;
  const path = isAbsolute(program) ? program : placedWord(command, 0);
  if (path === undefined) return isOnPath(program, command) ? undefined : `There is no ${program} on the PATH.`;
  if (kindOf(path) !== "file") return `There is no file ${program}.`;
  return isRunnable(path) ? undefined : `${program} is not executable.`;
}

function isOnPath(program: string, { environment }: Command): boolean {
  const { PATH = "" } = environmentIn("", environment);
  return PATH.split(delimiter).some((folder) => isRunnable(join(folder, program)));
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return kindOf(path) === "file";
  } catch {
    return false;
  }
}
