import { readdirSync, readFileSync, statSync } from "node:fs";
import { devNull } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { secretVariable } from "./cases/escaping.ts";
import { identityOf, outputIdentity } from "./cases/process-misuse.ts";

/** Watches the process of the tests for changes made by handlers. */
export interface ParentWatch {
  /** Returns the changes since the start, one sentence each. Waits up to `graceMs` for processes to end. */
  faults(graceMs: number): Promise<readonly string[]>;
}

/** Objects whose members are compared. */
const guarded: Readonly<Record<string, object>> = {
  Object,
  "Object.prototype": Object.prototype,
  "Array.prototype": Array.prototype,
  "Function.prototype": Function.prototype,
  "Promise.prototype": Promise.prototype,
  "Map.prototype": Map.prototype,
  "Error.prototype": Error.prototype,
  "Uint8Array.prototype": Uint8Array.prototype,
  JSON,
};

/** Warnings that the version of Node causes, not a handler. */
const aboutNode: ReadonlySet<string> = new Set(["ExperimentalWarning", "DeprecationWarning"]);

/** Starts watching. */
export function watchParent(): ParentWatch {
  process.env[secretVariable] = "not for children";
  const warnings: string[] = [];
  process.on("warning", ({ name, message }) => {
    if (!aboutNode.has(name)) warnings.push(`${name}: ${message}`);
  });
  const before = snapshot();
  const children = new Set(childProcesses());
  return {
    async faults(graceMs) {
      const after = snapshot();
      const changed = Object.keys(before).filter((name) => !isSame(before[name], after[name]));
      const left = childProcesses().filter((child) => !children.has(child));
      const living: number[] = [];
      for (const child of left) if (!(await isGone(child, graceMs))) living.push(child);
      return [
        ...changed.map((name) => `${name} of this process was changed`),
        ...warnings.map((warning) => `this process was warned: ${warning}`),
        ...living.map((child) => `the process ${child} was left behind`),
      ];
    },
  };
}

/** Resolves with whether a process ended in time. A zombie has ended. */
export async function isGone(id: number, graceMs: number): Promise<boolean> {
  const start = performance.now();
  while (isAlive(id)) {
    if (performance.now() - start > graceMs) return false;
    await sleep(10);
  }
  return true;
}

/** Returns the standard descriptors that this process shares with another one. The null device may be shared. */
export function sharedOutputs(report: string): readonly number[] {
  const theirs = new Set(report.match(/\d+-\d+-\d+/g));
  const nothing = identityOf(statSync(devNull));
  return [0, 1, 2].filter((descriptor) => {
    const identity = outputIdentity(descriptor);
    return identity !== undefined && identity !== nothing && theirs.has(identity);
  });
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
  } catch {
    return false;
  }
  return stateOf(id) !== "Z";
}

type Snapshot = Readonly<Record<string, readonly unknown[]>>;

function snapshot(): Snapshot {
  const members = Object.entries(guarded).map(([name, target]) => [name, membersOf(target)] as const);
  return {
    ...Object.fromEntries(members),
    // Names only, because Node creates the values of some of them on first use.
    globalThis: Reflect.ownKeys(globalThis),
    "the timers": [setTimeout, setInterval, setImmediate, queueMicrotask],
    "the state": [process.exitCode, process.title, process.cwd()],
  };
}

/** Returns the names and values of an object's own members. */
function membersOf(target: object): readonly unknown[] {
  return Reflect.ownKeys(target).flatMap((key) => {
    const member: Readonly<Record<string, unknown>> = { ...Object.getOwnPropertyDescriptor(target, key) };
    return [key, member["value"], member["get"], member["set"]];
  });
}

function isSame(left: readonly unknown[] = [], right: readonly unknown[] = []): boolean {
  return left.length === right.length && left.every((value, index) => Object.is(value, right[index]));
}

/** Lists the child processes, if the system has `/proc`. */
function childProcesses(): readonly number[] {
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .filter((id) => parentOf(id) === process.pid && stateOf(id) !== "Z");
  } catch {
    return [];
  }
}

function parentOf(id: number): number {
  return Number(statFields(id)[1]);
}

function stateOf(id: number): string | undefined {
  return statFields(id)[0];
}

/** The fields after the process name, which may contain any character. */
function statFields(id: number): readonly string[] {
  try {
    return readFileSync(`/proc/${id}/stat`, "latin1")
      .replace(/^.*\) /s, "")
      .split(" ");
  } catch {
    return [];
  }
}
