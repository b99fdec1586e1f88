import type { StopSignal } from "../contract/stop-signal.ts";

/** Open files that a program needs besides those it reads: its own, modules, and pipes to the processes of handlers. */
const reservedDescriptors = 40;

/** A read opens its file, and sometimes a second time for the outline. */
const descriptorsPerRead = 2;

/** A waiting read goes on after so long in which no other read has ended. */
const maxWaitMs = 10_000;

/** Limits how many reads run at a time. */
export interface DescriptorGate {
  /** Runs a read when it is its turn; at once if the signal is aborted. */
  run<Value>(read: () => Promise<Value>, signal?: StopSignal): Promise<Value>;
}

/** Creates a gate for `findMaxReads()` reads at a time. The function is called for the second read at once. */
export function createDescriptorGate(findMaxReads: () => number): DescriptorGate {
  const waiting = new Set<() => void>();
  let maxReads: number | undefined;
  let running = 0;
  let lastEndMs = 0;
  const hasRoom = (): boolean => running === 0 || running < (maxReads ??= findMaxReads());
  const waitForTurn = async (signal: StopSignal | undefined): Promise<void> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let enter = (): void => undefined;
    const beganMs = performance.now();
    await new Promise<void>((resolve) => {
      enter = () => {
        waiting.delete(enter);
        running += 1;
        resolve();
      };
      const look = (): void => {
        const idleMs = performance.now() - Math.max(beganMs, lastEndMs);
        if (idleMs >= maxWaitMs) enter();
        else timer = setTimeout(look, maxWaitMs - idleMs);
      };
      waiting.add(enter);
      signal?.addEventListener("abort", enter, { once: true });
      look();
    });
    clearTimeout(timer);
    signal?.removeEventListener("abort", enter);
  };
  return {
    async run(read, signal) {
      if (hasRoom() || signal?.aborted === true) running += 1;
      else await waitForTurn(signal);
      try {
        return await read();
      } finally {
        running -= 1;
        lastEndMs = performance.now();
        const [next] = waiting;
        if (next !== undefined && hasRoom()) next();
      }
    },
  };
}

/** The gate of this process, which all readers share. */
export const processGate: DescriptorGate = createDescriptorGate(() => maxReadsFor(descriptorLimit()));

/** Whether this process can keep files open between two reads, because its limit of open files is not unusually low. */
export function hasSpareDescriptors(): boolean {
  return descriptorLimit() >= 2 * reservedDescriptors;
}

/** How many reads fit into a limit of open files; at least one. */
export function maxReadsFor(descriptorLimit: number): number {
  return Math.max(1, Math.floor((descriptorLimit - reservedDescriptors) / descriptorsPerRead));
}

let knownLimit: number | undefined;

/** The limit of open files of this process, which Node raises at its start and never again. */
function descriptorLimit(): number {
  return (knownLimit ??= findDescriptorLimit());
}

/** `Infinity` if the system does not tell it cheaply. */
function findDescriptorLimit(): number {
  if (process.platform !== "linux") return Number.POSITIVE_INFINITY;
  try {
    const limits = process.getBuiltinModule("node:fs").readFileSync("/proc/self/limits", "utf8");
    const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
    return soft === undefined ? Number.POSITIVE_INFINITY : Number(soft);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
