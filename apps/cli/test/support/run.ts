import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The built program, which `pnpm test` has made before. */
export const program: string = fileURLToPath(new URL("../../lib/main.cjs", import.meta.url));

/** What a process left behind. */
export interface Finished {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** How a process is started. */
export interface RunOptions {
  readonly cwd?: string;
  /** All of standard input; none where not given. */
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node itself. */
  readonly nodeOptions?: readonly string[];
}

/** Starts the program with pipes on all three channels. */
export function start(args: readonly string[], options: RunOptions = {}): ChildProcessWithoutNullStreams {
  if (!existsSync(program)) throw new Error("The program is not built: run tsc -b first.");
  const { cwd, env, nodeOptions = [] } = options;
  const { PATH = "", HOME = "/", TMPDIR } = process.env;
  return spawn(process.execPath, [...nodeOptions, program, ...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...env },
  });
}

/** Runs the program to its end. */
export function run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const child = start(args, options);
  // A program that has enough closes its input early.
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.input ?? "");
  return finish(child);
}

/** Waits for the end of a process. */
export function finish(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (piece: Buffer) => stdout.push(piece));
  child.stderr.on("data", (piece: Buffer) => stderr.push(piece));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      resolve({ code, signal, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() });
    });
  });
}
