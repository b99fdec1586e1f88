import { expect, test } from "vitest";
import { defaultBudget } from "@reader/core";
import { image, notice, text } from "@reader/core/handler";
import {
  bitFlips,
  deepJson,
  deepXml,
  encode,
  hugeLine,
  randomBytes,
  truncations,
  utf16,
} from "../src/bytes/odd-bytes.ts";
import { eventFaults, hasBase64Block } from "../src/checks/events.ts";
import { memorySource } from "../src/memory/memory-source.ts";
import { collect } from "../src/run/collect.ts";
import { drive, run, within } from "../src/run/drive.ts";
import { mockContext } from "../src/run/mock-context.ts";
import { handlerWith, never, reading, reject } from "./bad-handlers.ts";

const bytes = encode("0123456789");

/** Returns the chunks of a stream as text. */
async function piecesOf(stream: AsyncIterable<Uint8Array>): Promise<readonly string[]> {
  const pieces: string[] = [];
  for await (const piece of stream) pieces.push(new TextDecoder().decode(piece));
  return pieces;
}

test("a source in memory returns the same as a source of the core", async () => {
  const source = memorySource("folder/a.txt", bytes, { pieceBytes: 4 });
  expect(source).toMatchObject({ path: "folder/a.txt", name: "a.txt", size: 10 });
  expect(await source.bytes()).toEqual(bytes);
  expect(await source.head(3)).toEqual(encode("012"));
  expect(await source.head(99)).toEqual(bytes);
  expect(await source.slice(8, 99)).toEqual(encode("89"));
  expect(await source.slice(5, 2)).toEqual(encode(""));
  expect(await piecesOf(source.stream())).toEqual(["0123", "4567", "89"]);
  expect(await piecesOf(source.stream({ start: 2, end: 7 }))).toEqual(["2345", "6"]);
  expect(await piecesOf(source.stream({ start: 99 }))).toEqual([]);
});

test("a source in memory returns copies", async () => {
  const source = memorySource("a", encode("abc"));
  (await source.bytes()).fill(0);
  expect(await source.bytes()).toEqual(encode("abc"));
});

test("a source in memory records how it was used", async () => {
  const source = memorySource("a", bytes, { pieceBytes: 4 });
  expect(source.use).toMatchObject({ reads: 0, openStreams: 0 });
  const stream = source.stream()[Symbol.asyncIterator]();
  expect(source.use.reads).toBe(0);
  await stream.next();
  await source.use.firstRead;
  expect(source.use).toMatchObject({ reads: 1, openStreams: 1 });
  await stream.return?.();
  await source.head(1);
  expect(source.use).toMatchObject({ reads: 2, openStreams: 0 });
});

test("a source in memory rejects every read after an abort", async () => {
  const abort = new AbortController();
  const source = memorySource("a", bytes, { signal: abort.signal, pieceBytes: 4 });
  const stream = source.stream()[Symbol.asyncIterator]();
  await stream.next();
  abort.abort(new Error("enough"));
  await expect(stream.next()).rejects.toThrow("enough");
  await expect(source.bytes()).rejects.toThrow("enough");
  await expect(source.head(1)).rejects.toThrow("enough");
  await expect(source.slice(0, 1)).rejects.toThrow("enough");
  expect(source.use.openStreams).toBe(0);
});

test("a stalled source waits for an abort", async () => {
  const abort = new AbortController();
  const source = memorySource("a", bytes, { signal: abort.signal, isStalled: true });
  const read = source.bytes();
  abort.abort("a reason that is no error");
  await expect(read).rejects.toThrow("a reason that is no error");
});

test.for([
  ["ASCII", encode("abc"), { encoding: "utf-8", bomBytes: 0, isAsciiSoFar: true }],
  ["UTF-8 with a mark", encode("\uFEFFé"), { encoding: "utf-8", bomBytes: 3, isAsciiSoFar: false }],
  ["no text", Uint8Array.of(0xff), undefined],
] as const)("a source in memory says that its bytes are %s", ([, content, expected]) => {
  const { text: sniffed } = memorySource("a", content).sniff;
  expect(sniffed === undefined ? undefined : { ...sniffed, confidence: undefined }).toEqual(
    expected === undefined ? undefined : { ...expected, confidence: undefined },
  );
});

test("a context has defaults, which can be overridden", async () => {
  const context = mockContext({ select: "A1" });
  expect(context).toMatchObject({ select: "A1", pages: undefined, view: "auto", budget: defaultBudget });
  const events = [];
  for await (const event of context.nested("a/b", bytes)) events.push(event);
  expect(events).toEqual([text("(nested a/b, 10 bytes)\n")]);
});

