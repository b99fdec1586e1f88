import { type Handler, type Json, ReadError } from "@reader/core";
import { type Canary, extent, type HandlerEvent, image, notice, text } from "@reader/core/handler";
import { describe, expect, test } from "vitest";
import { encode } from "../src/bytes/odd-bytes.ts";
import { canaryCheck, handlerChecks, outlineCheck } from "../src/checks/all.ts";
import type { Check } from "../src/checks/check.ts";
import { abortCheck, damageCheck, eventsCheck, rangeCheck, releaseCheck, repeatCheck } from "../src/checks/events.ts";
import { shapeCheck, sniffCheck } from "../src/checks/sniff.ts";
import type { Fixture } from "../src/run/fixtures.ts";
import { handlerWith, never, reading, readLines, reject } from "./bad-handlers.ts";

const fixture: Fixture = {
  name: "small",
  directory: "",
  inputName: "input.txt",
  bytes: encode(`first\nsecond\n${"third line, longer than one piece of the stream. ".repeat(5)}\n`),
  request: {},
  expected: undefined,
};

/** Returns the violations that a check finds. `graceMs` is short if the handler hangs. */
function violationsOf(check: Check, handler: Handler, graceMs = 10_000): Promise<readonly string[]> {
  return check.violations({ handler, fixtures: [fixture], graceMs });
}

/** The time limit for handlers that hang for ever. */
const shortMs = 20;

/** Returns a handler that reads everything and yields these events. */
function yielding(...events: readonly unknown[]): Handler {
  return reading(async function* (source) {
    await source.bytes();
    for (const event of events) yield event as HandlerEvent;
  });
}

/** Throws a value that is not an error. */
function throwString(): never {
  throw "no";
}

const at = (index: number) => ({ unit: "page", index }) as const;

test.for(handlerChecks.map((check) => [check.title, check] as const))(
  "finds no fault in a correct handler that %s",
  async ([, check]) => {
    expect(await violationsOf(check, handlerWith())).toEqual([]);
  },
);

test.for<readonly [string, Partial<Canary>, readonly string[]]>([
  ["a sound one", {}, []],
  ["another text", { text: "dead" }, ['the text of the canary does not include "dead"']],
  ["a type of another handler", { mediaType: "text/x-other" }, ["text/x-other of the canary is not in mediaTypes"]],
  [
    "a corrupt one",
    { bytes: encode("") },
    ["the canary ends with ReadError: There is nothing in it.", 'the text of the canary does not include "alive"'],
  ],
])("the check of the canary accepts only a sound one: %s", async ([, changes, violations]) => {
  const canary = () => ({
    name: "a.lines",
    mediaType: "text/x-lines",
    bytes: encode("alive\n"),
    text: "alive",
    ...changes,
  });
  expect(await violationsOf(canaryCheck, handlerWith({ canary }))).toEqual(violations);
});

describe("the check of the handler object", () => {
  test.for<readonly [string, Handler, string]>([
    ["another version", { ...handlerWith(), specVersion: 2 as 1 }, "specVersion is 2, not 1"],
    ["a name in capitals", handlerWith({ name: "My Handler" }), 'the name "My Handler" is not kebab-case'],
    ["no media types", handlerWith({ mediaTypes: [] }), "mediaTypes is empty"],
    ["an extension for a media type", handlerWith({ mediaTypes: [".pdf"] }), '".pdf" is not a lower-case media type'],
    ["a media type in capitals", handlerWith({ mediaTypes: ["Image/*"] }), '"Image/*" is not a lower-case media type'],
  ])("finds %s", async ([, handler, violation]) => {
    expect(await violationsOf(shapeCheck, handler)).toEqual([violation]);
  });

  test.for<readonly [string, unknown]>([
    ["a date", new Date(0)],
    ["a function", { onPage: () => 1 }],
    ["a large integer", 5n],
    ["a map", new Map([[1, 2]])],
    ["NaN", Number.NaN],
  ])("finds an origin whose options are %s, which cannot be sent to another process", async ([, options]) => {
    const origin = { module: "x", export: "y", options: options as Json };
    expect(await violationsOf(shapeCheck, handlerWith({ origin }))).toEqual(["origin cannot be stored as JSON"]);
  });

  test("accepts an origin that can be stored as JSON", async () => {
    const origin = { module: "x", export: "y", options: { a: [1, null, "b"] } };
    expect(await violationsOf(shapeCheck, handlerWith({ origin }))).toEqual([]);
  });
});

