import { findingKinds, type Fault, type FindingKind } from "./judge.ts";
import type { Memory } from "./worker-messages.ts";

/** What became of the inputs of one part of a run. */
export interface Tally {
  readonly part: string;
  readonly inputs: number;
  /** How many answers ended in which way. */
  readonly endings: ReadonlyMap<string, number>;
  readonly faults: ReadonlyMap<FindingKind, number>;
  readonly p50Ms: number | undefined;
  readonly p99Ms: number | undefined;
  readonly memoryAtStart: Memory | undefined;
  readonly memoryAtEnd: Memory | undefined;
  readonly seconds: number;
  /** Why the whole part was left out, such as a tool that this machine lacks; `undefined` if it was not. */
  readonly leftOut: string | undefined;
  /** What of the part was left out, and why. */
  readonly notes: readonly string[];
}

/** Counts what comes of the inputs of a part. */
export interface Counter {
  count(ending: string, ms: number, faults: readonly Fault[]): void;
  measure(memory: Memory, worker: number): void;
  note(note: string): void;
  /** The part cannot run here, or there is nothing for it among what was asked for. */
  leaveOut(reason: string): void;
  tally(): Tally;
}

/** Creates a counter; its time runs from now on. */
export function createCounter(part: string): Counter {
  const startedAt = performance.now();
  const endings = new Map<string, number>();
  const faults = new Map<FindingKind, number>();
  const durations = createDurations();
  const first = new Map<number, Memory>();
  const last = new Map<number, Memory>();
  const notes = new Set<string>();
  let inputs = 0;
  let leftOut: string | undefined;
  return {
    count(ending, ms, found) {
      inputs += 1;
      durations.add(ms);
      endings.set(ending, (endings.get(ending) ?? 0) + 1);
      for (const { kind } of found) faults.set(kind, (faults.get(kind) ?? 0) + 1);
    },
    measure(memory, worker) {
      if (!first.has(worker)) first.set(worker, memory);
      last.set(worker, memory);
    },
    note: (note) => void notes.add(note),
    leaveOut: (reason) => void (leftOut = reason),
    tally: () => ({
      part,
      inputs,
      endings: new Map([...endings].toSorted(([, a], [, b]) => b - a)),
      faults: new Map(findingKinds.map((kind) => [kind, faults.get(kind) ?? 0])),
      p50Ms: durations.quantile(0.5),
      p99Ms: durations.quantile(0.99),
      memoryAtStart: largest(first),
      memoryAtEnd: largest(last),
      seconds: (performance.now() - startedAt) / 1000,
      leftOut,
      notes: [...notes],
    }),
  };
}

function largest(memories: ReadonlyMap<number, Memory>): Memory | undefined {
  return [...memories.values()].toSorted((a, b) => b.heapBytes - a.heapBytes)[0];
}

interface Durations {
  add(ms: number): void;
  quantile(share: number): number | undefined;
}

/** Counts durations in steps of 5 %, so that a million of them take no memory. */
function createDurations(): Durations {
  const steps = new Map<number, number>();
  let count = 0;
  return {
    add(ms) {
      const step = Math.round(Math.log(Math.max(0.01, ms)) / Math.log(1.05));
      steps.set(step, (steps.get(step) ?? 0) + 1);
      count += 1;
    },
    quantile(share) {
      let seen = 0;
      for (const [step, times] of [...steps].toSorted(([a], [b]) => a - b)) {
        seen += times;
        if (seen >= share * count) return 1.05 ** step;
      }
      return undefined;
    },
  };
}