test("all events of a handler are collected, also those before an error", async () => {
  expect(await collect(handlerWith(), encode("a\nb\n"), { name: "x" })).toMatchObject({
    text: "a\nb\n",
    events: [{}, {}, { total: 2 }],
  });
  const failing = reading(async function* (source, { select }) {
    yield text(`${source.name} ${select}`);
    yield await reject("what it threw");
  });
  expect(await collect(failing, bytes, { name: "n", select: "s" })).toEqual({
    events: [text("n s")],
    text: "n s",
    error: "what it threw",
  });
  expect(Object.hasOwn(await collect(handlerWith(), bytes), "error")).toBe(false);
});

test("a handler is driven step by step", async () => {
  const driven = drive(handlerWith(), { name: "x", bytes: encode("a\nb\nc\n"), graceMs: 10_000 });
  expect((await driven.pull(1)).events).toHaveLength(1);
  expect((await driven.pull(2)).events).toHaveLength(2);
  expect(await driven.close()).toBe(true);
  expect(await driven.pull()).toMatchObject({ ending: "done", events: [] });
});

test("a handler that hangs is aborted, then abandoned", async () => {
  const hanging = reading(async function* () {
    yield text("a");
    await never();
  });
  expect(await run(hanging, { name: "x", bytes, graceMs: 5 })).toMatchObject({ ending: "hung", events: [text("a")] });
});

test("a promise that settles in time has a value, and a late one has none", async () => {
  expect(await within(Promise.resolve(undefined), 10_000)).toEqual({ value: undefined });
  expect(await within(never(), 5)).toBeUndefined();
  await expect(within(Promise.reject(new Error("x")), 10_000)).rejects.toThrow("x");
});

test("odd bytes are the same for the same seed", () => {
  expect(randomBytes(7, 100)).toEqual(randomBytes(7, 100));
  expect(randomBytes(7, 100)).not.toEqual(randomBytes(8, 100));
  expect(new Set(randomBytes(1, 20_000)).size).toBe(256);
  expect(bitFlips(bytes, { seed: 3 })).toEqual(bitFlips(bytes, { seed: 3 }));
});

test("truncations are spread from empty to nearly complete", () => {
  expect(truncations(bytes, 5).map(({ length }) => length)).toEqual([0, 2, 4, 6, 8]);
  expect(truncations(encode("ab"), 5).map(({ length }) => length)).toEqual([0, 1]);
  expect(truncations(encode(""), 5)).toEqual([]);
});

test("bit flips change single bits of copies", () => {
  const original = bytes.slice();
  const copies = bitFlips(bytes, { seed: 1, count: 20 });
  expect(bytes).toEqual(original);
  expect(copies).toHaveLength(20);
  for (const copy of copies) {
    const changes = [...copy].map((byte, index) => byte ^ (bytes[index] ?? 0)).filter((change) => change !== 0);
    expect(changes).toEqual([expect.toSatisfy((change: number) => Number.isInteger(Math.log2(change)))]);
  }
  expect(bitFlips(encode(""), { seed: 1 })).toEqual([]);
});

test("builders create what their names say", () => {
  expect(new TextDecoder().decode(deepJson(3))).toBe("[[[]]]");
  expect(new TextDecoder().decode(deepXml(2))).toBe("<a><a></a></a>");
  expect(hugeLine(1000)).toHaveLength(1000);
  expect(hugeLine(1000)).not.toContain(0x0a);
  expect(new TextDecoder("utf-16le").decode(utf16("a😀"))).toBe("a😀");
  expect(new TextDecoder("utf-16be").decode(utf16("é", "big-endian"))).toBe("é");
  expect(utf16("a")).toEqual(Uint8Array.of(0xff, 0xfe, 0x61, 0));
});

test.for([
  ["digits and letters of both cases", "aB3/".repeat(100), true],
  ["lines of it", `${"aB3/".repeat(19)}\n`.repeat(8), true],
  ["too little of it", "aB3/".repeat(99), false],
  ["few lines of it", `${"aB3/".repeat(19)}\n`.repeat(6), false],
  ["one letter", "a".repeat(9999), false],
  ["hexadecimal digits", "0123abcdef".repeat(100), false],
  ["prose", "The 3 Quick brown foxes. ".repeat(100), false],
] as const)("a wall of base64 is told from %s", ([, content, isWall]) => {
  expect(hasBase64Block(`start ${content} end`)).toBe(isWall);
});

const data = new Uint8Array(1);
const page = { unit: "page", index: 1 } as const;

