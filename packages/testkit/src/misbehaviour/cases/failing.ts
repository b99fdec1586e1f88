import { closeSync } from "node:fs";
import type { HandlerEvent } from "@reader/core/handler";
import {
  before,
  broken,
  cutOff,
  type Described,
  doing,
  family,
  type Misbehaviour,
  missingPackage,
  never,
  raise,
  type Read,
  type RightOutcome,
  turn,
} from "./misbehaviour.ts";

/** A message that no answer has room for. */
const hugeCharacters = 20_000_000;

/** Sentences of an error may be long, but not pages. */
const hidesMuch = /[\s\S]{4000}/;

/** Every part of it throws when it is looked at. */
function untouchable(target: object): object {
  const trap = (): never => raise(new Error("do not look at me"));
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

/** What carries the brand of a `ReadError`, in which nothing is as it should be. */
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
  ["number", "Throws a number that is none.", () => Number.NaN],
  ["symbol", "Throws a symbol, which no message can be made of.", () => Symbol("broken")],
  ["function", "Throws a function, which cannot cross to another process.", () => () => "broken"],
  ["cyclic-object", "Throws an object that holds itself.", cyclic],
  ["proxy", "Throws an object that throws whenever it is looked at.", () => untouchable({})],
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
    yield* before();
    raise(new Error("it broke"));
  } finally {
    raise(new Error("it broke again"));
  }
};

