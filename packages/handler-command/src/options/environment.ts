import { resolve } from "node:path";
// oxlint-disable-next-line reader/no-modules -- reads the working directory and the environment for programs
import system from "node:process";
import type { Command } from "./options.ts";

/** Variables without which programs do not run, or print in another language or encoding; no other reaches them. */
const passedVariables =
  "PATH HOME USER LOGNAME LANG LC_ALL LC_CTYPE TZ SystemRoot SystemDrive windir PATHEXT COMSPEC USERPROFILE APPDATA".split(
    " ",
  );

/** The environment of a program whose folder for temporary files this is. */
export function environmentIn(folder: string, more: Command["environment"]): Record<string, string> {
  const passed = passedVariables.flatMap((name) => {
    const value = system.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), TMPDIR: folder, TEMP: folder, TMP: folder, ...more };
}

/**
 * The working directory of this process, absolute. If it was removed, the path of a folder that does not exist: absolute
 * paths of the user still work, and an error about a relative one shows the reason in its path.
 */
export function workingDirectory(): string {
  try {
    return system.cwd();
  } catch {
    return resolve("/", "(the working directory was removed)");
  }
}