test.for([
  text(""),
  text("a", { unit: "cell", index: 3, label: "code · In [3]" }),
  image("image/png", data, { widthPx: 1, heightPx: 2, alt: "", at: page }),
  { type: "document", mediaType: "application/pdf", data, name: "a.pdf", pages: 3 },
  { type: "extent", unit: "line", total: 0, exact: false },
  { type: "extent", unit: "page", total: 5, exact: true },
  notice("Something."),
  { type: "notice", code: "hidden-content", what: "sheets", count: 2 },
  { type: "notice", code: "hidden-content", what: "text that is covered", count: 30, at: page, select: "hidden" },
  { type: "notice", code: "replacement-characters", encoding: "koi8-r", count: 2, lines: "3" },
  { type: "notice", code: "encoding-guessed", encoding: "koi8-r", confidence: 0.5 },
  { type: "notice", code: "text-not-recognised", count: 1, reason: "no-recogniser" },
  { type: "notice", code: "empty-file" },
])("finds no fault in the event %j", (event) => {
  expect(eventFaults(event)).toEqual([]);
});

const units = "; units are page, slide, sheet, cell, chapter, entry, section";

test.for([
  [undefined, "an event must be a plain object, so that it can cross to another process"],
  [null, "an event must be a plain object, so that it can cross to another process"],
  ["text", "an event must be a plain object, so that it can cross to another process"],
  [new Error("x"), "an event must be a plain object, so that it can cross to another process"],
  [{}, '"undefined" is not an event type'],
  [{ type: "toString" }, '"toString" is not an event type'],
  [{ type: "text" }, '"text" is missing'],
  [{ type: "text", text: 5 }, '"text" must not be 5'],
  [{ type: "text", text: ["a"] }, '"text" must not be a list'],
  [{ type: "text", text: "a", at: undefined }, '"at" must not be undefined'],
  [{ type: "text", text: "a", at: { unit: "line", index: 1 } }, `its place: "unit" must not be "line"${units}`],
  [{ type: "text", text: "a", at: { unit: "page", index: 0 } }, 'its place: "index" must not be 0'],
  [{ type: "text", text: "a", at: { unit: "page", index: 1.5 } }, 'its place: "index" must not be 1.5'],
  [
    { type: "text", text: "a", at: { unit: "page", index: 1, label: "a\nb" } },
    'its place: "label" must not be "a\\nb"',
  ],
  [{ type: "text", text: "a", at: { unit: "page", index: 1, label: "" } }, 'its place: "label" must not be ""'],
  [{ type: "text", text: "a", at: 3 }, '"at" must not be 3'],
  [{ type: "text", text: "a", line: 3 }, '"line" is not a field of it'],
  [{ type: "image", mediaType: "PNG", data }, '"mediaType" must not be "PNG"'],
  [{ type: "image", mediaType: "image/png", data: "QUJD" }, '"data" must not be "QUJD"'],
  [{ type: "image", mediaType: "image/png", data, widthPx: 0 }, '"widthPx" must not be 0'],
  [{ type: "image", mediaType: "image/png", data, heightPx: Number.NaN }, '"heightPx" must not be NaN'],
  [{ type: "document", mediaType: "application/pdf", data: [1], name: "a" }, '"data" must not be a list'],
  [{ type: "document", mediaType: "application/pdf", data, name: "" }, '"name" must not be ""'],
  [{ type: "extent", unit: "page", total: -1, exact: true }, '"total" must not be -1'],
  [{ type: "extent", unit: "byte", total: 1, exact: true }, `"unit" must not be "byte"${units}`],
  [{ type: "extent", unit: "page", total: 1 }, '"exact" is missing'],
  [{ type: "notice" }, "a notice must have a code"],
  [{ type: "notice", code: "handler", message: "two\nlines" }, '"message" must not be "two\\nlines"'],
  [{ type: "notice", code: "hidden-content", what: "sheets", count: "2" }, '"count" must not be "2"'],
  [{ type: "notice", code: "hidden-sheets" }, '"hidden-sheets" is not the code of a notice'],
  [{ type: "notice", code: "encoding-guessed", encoding: "koi8-r" }, '"confidence" is missing'],
  [{ type: "notice", code: "text-not-recognised", count: 1, reason: "" }, '"reason" must not be ""'],
  [
    { type: "notice", code: "no-matches", pattern: "a", ignoresCase: false, linesSearched: 1 },
    '"ignoresCase" must not be false',
  ],
] as const)("finds the fault of the event %j", ([event, fault]) => {
  expect(eventFaults(event)).toEqual([fault]);
});
