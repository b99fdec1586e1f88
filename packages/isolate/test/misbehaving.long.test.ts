import type { Handler } from "@reader/core";
import { afterAll, expect, test } from "vitest";
import { isolate } from "../src/index.ts";
import { childModule, contextWith, isolated, oddDescription, readAll, smallLimits, textOf } from "./support.ts";

/**
 * Handlers that fail share one isolation: each failure costs the process that it happens in, and the one that is started
 * for the next read is there for the next failure. Half the starts, and one isolation that outlives all of them.
 */
const shared = isolate([oddDescription], { childModule, limits: smallLimits });
const [failing] = shared.handlers as [Handler];

afterAll(() => shared.close());

// One of each kind, with the words of its error. `misbehaviour.alone.test.ts` has all ways to fill memory and to loop.
test.for([
  ["throws an error", "handler-failed", "it is broken"],
  ["throws an error with a path", "handler-failed", "odd.bin"],
  ["throws a string", "handler-failed", "a string"],
  ["throws nothing", "handler-failed", "odd.bin"],
  ["throws an error that throws", "handler-failed", "odd.bin"],
  ["throws a read error", "corrupt", "Page 2 is damaged."],
  ["exits", "handler-failed", "exit code 3"],
  ["aborts", "handler-failed", "SIGABRT"],
  ["segfaults", "handler-failed", "SIGSEGV"],
  ["rejects unheard", "handler-failed", "exit code 1"],
  ["fills the heap", "too-large", "memory"],
  ["floods standard error", "handler-failed", "error output"],
  ["writes nonsense to the channel", "handler-failed", "frame"],
  ["writes nonsense to the direct line", "handler-failed", "frame"],
  ["forges events of another document", "handler-failed", "does not have"],
  ["gives too much in all", "too-large", "2000000 bytes"],
  ["gives too much at once", "too-large", "1000000 bytes"],
  ["gives no event", "handler-failed", "an invalid event"],
  ["gives an event of no type", "handler-failed", "an invalid event"],
  ["gives a page that is no number", "handler-failed", "an invalid event"],
  ["gives a circle", "handler-failed", "odd.bin"],
  ["needs what is missing", "unsupported-type", "@nobody/has-this"],
  ["asks in a flood", "handler-failed", "flood"],
] as const)("a handler that %s is %s, and the next read works", async ([name, code, words]) => {
  const { error, events } = await readAll(failing, name);
  expect(error?.code, error?.message).toBe(code);
  expect(error?.message).toContain(words);
  expect(`${error?.message} ${error?.hint}`).not.toContain("/home/");
  if (events.length > 0 && events[0]?.type === "text") expect(textOf({ events })).toBe("before\n");
  expect(textOf(await readAll(failing, "sound"))).toBe("sound\n");
});

test.for([["never settles"], ["loops in JavaScript"], ["ignores its abort"]] as const)(
  "a handler that %s is timed out with what it gave before, and the next read works",
  async ([name]) => {
    // A process is there, so that the short time is the handler's.
    await readAll(failing, "sound");
    let before = "";
    // On a busy machine a short time may be over before the handler has given anything.
    for (let timeMs = 300; before === ""; timeMs *= 4) {
      const { error, events } = await readAll(failing, name, contextWith({}, timeMs));
      expect(error?.code, error?.message).toBe("timed-out");
      before = textOf({ events });
    }
    expect(before).toBe("before\n");
    expect(textOf(await readAll(failing, "sound"))).toBe("sound\n");
  },
);

test("a handler that loops before its first event is timed out", async () => {
  await readAll(failing, "sound");
  const { error } = await readAll(failing, "loops before the first event", contextWith({}, 200));
  expect(error?.code).toBe("timed-out");
  expect(textOf(await readAll(failing, "sound"))).toBe("sound\n");
});

test.for([
  ["floods standard output", "after\n"],
  ["prints what looks like messages", "true\n"],
  ["gives names of prototypes", "fine\n"],
  ["pollutes its prototypes", "fine\n"],
] as const)("a handler that %s is read all the same", async ([name, expected]) => {
  const handler = isolated(oddDescription);
  expect(await readAll(handler, name)).toEqual({ events: [{ type: "text", text: expected }], error: undefined });
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test.for([
  ["reads a file of the machine", "ERR_ACCESS_DENIED"],
  ["starts a thread", "ERR_ACCESS_DENIED"],
  ["starts a thread by the back door", "ERR_ACCESS_DENIED"],
  ["hooks the module loader", "ERR_ACCESS_DENIED"],
  ["stops its process", "ERR_ACCESS_DENIED"],
  ["tells its environment", "{}"],
  ["asks for files of the machine", "false false true"],
] as const)("a handler that %s finds nothing", async ([name, answer]) => {
  const handler = isolated(oddDescription);
  expect(textOf(await readAll(handler, name))).toBe(`${answer}\n`);
});

test("what a handler may not read is named, without the flags of Node", async () => {
  const { error } = await readAll(isolated(oddDescription), "reads the names of users");
  expect(error).toMatchObject({ code: "handler-failed" });
  expect(String(error)).toMatch(/of its package and of the packages that it depends on, and it asked for passwd\.$/);
});

test("whoever ends a document twice is not believed a second time", async () => {
  const handler = isolated(oddDescription);
  await readAll(handler, "ends twice");
  expect(textOf(await readAll(handler, "sound"))).toBe("sound\n");
});
