import { execFile } from "node:child_process";
import { resolve as resolvePath } from "node:path";
import type { Adapter, Answer } from "../adapter.ts";
import { isInstalled } from "./is-installed.ts";

/** Microsoft's markitdown, its command. */
export function createAdapter(): Adapter {
  return {
    name: "markitdown",
    missing: () => (isInstalled("markitdown") ? undefined : "the command markitdown is not installed"),
    read: (workspace, path) =>
      new Promise<Answer>((resolve) => {
        const options = { maxBuffer: 64_000_000, timeout: 30_000, encoding: "utf8" } as const;
        execFile("markitdown", [resolvePath(workspace, path)], options, (error, stdout, stderr) => {
          resolve(
            error === null ? { ok: true, text: stdout } : { ok: false, text: stderr === "" ? error.message : stderr },
          );
        });
      }),
  };
}
