import { describe, expect, test } from "vitest";
import { defineHandler } from "../../src/contract/handler.ts";
import { text } from "../../src/contract/events.ts";
import { expectFailure, expectResult, readerOf } from "./support.ts";

const file = { "a.doc-test": "content" };

/** A handler that has the document converted by another program. */
function converting(work: (signal: AbortSignal) => Promise<string>) {
  return defineHandler({
    name: "converting",
    mediaTypes: ["application/x-doc-test"],
    sniff: () => "application/x-doc-test",
    async *read(_source, { convert }) {
      yield text(`${await convert?.(work)}\n`);
    },
  });
}

describe("the time of a document", () => {
  test("is not that of a program that converts it", async () => {
    let now = 0;
    const handler = converting(async () => {
      now += 50_000;
      return "converted";
    });
    const budget = { documentTimeMs: 20_000, convertTimeMs: 60_000 };
    const reader = await readerOf(file, { handlers: [handler], clock: () => now, budget });
    expect(expectResult(await reader.read("a.doc-test"))).toMatchObject({ status: "complete" });
  });

  test("grants no more than the limit of conversions", async () => {
    let now = 0;
    const handler = converting(async () => {
      now += 90_000;
      return "converted";
    });
    const budget = { documentTimeMs: 20_000, convertTimeMs: 60_000 };
    const reader = await readerOf(file, { handlers: [handler], clock: () => now, budget });
    expect(expectFailure(await reader.read("a.doc-test")).error.code).toBe("timed-out");
  });
});

test("a conversion is told to stop when its time is over, and the handler goes on", async () => {
  const handler = converting(
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve("stopped"), { once: true });
      }),
  );
  const reader = await readerOf(file, { handlers: [handler], budget: { convertTimeMs: 1 } });
  expect(expectResult(await reader.read("a.doc-test"))).toMatchObject({ parts: [{ text: "stopped" }] });
});

test("a conversion is told to stop when its reader gives up", async () => {
  const abort = new AbortController();
  let isStopped = false;
  const handler = converting(
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => {
          isStopped = true;
          resolve("stopped");
        });
        abort.abort();
      }),
  );
  const reader = await readerOf(file, { handlers: [handler] });
  expect(expectFailure(await reader.read({ path: "a.doc-test" }, { signal: abort.signal })).error.code).toBe("aborted");
  expect(isStopped).toBe(true);
});
