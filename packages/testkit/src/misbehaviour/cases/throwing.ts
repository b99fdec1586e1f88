import { before, broken, type Described, doing, family, type Misbehaviour, raise, type Read } from "./misbehaviour.ts";

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

const special: readonly Described[] = [
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
  ...special,
]);
