import { spawnSync } from "node:child_process";
import type { RowResult } from "./row-result.ts";

/** One side of a comparison: does the work once and tells its milliseconds, or another figure. */
export type Measured = () => Promise<number>;

/** What alternating runs gave. */
export interface Comparison {
  readonly ours: number;
  readonly theirs: number;
  /** The median of the ratios, pair by pair: it holds when the machine's speed drifts. */
  readonly ratio: number;
  /** The shortest run of each. */
  readonly least: { readonly ours: number; readonly theirs: number };
}

/** Runs both sides in turn, after one round of warm-up, and neither with the garbage of the other. */
export async function alternate(ours: Measured, theirs: Measured, rounds = 9): Promise<Comparison> {
  const pairs: { readonly our: number; readonly their: number }[] = [];
  await ours();
  await theirs();
  for (let round = 0; round < rounds; round += 1) pairs.push({ our: await tidily(ours), their: await tidily(theirs) });
  return {
    ours: median(pairs.map(({ our }) => our)),
    theirs: median(pairs.map(({ their }) => their)),
    ratio: median(pairs.map(({ our, their }) => our / their)),
    least: {
      ours: Math.min(...pairs.map(({ our }) => our)),
      theirs: Math.min(...pairs.map(({ their }) => their)),
    },
  };
}

/**
 * Collects the young garbage first, where the process can, as that of a row can. A whole collection would make V8 forget
 * what it has learnt of the code, and double the time of what takes a tenth of a second.
 */
function tidily(side: Measured): Promise<number> {
  globalThis.gc?.({ type: "minor" });
  return side();
}

/** The middle value. */
export function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}

/** Milliseconds of a whole process, whose output is thrown away; throws when it fails. */
export function processTime(command: string, args: readonly string[]): Measured {
  return () => {
    const started = performance.now();
    const result = spawnSync(command, args, { stdio: ["ignore", "ignore", "pipe"] });
    const elapsed = performance.now() - started;
    if (result.status !== 0) throw new Error(`${command} failed: ${String(result.stderr)}`);
    return Promise.resolve(elapsed);
  };
}

/** Milliseconds of some work in this process. */
export function workTime(work: () => Promise<unknown>): Measured {
  return async () => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
}

/** Rounds after which V8 has learnt the code of a large engine: those before take up to twice as long. */
export const warmRounds = 4;

/** The same in a process that is warm. */
export async function warmTime(work: () => Promise<unknown>): Promise<Measured> {
  for (let round = 0; round < warmRounds; round += 1) await work();
  return workTime(work);
}

/**
 * Where there is `/proc`, the high-water mark of this very program: what the system says of a child's `maxRSS` is never
 * less than its parent had when it forked.
 */
const tellPeak = `data:text/javascript,${encodeURIComponent(`
import { readFileSync } from "node:fs";
const ownPeakKb = () => {
  try {
    return Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync("/proc/self/status", "utf8"))[1]);
  } catch {
    return process.resourceUsage().maxRSS;
  }
};
process.on("exit", () => process.stderr.write("peak " + ownPeakKb()));
`)}`;

/** Peak resident memory of a Node process in megabytes. */
export function nodePeakMb(args: readonly string[]): Measured {
  return () => {
    const result = spawnSync(process.execPath, ["--import", tellPeak, ...args], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    const peak = /peak (\d+)$/.exec(String(result.stderr))?.[1];
    if (peak === undefined || result.status !== 0) throw new Error(`no peak was told: ${String(result.stderr)}`);
    return Promise.resolve(Number(peak) / 1024);
  };
}

/** Milliseconds where there is no peer: the median of nine, after one that does not count. */
export async function absoluteTime(once: Measured): Promise<RowResult> {
  const first = await once();
  const all: number[] = [];
  for (let round = 0; round < 9; round += 1) all.push(await tidily(once));
  return { ours: `${median(all).toFixed(0)} ms (first ${first.toFixed(0)})`, theirs: "", value: median(all) };
}

/** Peak memory of a Node process above that of one that does nothing. */
export async function memoryOver(args: readonly string[]): Promise<RowResult> {
  const { ours, theirs } = await alternate(nodePeakMb(args), nodePeakMb(["-e", "0"]), 5);
  return { ours: `${ours.toFixed(1)} MB`, theirs: `${theirs.toFixed(1)} MB`, value: ours - theirs };
}

/** Peak memory of a Node process, all of it. */
export async function peakMemory(args: readonly string[]): Promise<RowResult> {
  const peaks: number[] = [];
  for (let round = 0; round < 5; round += 1) peaks.push(await nodePeakMb(args)());
  return { ours: `${median(peaks).toFixed(1)} MB`, theirs: "", value: median(peaks) };
}

/** Whether a program can be run here. */
export function hasProgram(command: string): boolean {
  return spawnSync(command, ["--version"], { stdio: "ignore" }).error === undefined;
}
