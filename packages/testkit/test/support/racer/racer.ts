import { spawn, spawnSync, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Two paths whose files, folders, links or pipes change places again and again. */
export type RacedPair = readonly [left: string, right: string];

/** How the racer exchanges. */
export interface RacerOptions {
  /** Chooses the order of the pairs and the pauses; 1 if not given. */
  readonly seed?: number;
  /** The most steps of an empty loop between two exchanges; 2000, some microseconds, if not given. */
  readonly maxPauseSteps?: number;
}

/** A process that exchanges pairs of paths. */
export interface Racer {
  /**
   * Ends the process, which puts every pair back as it was. Resolves to the number of exchanges that it made; rejects
   * if one failed.
   */
  stop(): Promise<number>;
}

/** Why no racer can run here; `undefined` if one can. It is compiled with `cc` when the first one starts. */
export const racerProblem: string | undefined = findProblem();

/**
 * Starts exchanging pairs of absolute paths, and resolves when it does: see `racer.c`. All four kinds of races that
 * readers lose are pairs: a folder against a link, a file against a link, a file against a pipe, a folder against a
 * folder. Both paths of a pair must be on one file system. The process ends with this one at the latest.
 */
export async function startRacer(pairs: readonly RacedPair[], options: RacerOptions = {}): Promise<Racer> {
  const { seed = 1, maxPauseSteps = 2000 } = options;
  const words = ["--seed", String(seed), "--pause", String(maxPauseSteps), ...pairs.flat()];
  const folder = mkdtempSync(join(tmpdir(), "reader-racer-"));
  let ended: Promise<Ended>;
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn(compileRacer(folder), words);
    const { stdout } = child;
    ended = endOf(child);
    const racing = new Promise<void>((resolve) => stdout.once("data", () => resolve()));
    await Promise.race([racing, ended.then(exchangesOf)]);
  } finally {
    // A program that runs needs its file no more, and nothing is left behind however the tests end.
    rmSync(folder, { recursive: true, force: true });
  }
  return {
    async stop() {
      child.stdin.end();
      return exchangesOf(await ended);
    },
  };
}

function findProblem(): string | undefined {
  if (process.platform === "win32") return "open files cannot be renamed on Windows";
  return spawnSync("cc", ["--version"]).status === 0 ? undefined : "there is no C compiler (cc) to build the racer";
}

function compileRacer(folder: string): string {
  if (racerProblem !== undefined) throw new Error(`The racer cannot run: ${racerProblem}.`);
  const source = fileURLToPath(new URL("racer.c", import.meta.url));
  const compiled = join(folder, "racer");
  const { status, stderr } = spawnSync("cc", ["-O2", "-o", compiled, source], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The racer cannot be compiled: ${stderr}`);
  return compiled;
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

function endOf(child: ChildProcess): Promise<Ended> {
  let output = "";
  let errors = "";
  child.stdout?.on("data", (piece: Buffer) => (output += piece.toString()));
  child.stderr?.on("data", (piece: Buffer) => (errors += piece.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output, errors }));
  });
}

function exchangesOf({ code, output, errors }: Ended): number {
  if (code !== 0) throw new Error(`The racer ended with code ${code}: ${errors}`);
  return Number(output.trim().split("\n").at(-1));
}
