import { closeSync } from "node:fs";
import type { HandlerEvent } from "@reader/core/handler";
import {
  type Described,
  doing,
  type ExpectedOutcome,
  failed,
  family,
  firstLine,
  type Misbehaviour,
  missingPackage,
  never,
  raise,
  type Read,
  timedOut,
  turn,
} from "./misbehaviour.ts";

/** Length of a message that is too long for any answer. */
const hugeCharacters = 20_000_000;

/** Matches text that is too long for an error. */
const longText = /[\s\S]{4000}/;

/** Returns an object that throws on every access. */
function untouchable(target: object): object {
  const trap = (): never => raise(new Error("access denied"));
  return new Proxy(target, {
    get: trap,
    has: trap,
    getPrototypeOf: trap,
    ownKeys: trap,
    getOwnPropertyDescriptor: trap,
  });
}

function errorWithTraps(): Error {
  const error = new Error("seen");
  for (const name of ["message", "stack", "name", "code", "cause"]) {
    Object.defineProperty(error, name, { get: () => raise(new Error(`the ${name} of an error throws`)) });
  }
  return error;
}

/** Returns an object with the brand of a `ReadError` and invalid properties. */
function impostor(): object {
  return {
    "~reader": "ReadError",
    code: "corrupt",
    message: { toString: () => raise(new Error("no words")) },
    hint: { toString: () => raise(new Error("no words")) },
    details: { limit: () => 1 },
  };
}

const thrown: readonly (readonly [name: string, does: string, make: () => unknown])[] = [
  ["error", "Throws an error.", () => new Error("it broke")],
  ["string", "Throws a string.", () => "it broke"],
  ["undefined", "Throws undefined.", () => undefined],
  ["null", "Throws null.", () => null],
  ["number", "Throws NaN.", () => Number.NaN],
  ["symbol", "Throws a symbol, which cannot be converted to a message.", () => Symbol("broken")],
  ["function", "Throws a function, which cannot be sent to another process.", () => () => "broken"],
  ["cyclic-object", "Throws an object that contains itself.", cyclic],
  ["proxy", "Throws an object that throws on every access.", () => untouchable({})],
  ["error-with-traps", "Throws an error whose message, stack, name and code throw.", errorWithTraps],
  ["bare-object", "Throws an object without a prototype.", (): unknown => Object.create(null)],
];

function cyclic(): object {
  const self: Record<string, unknown> = {};
  self["self"] = self;
  return self;
}

const readError = {
  "~reader": "ReadError",
  code: "corrupt",
  message: "Its line 3 is bent.",
  hint: "Straighten it, then read it again.",
};

const cleaningUp: Read = async function* cleaningUp() {
  try {
    yield* firstLine();
    raise(new Error("it broke"));
  } finally {
    raise(new Error("it broke again"));
  }
};

