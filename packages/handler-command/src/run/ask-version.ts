import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { environmentIn } from "../options/environment.ts";
import type { Command } from "../options/options.ts";

/** Maximum time for a version query. */
const timeMs = 1000;
const maxBytes = 64_000;

/**
 * The options to try and the output that they must have. `-v` often means verbose, so its output must call the number a
 * version.
 */
const questions = [
  ["--version", /\d+(?:\.\d+)+[\w.-]*/],
  ["-v", /(?<=version:? v?)\d+(?:\.\d+)+[\w.-]*/i],
] as const;

/**
 * Returns the version that an installed program prints with `--version`, as nearly all do, or with `-v`. Asked after
 * each failure, because the program may have been updated. Returns `undefined` for a script of the user, which may
 * interpret the option in any way, and for a program that fails on it.
 */
export async function askVersion(command: Command): Promise<string | undefined> {
  if (/[\\/]/.test(command.words[0])) return undefined;
  for (const [argument, pattern] of questions) {
    const version = pattern.exec(await ask(command, argument))?.[0];
    if (version !== undefined) return version;
  }
  return undefined;
}

/** Returns the output of a program, or an empty string if it fails. */
function ask({ words: [program], environment }: Command, argument: string): Promise<string> {
  const folder = tmpdir();
  const options = {
    cwd: folder,
    env: environmentIn(folder, environment),
    timeout: timeMs,
    maxBuffer: maxBytes,
    killSignal: "SIGKILL",
    windowsHide: true,
  } as const;
  return new Promise((tell) => {
    const child = execFile(program, [argument], options, (cause, output, errors) => {
      tell(cause === null ? `${output}\n${errors}` : "");
    });
    child.stdin?.on("error", () => undefined).end();
  });
}
