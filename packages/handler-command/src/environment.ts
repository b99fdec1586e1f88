// oxlint-disable-next-line reader/no-modules -- programs need a part of the environment
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
