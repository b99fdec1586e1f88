import { spawn } from "node:child_process";
import type { Adapter, Answer } from "../adapter.ts";
import { filledArguments, type CommandLine } from "./command-line.ts";
import { isInstalled } from "./is-installed.ts";

/** More than any answer may have: who prints more is wrong, and need not be heard to the end. */
const maxBytes = 4_000_000;

/** A tool that is run once for each file, and prints it. `{file}` comes last where no argument has it or `{path}`. */
export function commandAdapter({ name, command, args }: CommandLine & { readonly name: string }): Adapter {
  const isNamed = args.some((arg) => /\{(?:file|path)\}/u.test(arg));
  const all = isNamed ? args : [...args, "{file}"];
  return {
    name,
    missing: () => (isInstalled(command) ? undefined : `the command ${command} is not installed`),
    read: (workspace, path) => run({ command, args: filledArguments(all, workspace, path) }, workspace),
  };
}

function run({ command, args }: CommandLine, workspace: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { cwd: workspace, stdio: ["ignore", "pipe", "pipe"] });
    const printed = { stdout: "", stderr: "" };
    for (const stream of ["stdout", "stderr"] as const) {
      child[stream].setEncoding("utf8").on("data", (piece: string) => {
        printed[stream] += piece;
        if (printed[stream].length > maxBytes) child.kill("SIGKILL");
      });
    }
    child.once("error", reject);
    child.once("close", (code, signal) => {
      const isShown = code === 0 || printed.stdout.length > maxBytes;
      const words = printed.stderr === "" ? printed.stdout : printed.stderr;
      resolve(
        isShown
          ? { ok: true, text: printed.stdout }
          : { ok: false, text: words.trim() === "" ? endWords(code, signal) : words },
      );
    });
  });
}

function endWords(code: number | null, signal: string | null): string {
  return signal === null ? `exit status ${code}` : `ended by ${signal}`;
}
