import type { IsolateLimits } from "../../options/limits.ts";
import { ReadError } from "@reader/core/handler";

/** Why a process ended. */
export type Death =
  | { readonly kind: "memory"; readonly actual?: number }
  /** A step took too long, or the handler did not stop when cancelled. */
  | { readonly kind: "time" }
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "signal"; readonly signal: string }
  /** It violated the protocol, so nothing that it sends can be trusted. */
  | { readonly kind: "protocol"; readonly fault: string }
  | { readonly kind: "spawn"; readonly systemCode: string }
  /** The pool ended it because it was not needed or no longer trusted. */
  | { readonly kind: "ended" };

/** How a process ended, as reported by the system and the process itself. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
  /** The reason that the watchdog thread wrote before it killed the process. */
  readonly verdict: string;
  /** The end of standard error. */
  readonly errorTail: string;
}

/** Messages of V8 when its heap is full, before it aborts. */
const heapIsFull = /heap out of memory|Array buffer allocation failed|invalid array length Allocation failed/i;

/** Returns why a process ended. */
export function deathOf({ code, signal, verdict, errorTail }: Ending): Death {
  if (verdict.startsWith("memory")) return { kind: "memory", actual: Number(verdict.split(" ")[1]) };
  if (verdict.startsWith("time")) return { kind: "time" };
  const killedBy = signal ?? signalOf(code);
  if (killedBy !== undefined)
    return heapIsFull.test(errorTail) ? { kind: "memory" } : { kind: "signal", signal: killedBy };
  return { kind: "exit", code: code ?? 0 };
}

/** Shells and sandboxes add this to the signal number when a signal ended a process. */
const signalCodes = 128;

function signalOf(code: number | null): string | undefined {
  const { signals } = process.getBuiltinModule("node:os").constants;
  return Object.entries(signals).find(([, number]) => number + signalCodes === code)?.[0];
}

/** Returns the error for the document that caused the end of its process. */
export function deathError(death: Death, facts: DeathFacts): ReadError {
  switch (death.kind) {
    case "memory":
      return tooMuchMemory(facts, death.actual);
    case "time":
      return timedOut(facts.path, facts.timeMs);
    case "exit":
      return failed(
        `The process that read ${facts.path} ended early, with exit code ${death.code}.`,
        `exit code ${death.code}`,
      );
    case "signal":
      return failed(`The process that read ${facts.path} was ended by ${death.signal}.`, death.signal);
    case "protocol":
      return failed(`The process that read ${facts.path} sent ${death.fault}.`);
    case "spawn":
      return notStarted(facts.path, death.systemCode);
    case "ended":
      return failed(`The process that read ${facts.path} was ended.`);
  }
}

/** The facts for the error message about a dead process. */
export interface DeathFacts {
  readonly path: string;
  readonly timeMs: number;
  readonly limits: IsolateLimits;
}

/** Returns the error for a document that took too long. */
export function timedOut(path: string, timeMs: number): ReadError {
  return new ReadError("timed-out", `${path} took longer than ${timeMs} ms to read.`, {
    hint: "Ask for a smaller part of the file, such as a few pages.",
    details: { limit: { name: "documentTimeMs", value: timeMs } },
  });
}

function tooMuchMemory({ path, limits }: DeathFacts, actual: number | undefined): ReadError {
  const value = limits.maxMemoryBytes;
  const limit = { name: "maxMemoryBytes", value, ...(Number.isSafeInteger(actual) ? { actual: Number(actual) } : {}) };
  return new ReadError("too-large", `${path} needs more memory than the ${value} bytes that its reader may use.`, {
    hint: "Ask for a smaller part of the file, or for a reader with a higher `maxMemoryBytes`.",
    details: { limit },
  });
}

/** The problem and its remedy for each error code of a shortage. */
const shortageWords: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  EMFILE: ["too many files are open", "raise the limit of open files (`ulimit -n`; 256 is enough)"],
  ENFILE: ["too many files are open on this machine", "raise the machine's limit of open files (`fs.file-max`)"],
  EAGAIN: ["there are too many processes", "raise the limit of processes (`ulimit -u`, or the container's)"],
  ENOMEM: ["there is too little memory", "give the reader more memory"],
};

function notStarted(path: string, systemCode: string): ReadError {
  const [problem, remedy] = shortageWords[systemCode] ?? ["the system refuses it", "check how Node.js is installed"];
  const isShortage = Object.hasOwn(shortageWords, systemCode);
  const next = isShortage
    ? "Send the same request again in a moment, and fewer requests at once."
    : "Send the same request again.";
  return new ReadError(
    isShortage ? "out-of-resources" : "handler-failed",
    `No process could be started to read ${path}, because ${problem} (${systemCode}).`,
    { hint: `${next} If it fails again, ask the user to ${remedy}.`, details: { systemCode } },
  );
}

/** `ended` says how a process crashed, for callers that try the document again. */
function failed(message: string, ended?: string): ReadError {
  return new ReadError("handler-failed", message, {
    hint: "Try another view or a part of the file; the next read starts a new process.",
    ...(ended === undefined ? {} : { details: { ended } }),
  });
}
