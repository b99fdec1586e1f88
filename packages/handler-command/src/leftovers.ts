// oxlint-disable-next-line reader/no-modules -- folders that this process would leave behind
import { rmSync } from "node:fs";
// oxlint-disable-next-line reader/no-modules -- it may end before a read does
import system from "node:process";

/** By its folder, what ends each program at work. */
const leftovers = new Map<string, () => void>();

/** Signals that end a process which does not listen to them; a program in a group of its own gets none of them. */
const fatalSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Sees to it that a folder, and the program that works there, do not outlive this process. May be called again. */
export function guard(folder: string, endProgram: () => void = () => undefined): void {
  if (leftovers.size === 0) listen();
  leftovers.set(folder, endProgram);
}

/** Nothing is left there any more. */
export function release(folder: string): void {
  leftovers.delete(folder);
  if (leftovers.size === 0) ignore();
}

/** Whoever listens to a signal decides what becomes of this process, and two who leave that to others would keep it alive. */
function listen(): void {
  system.on("exit", clearAway);
  for (const signal of fatalSignals) if (system.listenerCount(signal) === 0) system.on(signal, endWith);
}

function ignore(): void {
  system.off("exit", clearAway);
  for (const signal of fatalSignals) system.off(signal, endWith);
}

/** Ends this process as if nobody had listened, unless somebody else has begun to. */
function endWith(signal: (typeof fatalSignals)[number]): void {
  system.off(signal, endWith);
  if (system.listenerCount(signal) > 0) return;
  clearAway();
  ignore();
  system.kill(system.pid, signal);
}

function clearAway(): void {
  for (const [folder, endProgram] of leftovers) {
    endProgram();
    rmSync(folder, { recursive: true, force: true });
  }
  leftovers.clear();
}
