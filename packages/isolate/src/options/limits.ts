import type { Budget } from "@reader/core/handler";

/** The limits of isolated handlers, with units in their names. What happens when one is reached stands with each. */
export interface IsolateLimits {
  /** Resident memory of a child process, the runtime's own 50 MB included. Reached: killed, `too-large`. */
  readonly maxMemoryBytes: number;
  /**
   * How long one step of a document (from the wish for an event to the event) may take; never more than the
   * `documentTimeMs` of the budget. Reached: `timed-out`, and the process is killed.
   */
  readonly timeMs: number;
  /** How long a handler may take to stop when it is told to. Reached: the process is killed. */
  readonly hardKillAfterMs: number;
  /** Bytes that a handler may load at once; never more than `maxInputBytes` of the budget. Reached: `too-large`. */
  readonly maxInputBytes: number;
  /** Bytes of all events of one document. Reached: `too-large`. */
  readonly maxOutputBytes: number;
  /** Bytes of one event. Reached: `too-large`. */
  readonly maxEventBytes: number;
  /** Documents that one process reads. Reached: it is replaced. */
  readonly maxDocuments: number;
  /**
   * Processes that work at once; a document inside another one that waits for it may have one more. Reached: reads wait.
   * The number of cores where not given.
   */
  readonly maxProcesses: number;
  /**
   * Processes that are kept, with work or without, so that reads of several kinds of files in turn need not start one
   * each time. Reached: the one that was used least lately is ended. Where not given: `maxProcesses` if that is given,
   * else up to 8, as far as a quarter of the memory has room for them.
   */
  readonly maxKeptProcesses: number;
  /** How long a process without work is kept. Reached: it is ended. */
  readonly idleMs: number;
}

const megabyte = 1_000_000;

/** The limits in force where nobody says otherwise. */
export const defaultIsolateLimits: Omit<IsolateLimits, "maxProcesses" | "maxKeptProcesses"> = {
  maxMemoryBytes: 512 * megabyte,
  timeMs: Number.POSITIVE_INFINITY,
  hardKillAfterMs: 500,
  maxInputBytes: 100 * megabyte,
  maxOutputBytes: 256 * megabyte,
  maxEventBytes: 64 * megabyte,
  maxDocuments: 100,
  idleMs: 30_000,
};

/** Limits of a reader that those of the isolation follow where they are higher, and where `limits` does not say. */
export type RaisedBudget = Partial<Pick<Budget, "maxInputBytes" | "maxInflatedBytes">>;

/** Fills in what was not said. */
export function resolveLimits(limits: Partial<IsolateLimits> = {}, budget: RaisedBudget = {}): IsolateLimits {
  const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
  // Asked for here, because a program that only reads text never needs it.
  const { availableParallelism, totalmem } = process.getBuiltinModule("node:os");
  const machineBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const raised = raisedLimits(budget, machineBytes);
  const maxProcesses = limits.maxProcesses ?? availableParallelism();
  const resolved = { ...defaultIsolateLimits, ...raised, maxProcesses, ...given };
  const maxKeptProcesses = limits.maxProcesses ?? keptProcesses(resolved, machineBytes);
  return { maxKeptProcesses, ...resolved };
}

/** One for each family of handlers of the programs here, and two more. */
const maxKeptByDefault = 8;

/** A process that holds more of its memory than this share when a document is done is replaced: wasm never gives back. */
export const maxRestingShare = 0.5;

/** The number of resting processes that a quarter of the machine's memory has room for. */
function keptProcesses(
  { maxProcesses, maxMemoryBytes }: Pick<IsolateLimits, "maxProcesses" | "maxMemoryBytes">,
  machineBytes: number,
): number {
  const room = Math.floor(machineBytes / 4 / (maxMemoryBytes * maxRestingShare));
  return Math.max(maxProcesses, Math.min(maxKeptByDefault, room));
}

/** Who lets a parser have larger files lets it have the memory for them, though never more than half of the machine's. */
function raisedLimits(budget: RaisedBudget, machineBytes: number): Partial<IsolateLimits> {
  const { maxMemoryBytes, ...byDefault } = defaultIsolateLimits;
  const maxInputBytes = Math.max(byDefault.maxInputBytes, budget.maxInputBytes ?? 0);
  const maxOutputBytes = Math.max(byDefault.maxOutputBytes, budget.maxInflatedBytes ?? 0);
  const factor = Math.max(maxInputBytes / byDefault.maxInputBytes, maxOutputBytes / byDefault.maxOutputBytes);
  const most = Math.max(maxMemoryBytes, Math.floor(machineBytes / 2));
  return { maxInputBytes, maxOutputBytes, maxMemoryBytes: Math.min(most, Math.ceil(maxMemoryBytes * factor)) };
}
