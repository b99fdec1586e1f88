import { expect, test } from "vitest";
import { text } from "../../src/contract/events.ts";
import { defineHandler, type HandlerDefinition } from "../../src/contract/handler.ts";
import { createReader } from "../../src/reader.ts";
import { renderText } from "../../src/render/render.ts";
import { memoryFileSystem } from "../files/workspace/memory.ts";
import { expectFailure, expectResult } from "./support.ts";

const tenMinutesMs = 600_000;

/** A reader of `a.odd` with one handler. */
function readerWith(
  definition: Omit<HandlerDefinition, "name" | "mediaTypes" | "sniff">,
  documentTimeMs = tenMinutesMs,
) {
  const fileSystem = memoryFileSystem({ workingDirectory: "/w", entries: { "/w/a.odd": "odd\n" } });
  const handler = defineHandler({ name: "odd", mediaTypes: ["text/x-odd"], sniff: () => "text/x-odd", ...definition });
  return createReader({ fileSystem, handlers: [handler], budget: { documentTimeMs } });
}

test("a handler that fails once is asked again by the same reader, which holds no failure", async () => {
  let reads = 0;
  const reader = readerWith({
    version: "2.0.1",
    async *read() {
      reads += 1;
      yield text("A line.\n");
      if (reads === 1) throw new Error("not yet");
      yield text("Another line.\n");
    },
  });
  const failure = expectFailure(await reader.read("a.odd"));
  expect(failure.parts).toMatchObject([{ text: "A line." }]);
  expect(failure.error).toMatchObject({
    code: "handler-failed",
    message: 'The handler "odd" failed on a.odd: not yet.',
    details: { handler: { name: "odd", version: "2.0.1" } },
  });
  const result = expectResult(await reader.read("a.odd"));
  expect(result.parts).toMatchObject([{ text: "A line.\nAnother line." }]);
});

test("a failure reaches a model with the handler, its version, what shows it and what replaces it", async () => {
  const outcome = await readerWith({
    version: "2.0.1",
    byHand: (path) => `odd2text ${path}`,
    read() {
      throw new Error("not today");
    },
  }).read("a.odd");
  expect(renderText(outcome).trimEnd().split("\n").slice(-5)).toEqual([
    'Error (handler-failed): The handler "odd" failed on a.odd: not today.',
    "Next: Tell the user which handler failed and what it reported; once it is fixed or replaced, read the file again.",
    "Handler: odd, version 2.0.1",
    "To see it fail: odd2text a.odd",
    "To replace it: createReader({ handlers: [yours(), ...handlers] }), or reader --handler ./yours.js",
  ]);
});

test("a handler that takes too long is named, although the core stops it", async () => {
  const reader = readerWith(
    { read: () => ({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }) },
    20,
  );
  const { error } = expectFailure(await reader.read("a.odd"));
  expect(error).toMatchObject({ code: "timed-out", details: { handler: { name: "odd" }, limit: { value: 20 } } });
});

test("of handlers in handlers the one that failed is named", async () => {
  const reader = readerWith({
    async *read(source, context) {
      if (source.name === "inner.odd") throw new Error("deep down");
      yield* context.nested("inner.odd", new Uint8Array([1]));
    },
  });
  const { error } = expectFailure(await reader.read("a.odd"));
  expect(error.message).toBe('The handler "odd" failed on inner.odd: deep down.');
});

test("info names the handler, too", async () => {
  const reader = readerWith({
    async *read() {},
    info: () => Promise.reject(new Error("no facts")),
  });
  const outcome = await reader.info("a.odd");
  expect(outcome).toMatchObject({ ok: false, error: { details: { handler: { name: "odd" } } } });
});
