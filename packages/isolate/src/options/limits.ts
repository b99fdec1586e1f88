import type { Budget } from "@reader/core/handler";

/** Limits for isolated handlers. Each comment says what happens when the limit is reached. */
export interface IsolateLimits {
  /** Resident memory of a child process, including the 50 MB of the runtime. Reached: killed, `too-large`. */
  readonly maxMemoryBytes: number;
  /**
   * Maximum time for one step of a document, from the request for an event to the event. Never more than the
   * `documentTimeMs` of the budget. Reached: `timed-out`, and the process is killed.
   */
  readonly timeMs: number;
  /** Time for a handler to stop after it is cancelled. Reached: the process is killed. */
  readonly hardKillAfterMs: number;
  /** Bytes that a handler may load at once. Never more than the `maxInputBytes` of the budget. Reached: `too-large`. */
  readonly maxInputBytes: number;
  /** Bytes of all events of one document. Reached: `too-large`. */
  readonly maxOutputBytes: number;
  /** Bytes of one event. Reached: `too-large`. */
  readonly maxEventBytes: number;
  /** Documents that one process reads. Reached: the process is replaced. */
  readonly maxDocuments: number;
  /**
   * Processes that work at the same time. A document inside another document may have one more. Reached: reads wait.
   * Default: the number of cores.
   */
  readonly maxProcesses: number;
  /**
   * Processes that are kept alive, busy or idle, so that reads of several file types in turn do not start one each
   * time. Reached: the least recently used process is ended. Default: `maxProcesses` if given, otherwise up to 16 as far
   * as a quarter of the machine's memory allows.
   */
  readonly maxKeptProcesses: number;
  /** How long an idle process is kept. Reached: it is ended. */
  readonly idleMs: number;
}

const megabyte = 1_000_000;

/** Default limits. */
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

/** Reader limits that raise the isolation's limits, unless `limits` sets them. */
export type RaisedBudget = Partial<Pick<Budget, "maxInputBytes" | "maxInflatedBytes">>;

/** Adds default values for missing limits. */
export function resolveLimits(limits: Partial<IsolateLimits> = {}, budget: RaisedBudget = {}): IsolateLimits {
  const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));
  // Loaded here because a program that only reads text never needs it.
  const { availableParallelism, totalmem } = process.getBuiltinModule("node:os");
  const machineBytes = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const raised = raisedLimits(budget, machineBytes);
  const maxProcesses = limits.maxProcesses ?? availableParallelism();
  const resolved = { ...defaultIsolateLimits, ...raised, maxProcesses, ...given };
  const maxKeptProcesses = limits.maxProcesses ?? keptProcesses(resolved, machineBytes);
  return { maxKeptProcesses, ...resolved };
}

/** One for each process family of the programs in this repository: a search of a folder may need nearly all of them. */
const maxKeptByDefault = 16;

/**
 * A process that still holds more than this share of its memory after a document is replaced, because WebAssembly
 * memory never shrinks. A document that needs more than the rest is read again in a new process, and the old one counts
 * as condemned. The largest engine, DuckDB, holds up to 0.7 of the default.
 */
export const maxRestingShare = 0.75;

/** The share that an idle process is expected to hold. Nearly all hold less. */
const expectedRestingShare = 0.5;

/** Returns the number of idle processes that are expected to fit into a quarter of the machine's memory. */
function keptProcesses(
  { maxProcesses, maxMemoryBytes }: Pick<IsolateLimits, "maxProcesses" | "maxMemoryBytes">,
  machineBytes: number,
): number {
  const room = Math.floor(machineBytes / 4 / (maxMemoryBytes * expectedRestingShare));
  return Math.max(maxProcesses, Math.min(maxKeptByDefault, room));
}

/** Raises the memory limit in proportion to a raised file size, up to half of the machine's memory. */
function raisedLimits(budget: RaisedBudget, machineBytes: number): Partial<IsolateLimits> {
  const { maxMemoryBytes, ...byDefault } = defaultIsolateLimits;
  const maxInputBytes = Math.max(byDefault.maxInputBytes, budget.maxInputBytes ?? 0);
  const maxOutputBytes = Math.max(byDefault.maxOutputBytes, budget.maxInflatedBytes ?? 0);
  const factor = Math.max(maxInputBytes / byDefault.maxInputBytes, maxOutputBytes / byDefault.maxOutputBytes);
  const most = Math.max(maxMemoryBytes, Math.floor(machineBytes / 2));
  return { maxInputBytes, maxOutputBytes, maxMemoryBytes: Math.min(most, Math.ceil(maxMemoryBytes * factor)) };
}
