import { resolve } from "node:path";
// oxlint-disable-next-line reader/no-modules -- reads the working directory and the environment for programs
import system from "node:process";
import type { Command } from "./options.ts";

/** Variables that programs need to run, and to choose language and encoding. No others are passed on. */
const passedVariables =
  "PATH HOME USER LOGNAME LANG LC_ALL LC_CTYPE TZ SystemRoot SystemDrive windir PATHEXT COMSPEC USERPROFILE APPDATA".split(
    " ",
  );

/** Returns the environment of a program with this temporary folder. */
export function environmentIn(folder: string, more: Command["environment"]): Record<string, string> {
  const passed = passedVariables.flatMap((name) => {
    const value = system.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), TMPDIR: folder, TEMP: folder, TMP: folder, ...more };
}

/**
 * Returns the working directory of this process. If it was removed, returns the path of a folder that does not exist:
 * absolute paths still work, and an error about a relative path shows the reason.
 */
export function workingDirectory(): string {
  try {
    return system.cwd();
  } catch {
    return resolve("/", "(the working directory was removed)");
  }
}