const unusualErrors: readonly Described[] = [
  {
    name: "throws-impostor",
    does: "Throws what looks like a ReadError of a known code and has neither words nor facts.",
    right: { endings: ["corrupt", "handler-failed"] },
    withoutIsolation: "survivable",
    read: doing(() => raise(impostor())),
  },
  {
    name: "throws-unknown-code",
    does: "Throws a ReadError with a code that there is not.",
    right: { ...broken, hides: /no-such-code/ },
    withoutIsolation: "survivable",
    read: doing(() => raise({ "~reader": "ReadError", code: "no-such-code", message: "It broke.", hint: "Run." })),
  },
  {
    name: "throws-huge-message",
    does: "Throws an error with a message of 20 million characters.",
    right: { ...broken, hides: hidesMuch },
    withoutIsolation: "survivable",
    read: doing(() => raise(new Error("x".repeat(hugeCharacters)))),
  },
  {
    name: "throws-host-path",
    does: "Throws an error whose message and stack name files of this machine.",
    right: { ...broken, hides: /secret-of-the-host|node_modules|file:\/\// },
    withoutIsolation: "survivable",
    read: doing(() => raise(new Error("ENOENT: no such file, open '/home/user/secret-of-the-host.txt'"))),
  },
  {
    name: "throws-read-error",
    does: "Throws a true ReadError, which must arrive as it is.",
    right: { endings: ["corrupt"], says: /line 3 is bent[\s\S]*Straighten it/ },
    withoutIsolation: "survivable",
    read: doing(() => raise({ ...readError, details: { line: 3 } })),
  },
  {
    name: "throws-at-call",
    does: "Throws before there is anything to iterate over.",
    right: { ...broken, keeps: "nothing" },
    withoutIsolation: "survivable",
    read: () => raise(new Error("it broke at once")),
  },
  {
    name: "throws-in-finally",
    does: "Throws an error, and another one while it cleans up.",
    right: broken,
    withoutIsolation: "survivable",
    read: cleaningUp,
  },
  {
    name: "throws-in-info",
    does: "Throws when it is asked for facts.",
    right: { ...broken, keeps: "nothing" },
    withoutIsolation: "survivable",
    info: () => Promise.reject(new Error("no facts")),
  },
];

/** Handlers that throw what they should not, and where they should not. */
export const throwing: readonly Misbehaviour[] = family("throwing", [
  ...thrown.map(([name, does, make]): Described => ({
    name: `throws-${name}`,
    does,
    right: broken,
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
  void Promise.reject(new Error("nobody waits for this"));
  return never();
}

/** Includes its channel to the reader. */
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

/** Complete, and deaths a moment later. */
const dyingAfterwards: Read = async function* dyingAfterwards() {
  yield { type: "text", text: "All is well.\n" };
  setImmediate(() => process.exit(7));
};

/** A turn, so that nothing of it depends on how the last line was written. */
const dyingAtOnce: Read = async function* dyingAtOnce() {
  yield* await turn().then((): readonly HandlerEvent[] => process.exit(0));
};

const deaths: readonly (readonly [name: string, does: string, deed: () => unknown])[] = [
  ["exit-0", "Ends its process as if all were well.", () => process.exit(0)],
  ["exit-1", "Ends its process with a failure.", () => process.exit(1)],
  ["abort", "Aborts its process.", () => process.abort()],
  ["segmentation-fault", "Dies as a broken native library does.", () => endSelf("SIGSEGV")],
  ["terminated", "Is told to end by a signal.", () => endSelf("SIGTERM")],
  ["timer-throws", "Throws where nobody can catch it.", throwFromTimer],
];

const unusualDeaths: readonly Described[] = [
  {
    name: "killed",
    does: "Dies as the system lets a process die that takes too much memory.",
    right: { endings: ["handler-failed", "too-large"] },
    read: doing(() => endSelf("SIGKILL")),
  },
  {
    name: "unhandled-rejection",
    does: "Lets a promise be rejected that nobody waits for, and waits.",
    right: { endings: ["handler-failed", "timed-out"] },
    endsBy: "time",
    read: doing(rejectUnseen),
  },
  {
    name: "exit-before-anything",
    does: "Ends its process before its first event.",
    right: { ...broken, keeps: "nothing" },
    read: dyingAtOnce,
  },
  {
    name: "exit-after-the-end",
    does: "Gives its whole document and ends its process a moment later.",
    right: { endings: ["answered", "handler-failed"], keeps: "nothing" },
    read: dyingAfterwards,
  },
  {
    name: "exit-in-info",
    does: "Ends its process when it is asked for facts.",
    right: { ...broken, keeps: "nothing" },
    info: () => process.exit(0),
  },
  {
    name: "stopped",
    does: "Stops its whole process, every thread of it, without ending it.",
    right: { endings: ["timed-out", "handler-failed"], process: "gone" },
    endsBy: "time",
    read: doing(() => endSelf("SIGSTOP")),
  },
  {
    name: "closes-descriptors",
    does: "Closes every descriptor of its process.",
    right: { endings: ["timed-out", "handler-failed"], process: "gone" },
    endsBy: "time",
    read: doing(closeEverything),
  },
];

/** Handlers whose process dies under them. */
export const dying: readonly Misbehaviour[] = family("dying", [
  ...deaths.map(([name, does, deed]): Described => ({
    name,
    does,
    right: broken,
    read: doing(async () => void (await deed())),
  })),
  ...unusualDeaths,
]);

/** A package that is not installed. The answer must name it. */
const missing: RightOutcome = {
  endings: ["handler-failed", "unsupported-type"],
  keeps: "nothing",
  says: new RegExp(`npm install ${missingPackage}`),
  hides: /file:\/\//,
};

const notLoaded: RightOutcome = { ...broken, keeps: "nothing" };

/** The URL of a module of this folder: as source or compiled, as this one is. */
function beside(name: string): string {
  return new URL(`./${name}${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url).href;
}

function module(file: string, name = "misbehaving"): Pick<Misbehaviour, "origin"> {
  return { origin: { module: beside(`faulty/${file}`), export: name } };
}

const loadingMembers: readonly Described[] = [
  {
    name: "missing-dependency",
    does: "Needs a package that is not installed, and asks for it when it reads.",
    right: { ...missing, keeps: "before" },
    read: doing(async () => void (await import(missingPackage))),
  },
  {
    name: "missing-dependency-at-import",
    does: "Needs a package that is not installed to be loaded at all.",
    right: missing,
    ...module("import-misses"),
  },
  {
    name: "missing-handler",
    does: "Is not installed itself.",
    right: missing,
    origin: { module: missingPackage, export: "misbehaving" },
  },
  {
    name: "missing-file",
    does: "Lies in a file that there is not.",
    right: { ...notLoaded, hides: /file:|faulty/ },
    ...module("no-such-file"),
  },
  {
    name: "missing-export",
    does: "Is not exported by its module.",
    right: notLoaded,
    ...module("factories", "noSuchExport"),
  },
  { name: "no-factory", does: "Is exported as a number.", right: notLoaded, ...module("factories", "noFunction") },
  { name: "factory-throws", does: "Throws when it is made.", right: notLoaded, ...module("factories", "throwing") },
  {
    name: "factory-gives-nothing",
    does: "Is undefined when it is made.",
    right: notLoaded,
    ...module("factories", "nothing"),
  },
  {
    name: "future-version",
    does: "Speaks another version of the contract.",
    right: notLoaded,
    ...module("factories", "fromTheFuture"),
  },
  { name: "cannot-read", does: "Has no read.", right: notLoaded, ...module("factories", "withoutRead") },
  {
    name: "factory-loops",
    does: "Loops when it is made.",
    right: { ...cutOff, keeps: "nothing" },
    endsBy: "time",
    ...module("factories", "looping"),
  },
  { name: "import-throws", does: "Throws when it is imported.", right: notLoaded, ...module("import-throws") },
  { name: "import-exits", does: "Ends its process when it is imported.", right: notLoaded, ...module("import-exits") },
  {
    name: "import-waits",
    does: "Never comes to the end of its import.",
    right: { ...cutOff, keeps: "nothing" },
    endsBy: "time",
    ...module("import-waits"),
  },
  {
    name: "import-loops",
    does: "Loops when it is imported.",
    right: { ...cutOff, keeps: "nothing" },
    endsBy: "time",
    ...module("import-loops"),
  },
];

/** Handlers that cannot be loaded. */
export const loading: readonly Misbehaviour[] = family("loading", loadingMembers);