const unusualErrors: readonly Described[] = [
  {
    name: "throws-impostor",
    does: "Throws an object that looks like a ReadError, with a known code but without valid message or details.",
    expected: { endings: ["corrupt", "handler-failed"] },
    withoutIsolation: "survivable",
    read: doing(() => raise(impostor())),
  },
  {
    name: "throws-unknown-code",
    does: "Throws a ReadError with an unknown code.",
    expected: { ...failed, lacks: /no-such-code/ },
    withoutIsolation: "survivable",
    read: doing(() => raise({ "~reader": "ReadError", code: "no-such-code", message: "It broke.", hint: "Run." })),
  },
  {
    name: "throws-huge-message",
    does: "Throws an error with a message of 20 million characters.",
    expected: { ...failed, lacks: longText },
    withoutIsolation: "survivable",
    read: doing(() => raise(new Error("x".repeat(hugeCharacters)))),
  },
  {
    name: "throws-host-path",
    does: "Throws an error whose message and stack name files of this machine.",
    expected: { ...failed, lacks: /secret-of-the-host|node_modules|file:\/\// },
    withoutIsolation: "survivable",
    read: doing(() => raise(new Error("ENOENT: no such file, open '/home/user/secret-of-the-host.txt'"))),
  },
  {
    name: "throws-read-error",
    does: "Throws a real ReadError, which must arrive unchanged.",
    expected: { endings: ["corrupt"], matches: /line 3 is bent[\s\S]*Straighten it/ },
    withoutIsolation: "survivable",
    read: doing(() => raise({ ...readError, details: { line: 3 } })),
  },
  {
    name: "throws-at-call",
    does: "Throws from the call, before it returns an iterable.",
    expected: { ...failed, keeps: "nothing" },
    withoutIsolation: "survivable",
    read: () => raise(new Error("it broke at once")),
  },
  {
    name: "throws-in-finally",
    does: "Throws an error, and another one while it cleans up.",
    expected: failed,
    withoutIsolation: "survivable",
    read: cleaningUp,
  },
  {
    name: "throws-in-info",
    does: "Rejects info.",
    expected: { ...failed, keeps: "nothing" },
    withoutIsolation: "survivable",
    info: () => Promise.reject(new Error("no facts")),
  },
];

/** Handlers that throw unusual values, or at unusual times. */
export const throwing: readonly Misbehaviour[] = family("throwing", [
  ...thrown.map(([name, does, make]): Described => ({
    name: `throws-${name}`,
    does,
    expected: failed,
    withoutIsolation: "survivable",
    read: doing(() => raise(make())),
  })),
  ...unusualErrors,
]);

function endSelf(signal: NodeJS.Signals): Promise<never> {
  process.kill(process.pid, signal);
  return never();
}

async function throwFromTimer(): Promise<never> {
  setTimeout(() => raise(new Error("thrown by a timer")), 1);
  return never();
}

async function rejectUnseen(): Promise<never> {
  void Promise.reject(new Error("not awaited"));
  return never();
}

/** Closes all descriptors, including the channel to the reader. */
function closeEverything(): Promise<never> {
  for (let descriptor = 0; descriptor < 64; descriptor += 1) {
    try {
      closeSync(descriptor);
    } catch {
      // It was not open.
    }
  }
  return never();
}

/** Finishes, then exits a moment later. */
const dyingAfterwards: Read = async function* dyingAfterwards() {
  yield { type: "text", text: "All is well.\n" };
  setImmediate(() => process.exit(7));
};

/** Waits for a turn, so that the result does not depend on how output is flushed. */
const dyingAtOnce: Read = async function* dyingAtOnce() {
  yield* await turn().then((): readonly HandlerEvent[] => process.exit(0));
};

const deaths: readonly (readonly [name: string, does: string, action: () => unknown])[] = [
  ["exit-0", "Exits as if successful.", () => process.exit(0)],
  ["exit-1", "Exits with an error code.", () => process.exit(1)],
  ["abort", "Aborts its process.", () => process.abort()],
  ["segmentation-fault", "Crashes like a broken native library.", () => endSelf("SIGSEGV")],
  ["terminated", "Sends itself a signal to end.", () => endSelf("SIGTERM")],
  ["timer-throws", "Throws from a timer, where it cannot be caught.", throwFromTimer],
];

const unusualDeaths: readonly Described[] = [
  {
    name: "killed",
    does: "Is killed like a process that takes too much memory.",
    expected: { endings: ["handler-failed", "too-large"] },
    read: doing(() => endSelf("SIGKILL")),
  },
  {
    name: "unhandled-rejection",
    does: "Leaves a rejected promise unhandled, and waits.",
    expected: { endings: ["handler-failed", "timed-out"] },
    endsBy: "time",
    read: doing(rejectUnseen),
  },
  {
    name: "exit-before-anything",
    does: "Exits before its first event.",
    expected: { ...failed, keeps: "nothing" },
    read: dyingAtOnce,
  },
  {
    name: "exit-after-the-end",
    does: "Yields its whole document and exits a moment later.",
    expected: { endings: ["answered", "handler-failed"], keeps: "nothing" },
    read: dyingAfterwards,
  },
  {
    name: "exit-in-info",
    does: "Exits in info.",
    expected: { ...failed, keeps: "nothing" },
    info: () => process.exit(0),
  },
  {
    name: "stopped",
    does: "Suspends its process with all threads.",
    expected: { endings: ["timed-out", "handler-failed"], process: "gone" },
    endsBy: "time",
    read: doing(() => endSelf("SIGSTOP")),
  },
  {
    name: "closes-descriptors",
    does: "Closes every descriptor of its process.",
    expected: { endings: ["timed-out", "handler-failed"], process: "gone" },
    endsBy: "time",
    read: doing(closeEverything),
  },
];

/** Handlers that end their process. */
export const dying: readonly Misbehaviour[] = family("dying", [
  ...deaths.map(([name, does, action]): Described => ({
    name,
    does,
    expected: failed,
    read: doing(async () => void (await action())),
  })),
  ...unusualDeaths,
]);

/** A package that is not installed. The answer must name it. */
const missing: ExpectedOutcome = {
  endings: ["handler-failed", "unsupported-type"],
  keeps: "nothing",
  matches: new RegExp(`npm install ${missingPackage}`),
  lacks: /file:\/\//,
};

const notLoaded: ExpectedOutcome = { ...failed, keeps: "nothing" };

/** Returns the URL of a module beside this one, as TypeScript or compiled. */
function beside(name: string): string {
  return new URL(`./${name}${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url).href;
}

function module(file: string, name = "misbehaving"): Pick<Misbehaviour, "origin"> {
  return { origin: { module: beside(`faulty/${file}`), export: name } };
}

const loadingMembers: readonly Described[] = [
  {
    name: "missing-dependency",
    does: "Imports a package that is not installed when it reads.",
    expected: { ...missing, keeps: "first-line" },
    read: doing(async () => void (await import(missingPackage))),
  },
  {
    name: "missing-dependency-at-import",
    does: "Imports a package that is not installed when it is loaded.",
    expected: missing,
    ...module("import-misses"),
  },
  {
    name: "missing-handler",
    does: "Is not installed itself.",
    expected: missing,
    origin: { module: missingPackage, export: "misbehaving" },
  },
  {
    name: "missing-file",
    does: "Is in a file that does not exist.",
    expected: { ...notLoaded, lacks: /file:|faulty/ },
    ...module("no-such-file"),
  },
  {
    name: "missing-export",
    does: "Is not exported by its module.",
    expected: notLoaded,
    ...module("factories", "noSuchExport"),
  },
  { name: "no-factory", does: "Is exported as a number.", expected: notLoaded, ...module("factories", "noFunction") },
  {
    name: "factory-throws",
    does: "Throws when it is created.",
    expected: notLoaded,
    ...module("factories", "throwing"),
  },
  {
    name: "factory-gives-nothing",
    does: "Is undefined when it is created.",
    expected: notLoaded,
    ...module("factories", "nothing"),
  },
  {
    name: "future-version",
    does: "Has another contract version.",
    expected: notLoaded,
    ...module("factories", "fromTheFuture"),
  },
  { name: "cannot-read", does: "Has no `read`.", expected: notLoaded, ...module("factories", "withoutRead") },
  {
    name: "factory-loops",
    does: "Loops when it is created.",
    expected: { ...timedOut, keeps: "nothing" },
    endsBy: "time",
    ...module("factories", "looping"),
  },
  { name: "import-throws", does: "Throws when it is imported.", expected: notLoaded, ...module("import-throws") },
  { name: "import-exits", does: "Exits when it is imported.", expected: notLoaded, ...module("import-exits") },
  {
    name: "import-waits",
    does: "Never finishes its import.",
    expected: { ...timedOut, keeps: "nothing" },
    endsBy: "time",
    ...module("import-waits"),
  },
  {
    name: "import-loops",
    does: "Loops when it is imported.",
    expected: { ...timedOut, keeps: "nothing" },
    endsBy: "time",
    ...module("import-loops"),
  },
];

/** Handlers that cannot be loaded. */
export const loading: readonly Misbehaviour[] = family("loading", loadingMembers);
