import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";

/** What something took. Fields that only Linux can tell are `NaN` elsewhere. */
export interface Measured {
  readonly seconds: number;
  /** CPU time of this process and of its children that have ended. */
  readonly cpuSeconds: number;
  /** Cores that nothing else used meanwhile, on average: with fewer than all, `seconds` says little. */
  readonly freeCores: number;
  /** Maximum resident memory of the program that `runReader` started, in MB. */
  readonly peakMb: number;
}

/** The built program. */
export const program: string = fileURLToPath(new URL("../../apps/cli/lib/main.cjs", import.meta.url));

/** Runs the built program to its end. Exit code 1 says that a document failed. */
export function runReader(args: readonly string[]): Promise<Measured> {
  return runProgram(process.execPath, [program, ...args], [0, 1]);
}

/** Runs a program to its end, and rejects if it ends with another code. */
export async function runProgram(
  name: string,
  args: readonly string[],
  codes: readonly number[] = [0],
): Promise<Measured> {
  let peakMb = 0;
  const measured = await measure(async () => {
    const child = spawn(name, args, { stdio: ["ignore", "ignore", "inherit"] });
    const timer = setInterval(() => (peakMb = Math.max(peakMb, peakOf(child.pid))), 100);
    const code = await new Promise((resolve, reject) => child.on("error", reject).on("exit", resolve));
    clearInterval(timer);
    if (!codes.includes(Number(code))) throw new Error(`${name} ended with ${String(code)}.`);
  });
  return { ...measured, peakMb };
}

/** Measures a call and the children that it waits for. */
export async function measure(call: () => Promise<unknown>): Promise<Measured> {
  const [own, machine, start] = [ownCpuSeconds(), busySeconds(), performance.now()];
  await call();
  const seconds = (performance.now() - start) / 1000;
  const cpuSeconds = ownCpuSeconds() - own;
  const others = Math.max(0, busySeconds() - machine - cpuSeconds) / seconds;
  return { seconds, cpuSeconds, freeCores: Math.max(0, availableParallelism() - others), peakMb: 0 };
}

/** Ticks of the clock in `/proc`, in each second. */
const ticksPerSecond = 100;

/** CPU time of this process and of the children that it has waited for. */
function ownCpuSeconds(): number {
  // The name of the process, in brackets, may have spaces.
  const fields = readProc("/proc/self/stat")
    .replace(/^.*\) /s, "")
    .split(" ")
    .slice(11, 15);
  return fields.reduce((sum, ticks) => sum + Number(ticks), fields.length === 4 ? 0 : Number.NaN) / ticksPerSecond;
}

/** CPU time that anything has used since the start of the machine, and that its host has withheld. */
function busySeconds(): number {
  const [, ...ticks] = readProc("/proc/stat").split("\n", 1)[0]?.split(/\s+/) ?? [];
  const [user, nice, system, , , irq, softIrq, steal] = ticks.map(Number);
  const busy = [user, nice, system, irq, softIrq, steal].reduce<number>((sum, each) => sum + (each ?? Number.NaN), 0);
  return busy / ticksPerSecond;
}

function peakOf(pid: number | undefined): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readProc(`/proc/${pid}/status`))?.[1] ?? 0) / 1000;
}

function readProc(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Prints a figure. */
export function print(name: string, value: number): void {
  process.stdout.write(`${name}: ${figure(value)}\n`);
}

/** Prints how long something took, and what was free meanwhile. */
export function printTimes(name: string, { seconds, cpuSeconds, freeCores }: Measured): void {
  const free = `${figure(freeCores)} of ${availableParallelism()} cores were free`;
  process.stdout.write(`${name}: ${figure(seconds)} s, ${figure(cpuSeconds)} s of CPU time; ${free}\n`);
}

function figure(value: number): string {
  return Math.abs(value) < 100 ? value.toFixed(2) : value.toFixed(0);
}

/** Returns the middle of values, so that one disturbed round does not count. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return (
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) /
    2
  );
}
