import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** The compiled program, module by module: a bundle can be older than what it was made of. */
export const program: string = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** A handler of these tests. */
export function handlerFile(name: string): string {
  return fileURLToPath(new URL(`../handlers/${name}.mjs`, import.meta.url));
}

/** How the program is started. */
export interface StartOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly script?: string;
  /** Takes the function that ends the program. Default: it ends with the test. */
  readonly until?: (end: () => void) => void;
}

/** Starts the program with pipes on all three channels. */
export function start(args: readonly string[], options: StartOptions = {}): ChildProcessWithoutNullStreams {
  const { env, script = program, until = onTestFinished } = options;
  if (!existsSync(script)) throw new Error("The program is not built: run tsc -b first.");
  const { PATH = "", HOME = "/" } = process.env;
  const child = spawn(process.execPath, [script, ...args], { env: { PATH, HOME, ...env } });
  until(() => void child.kill());
  return child;
}

/** What a process left behind. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Waits for the end of a process. */
export function finish(child: ChildProcessWithoutNullStreams): Promise<Finished> {
  const texts = { stdout: "", stderr: "" };
  child.stdout.on("data", (piece: Buffer) => (texts.stdout += piece.toString()));
  child.stderr.on("data", (piece: Buffer) => (texts.stderr += piece.toString()));
  return new Promise((resolve) => child.on("close", (code) => resolve({ code, ...texts })));
}

/** Starts the program over HTTP at a free port, and returns its URL. */
export async function startHttp(args: readonly string[], options: StartOptions = {}): Promise<URL> {
  const child = start(["--http", "127.0.0.1:0", ...args], options);
  for await (const line of createInterface({ input: child.stderr })) {
    const [, url] = /listening at (\S+)/.exec(line) ?? [];
    if (url !== undefined) return new URL(url);
  }
  throw new Error("The program ended before it listened.");
}
