import { spawnSync } from "node:child_process";

/** Maximum time of a program for one document. */
const programLimitMs = 60_000;

/**
 * Returns what a program prints. Throws if it fails, or runs longer than the limit: pandoc, for example, takes PPT files for
 * Markdown, and reads some of them for hours.
 */
export function runProgram(program: string, options: readonly string[], limitMs = programLimitMs): string {
  const { status, stdout, stderr, error } = spawnSync(program, options, {
    encoding: "utf8",
    maxBuffer: 1e9,
    timeout: limitMs,
    killSignal: "SIGKILL",
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
