import { collect } from "@reader/testkit";
import { expect, test } from "vitest";
import { createBreather } from "../src/breather.ts";
import { notebook } from "../src/index.ts";
import { bytesOf, display } from "./builders.ts";

/** Works without waiting for so many milliseconds. */
function work(timeMs: number): void {
  const end = performance.now() + timeMs;
  while (performance.now() < end) Math.sqrt(end);
}

test("lets the event loop turn after work, and does not before", async () => {
  const breathe = createBreather();
  let hasTurned = false;
  setImmediate(() => {
    hasTurned = true;
  });
  work(30);
  await breathe();
  expect(hasTurned).toBe(true);
});

test("lets an abort reach a notebook that is long to convert", async () => {
  const html = `<table>${"<tr><td>1<td>2<td>3".repeat(2000)}</table>`;
  const cell = { cell_type: "code", source: "x", outputs: [display({ "text/html": html })] };
  const abort = new AbortController();
  setImmediate(() => abort.abort());
  const { events, error } = await collect(notebook(), bytesOf({ cells: Array.from({ length: 2000 }, () => cell), nbformat: 4 }), {
    signal: abort.signal,
  });
  expect(error).toMatchObject({ name: "AbortError" });
  expect(events.length).toBeLessThan(4000);
});
