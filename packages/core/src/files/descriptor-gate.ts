import type { StopSignal } from "../contract/stop-signal.ts";

/**
 * Number of open files that a program needs besides those it reads: its own, modules, and pipes to handler processes.
 */
const reservedDescriptors = 40;

/** Descriptors for each read: it opens its file, and sometimes opens it again for the outline. */
const descriptorsPerRead = 2;

/** Maximum time without the end of any read before a waiting read starts anyway, in milliseconds. */
const maxWaitMs = 10_000;

/** Limits the number of concurrent reads. */
export interface DescriptorGate {
  /** Runs a read when it is its turn, or at once if the signal is aborted. */
  run<Value>(read: () => Promise<Value>, signal?: StopSignal): Promise<Value>;
}

/** Creates a gate for `findMaxReads()` concurrent reads. The function is first called when two reads overlap. */
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

/** The gate of this process, shared by all readers. */
export const processGate: DescriptorGate = createDescriptorGate(() => maxReadsFor(descriptorLimit()));

/** True if this process can keep files open between two reads: its limit of open files is not unusually low. */
export function hasSpareDescriptors(): boolean {
  return descriptorLimit() >= 2 * reservedDescriptors;
}

/** Returns how many concurrent reads fit a limit of open files; at least one. */
export function maxReadsFor(descriptorLimit: number): number {
  return Math.max(1, Math.floor((descriptorLimit - reservedDescriptors) / descriptorsPerRead));
}

let knownLimit: number | undefined;

/** Returns this process's limit of open files, which Node.js raises only at startup. */
function descriptorLimit(): number {
  return (knownLimit ??= findDescriptorLimit());
}

/** Returns `Infinity` on systems without a cheap way to query the limit. */
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