describe("the check of sniff", () => {
  test.for<readonly [string, Handler["sniff"], RegExp]>([
    [
      "one that throws on short heads",
      (head) => (head.length < 3 ? String.fromCodePoint(-1) : undefined),
      /^it threw RangeError/,
    ],
    ["one that throws a string", throwString, /^it threw string no/],
    ["one that returns an invalid media type", () => "pdf", /media type or undefined, not "pdf"/],
    ["one that returns null", () => null as never, /media type or undefined, not null/],
    ["one that modifies the head", (head) => void head.fill(1), /^it modifies the head/],
    ["one that claims everything", () => "text/x-lines", /^it claims 300 of 300 random heads/],
  ])("finds %s", async ([, sniff, violation]) => {
    const violations = await violationsOf(sniffCheck, handlerWith(sniff === undefined ? {} : { sniff }));
    expect(violations).toContainEqual(expect.stringMatching(violation));
  });

  test("accepts one that checks a signature", async () => {
    expect(
      await violationsOf(
        sniffCheck,
        handlerWith({ sniff: (head) => (head[0] === 0x25 && head[1] === 0x50 ? "application/pdf" : undefined) }),
      ),
    ).toEqual([]);
  });
});

describe("the check of events", () => {
  test.for<readonly [string, Handler, string]>([
    ["malformed events", yielding({ type: "text" }), 'small: event 1: "text" is missing'],
    ["descending places", yielding(text("a", at(2)), text("b", at(1))), "small: event 2: page 1 comes after page 2"],
    [
      "descending places of notices and images",
      yielding(image("image/png", new Uint8Array(1), { at: at(3) }), notice("x", at(2))),
      "small: event 2: page 2 comes after page 3",
    ],
    ["blocks of base64", yielding(text("aB3/".repeat(200))), "small: event 1: its text contains a block of base64"],
  ])("finds %s", async ([, handler, violation]) => {
    expect(await violationsOf(eventsCheck, handler)).toEqual([violation]);
  });

  test("checks the order of each unit separately", async () => {
    const sheet = { unit: "sheet", index: 1 } as const;
    expect(
      await violationsOf(eventsCheck, yielding(text("a", at(1)), text("b", sheet), text("c", at(1)), text("d", at(2)))),
    ).toEqual([]);
  });
});

describe("the check of damaged input", () => {
  test.for<readonly [string, Handler, RegExp]>([
    [
      "one that throws a string",
      reading(async function* () {
        yield await reject("no");
      }),
      /: it threw string no instead of a ReadError$/,
    ],
    [
      "one that throws undefined",
      reading(async function* () {
        yield await reject(undefined);
      }),
      /: it threw undefined undefined instead/,
    ],
    [
      "one that throws a TypeError",
      reading(async function* (source) {
        yield text(String((await source.head(9)).at(5)?.toFixed(0).charAt(0).at(0) ?? JSON.parse("")));
      }),
      /: it threw SyntaxError: .* instead of a ReadError$/,
    ],
    [
      "one that never ends",
      reading(async function* () {
        for (;;) yield text("a");
      }),
      /: it never ended$/,
    ],
    [
      "one whose error has no message",
      reading(async function* () {
        yield await reject(new ReadError("corrupt", " "));
      }),
      /: its ReadError has no message$/,
    ],
    [
      "one whose error shows a stack",
      reading(async function* () {
        yield await reject(new ReadError("corrupt", "Bad.\n    at x (y.js:1:1)"));
      }),
      /shows a stack$/,
    ],
    [
      "one that yields malformed events for damaged input",
      reading(async function* (source) {
        yield text("a", at(source.size < 5 ? 0 : 1));
      }),
      /^an empty file: event 1: its place: "index" must not be 0$/,
    ],
  ])("finds %s", async ([, handler, violation]) => {
    const few: Fixture = { ...fixture, bytes: encode("ab") };
    const violations = await damageCheck.violations({ handler, fixtures: [few], graceMs: 10_000 });
    expect(violations).toContainEqual(expect.stringMatching(violation));
  });

  test("finds one that hangs, and stops after its first input", async () => {
    const hanging = reading(async function* () {
      yield text("a");
      await never();
    });
    expect(await violationsOf(damageCheck, hanging, shortMs)).toEqual([
      "small truncated to 0 bytes: it hung, and did not react to the abort signal",
    ]);
  });

  test("finds one that leaves a stream open when it fails", async () => {
    const leaking = reading(async function* (source) {
      const stream = source.stream()[Symbol.asyncIterator]();
      await stream.next();
      yield await reject(new ReadError("corrupt", "Bad."));
    });
    expect(await violationsOf(damageCheck, leaking)).toContainEqual(
      expect.stringMatching(/: it left a stream of the source open$/),
    );
  });

  test("accepts one that ends only after an abort", async () => {
    const slow = reading(async function* (source, { signal }) {
      await source.bytes();
      await new Promise((_, fail) =>
        signal.addEventListener("abort", () => fail(new ReadError("aborted", "It took too long."))),
      );
      yield text("never");
    });
    expect(await damageCheck.violations({ handler: slow, fixtures: [], graceMs: 1 })).toEqual([]);
  });
});

