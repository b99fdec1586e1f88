import { collect, memorySource, mockContext } from "@reader/testkit";
import { expect, test } from "vitest";
import { createYielder } from "@reader/core/internal";
import { notebook } from "../src/index.ts";
import { bytesOf, display } from "./builders.ts";

/** Blocks the event loop for some milliseconds. */
function work(timeMs: number): void {
  const end = performance.now() + timeMs;
  while (performance.now() < end) Math.sqrt(end);
}

test("yields to the event loop after some work, not before", async () => {
  const breathe = createYielder();
  let hasTurned = false;
  setImmediate(() => {
    hasTurned = true;
  });
  work(30);
  await breathe();
  expect(hasTurned).toBe(true);
});

test("can be aborted while it converts a long notebook", async () => {
  const html = `<table>${"<tr><td>1<td>2<td>3".repeat(2000)}</table>`;
  const cell = { cell_type: "code", source: "x", outputs: [display({ "text/html": html })] };
  const bytes = bytesOf({ cells: Array.from({ length: 200 }, () => cell), nbformat: 4 });
  // Loading the engine would yield to the event loop too.
  await collect(notebook(), bytesOf({ cells: [cell], nbformat: 4 }));
  const abort = new AbortController();
  const read = async (): Promise<void> => {
    for await (const event of notebook().read(memorySource("x", bytes), mockContext({ signal: abort.signal }))) {
      if (event.type === "extent") setImmediate(() => abort.abort());
    }
  };
  await expect(read()).rejects.toMatchObject({ name: "AbortError" });
});
