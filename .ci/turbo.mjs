// Runs turbo: `node .ci/turbo.mjs run build`. The settings that turbo takes only from the environment are here.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));

/**
 * Runs turbo in the root of the repository, without telemetry, and returns the result of the process.
 * @param {readonly string[]} args
 * @param {"inherit" | "pipe"} stdio
 */
export function turbo(args, stdio) {
  const program = join(createRequire(import.meta.url).resolve("turbo/package.json"), "../bin/turbo");
  const env = { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };
  return spawnSync(process.execPath, [program, ...args], { cwd: root, env, stdio, encoding: "utf8" });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { status } = turbo(process.argv.slice(2), "inherit");
  process.exitCode = status ?? 1;
}