describe("the check of aborts", () => {
  test.for<readonly [string, Handler, string]>([
    [
      "one that ignores a failed read",
      reading(async function* (source) {
        await source.bytes().catch(() => undefined);
        yield text("a");
      }),
      "small: aborted before it starts, it still yields events",
    ],
    [
      "one that reports a damaged file",
      reading(async function* (source) {
        const bytes = await source.bytes().catch(() => reject(new ReadError("corrupt", "It cannot be read.")));
        yield text(String(bytes.length));
      }),
      "small: aborted while it waits for bytes, it fails with another error: ReadError: It cannot be read.",
    ],
    [
      "one that never ends after its first event",
      reading(async function* (source, { signal }) {
        await source.bytes();
        yield text("a");
        for (; signal.aborted;) yield text("b");
      }),
      "small: aborted after its first event, it still yields events",
    ],
  ])("finds %s", async ([, handler, violation]) => {
    expect(await violationsOf(abortCheck, handler)).toContain(violation);
  });

  test.for<readonly [string, Handler, string]>([
    [
      "one that waits for ever",
      reading(async function* (source) {
        await source.bytes().catch(never);
        yield text("a");
      }),
      "small: aborted while it waits for bytes, it never settles",
    ],
    [
      "one that hangs after its first event",
      reading(async function* (source, { signal }) {
        await source.bytes();
        yield text("a");
        if (signal.aborted) await never();
      }),
      "small: aborted after its first event, it never settles",
    ],
  ])("finds %s", async ([, handler, violation]) => {
    expect(await violationsOf(abortCheck, handler, shortMs)).toContain(violation);
  });

  test("accepts one that has all bytes and ignores the signal", async () => {
    const simple = reading(async function* (source) {
      const [first = 0, ...rest] = await source.bytes();
      yield text(String(first));
      for (const byte of rest) yield text(String(byte));
    });
    expect(await violationsOf(abortCheck, simple)).toEqual([]);
  });

  test("accepts a document that also fails without an abort", async () => {
    const failing = reading(async function* (source) {
      await source.bytes();
      yield extent("line", 1);
      yield await reject(new ReadError("corrupt", "Bad."));
    });
    expect(await violationsOf(abortCheck, failing)).toEqual([]);
  });
});

describe("the check of released resources", () => {
  test.for<readonly [string, Handler, string]>([
    [
      "one that reads before its first event is requested",
      reading((source, context) => {
        void source.head(4);
        return readLines(source, context);
      }),
      "small: it reads before its first event is requested",
    ],
    [
      "one that leaks its stream",
      reading(async function* (source) {
        const stream = source.stream()[Symbol.asyncIterator]();
        for (;;) {
          const step = await stream.next();
          if (step.done === true) return;
          yield text("a");
        }
      }),
      "small: it leaves 1 streams of the source open",
    ],
    [
      "one that continues after it was stopped",
      reading(() => {
        const iterator = { next: () => Promise.resolve({ done: false as const, value: text("a") }) };
        return { [Symbol.asyncIterator]: () => iterator };
      }),
      "small: it yields events after it was stopped",
    ],
  ])("finds %s", async ([, handler, violation]) => {
    expect(await violationsOf(releaseCheck, handler)).toContain(violation);
  });

  test("finds one that cannot be stopped", async () => {
    const stubborn = reading(async function* (source) {
      try {
        yield text(String(source.size));
      } finally {
        await never();
      }
    });
    expect(await violationsOf(releaseCheck, stubborn, shortMs)).toContain("small: it does not stop when it is closed");
  });
});

describe("the check of repetition", () => {
  test("finds state that leaks into the next read", async () => {
    let reads = 0;
    const counting = reading(async function* (source) {
      await source.bytes();
      yield text(`read ${(reads += 1)}`);
    });
    expect(await violationsOf(repeatCheck, counting)).toEqual([
      "small: a second read differs from the first",
      "small: a read differs if another one runs in between",
    ]);
  });

  test("finds state that two reads share", async () => {
    let line = 0;
    const sharing = reading(async function* (source) {
      line = 0;
      await source.bytes();
      for (let count = 0; count < 3; count += 1) yield text(`${(line += 1)}`);
    });
    expect(await violationsOf(repeatCheck, sharing)).toEqual(["small: a read differs if another one runs in between"]);
  });
});

describe("the check of ranges", () => {
  const paged = (isStrict: boolean): Handler =>
    reading(async function* (source, { pages }) {
      await source.bytes();
      if (pages !== undefined && isStrict) yield await reject(new ReadError("out-of-range", "There is 1 page."));
      yield extent("page", 1);
      yield text("a", at(1));
    });

  test("finds one that ignores the requested pages", async () => {
    expect(await violationsOf(rangeCheck, paged(false))).toEqual([
      "small: page 1000000000 is not rejected with out-of-range",
    ]);
  });

  test("accepts one that counts its pages, and one that has none", async () => {
    expect(await violationsOf(rangeCheck, paged(true))).toEqual([]);
    expect(await violationsOf(rangeCheck, yielding(extent("line", 3)))).toEqual([]);
  });
});

describe("the check of outlines", () => {
  const outlining = (outline: () => Promise<unknown>): Handler =>
    handlerWith({ outline: outline as NonNullable<Handler["outline"]> });
  const entry = { kind: "class", name: "A", title: "class A", lines: { first: 2, last: 9 } };
  const having = (...entries: readonly unknown[]): Handler => outlining(() => Promise.resolve({ entries }));

  test("finds no fault in entries in order", async () => {
    const children = [{ ...entry, kind: "method", lines: { first: 3, last: 4 } }];
    const page = { kind: "heading", name: "", title: "", place: { unit: "page", index: 3 } };
    expect(await violationsOf(outlineCheck, having({ ...entry, children }, page))).toEqual([]);
  });

  test.for<readonly [string, Handler, string]>([
    ["no outline", outlining(() => Promise.resolve(undefined)), "its outline threw undefined undefined"],
    ["no entries", outlining(() => Promise.resolve({})), "an outline must have a list of entries"],
    ["an unknown kind", having({ ...entry, kind: "x" }), '"x" is not a kind of entry'],
    ["a name of two lines", having({ ...entry, name: "a\nb" }), "its name is not a single line of text"],
    [
      "lines that end before they start",
      having({ ...entry, lines: { first: 3, last: 2 } }),
      "its lines are not a range",
    ],
    ["an invalid place", having({ ...entry, place: { unit: "x", index: 1 } }), "its place is not well-formed"],
    [
      "an entry outside of another",
      having({ ...entry, children: [{ ...entry, lines: { first: 1, last: 3 } }] }),
      "outside of those of its parent",
    ],
    ["entries out of order", having(entry, { ...entry, lines: { first: 1, last: 1 } }), "it starts before"],
    ["a foreign error", outlining(() => Promise.reject(new Error("no"))), "threw Error: no instead of a ReadError"],
    ["a missing outline of a handler that only outlines", { ...handlerWith(), outlinesOnly: true }, "but no `outline`"],
  ])("finds %s", async ([, handler, fault]) => {
    expect((await violationsOf(outlineCheck, handler)).join("\n")).toContain(fault);
  });

  test("finds an outline that hangs", async () => {
    const handler = outlining(() => never());
    expect((await violationsOf(outlineCheck, handler, shortMs)).join("\n")).toContain("hung");
  });
});
