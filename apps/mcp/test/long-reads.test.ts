import type { Client } from "@modelcontextprotocol/client";
import type { Handler, Reader, ReadProgress, StopSignal } from "@reader/core";
import { defineHandler } from "@reader/core/handler";
import { expect, test } from "vitest";
import { folderWith } from "./support/files.ts";
import { clientOf, httpClientOf, readerWith } from "./support/in-process.ts";

type Connect = (reader: Reader) => Promise<Client>;

const ways: readonly { readonly name: string; readonly connect: Connect }[] = [
  { name: "in memory", connect: clientOf },
  { name: "over HTTP of 2025", connect: (reader) => httpClientOf(reader, "2025") },
  { name: "over HTTP of 2026", connect: (reader) => httpClientOf(reader, "2026") },
];

/** A handler that waits until it is told to stop. */
function waitingHandler() {
  const started = new AbortController();
  const stopped = new AbortController();
  const handler: Handler = defineHandler({
    name: "waiting",
    mediaTypes: ["application/x-waiting"],
    sniff: (_head, name) => (name.endsWith(".wait") ? "application/x-waiting" : undefined),
    async *read(_source, { signal }) {
      yield { type: "text", text: "words" } as const;
      started.abort();
      await aborted(signal);
      stopped.abort();
    },
  });
  return { handler, started: aborted(started.signal), stopped: aborted(stopped.signal) };
}

/** Settles when a signal is given. */
function aborted(signal: StopSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

test.for(ways.filter(({ name }) => !name.includes("2025")))(
  "a call that is given up reaches the handler, $name",
  async ({ connect }) => {
    const folder = folderWith({ "a.wait": "x" });
    const { handler, started, stopped } = waitingHandler();
    const client = await connect(readerWith(folder, handler));
    const giveUp = new AbortController();
    const call = client.callTool({ name: "read", arguments: { path: "a.wait" } }, { signal: giveUp.signal });
    const outcome = call.then(
      () => "answered",
      () => "given up",
    );
    await started;
    giveUp.abort("enough");
    expect(await outcome).toBe("given up");
    // Nothing else would end it before the test does.
    await stopped;
  },
);

test("a client of 2025 that goes away stops what it asked for over HTTP, where no later message can name it", async () => {
  const folder = folderWith({ "a.wait": "x" });
  const { handler, started, stopped } = waitingHandler();
  const client = await httpClientOf(readerWith(folder, handler), "2025");
  const outcome = client.callTool({ name: "read", arguments: { path: "a.wait" } }).catch(() => "gone");
  await started;
  await client.close();
  expect(await outcome).toBe("gone");
  await stopped;
});

/** A reader whose reads tell these steps before they answer. */
function steppingReader(folder: string, steps: readonly ReadProgress[]): Reader {
  const { handler } = waitingHandler();
  const reader = readerWith(folder, handler);
  return {
    ...reader,
    read(request, options = {}) {
      for (const step of steps) options.onProgress?.(step);
      return reader.read(request, options);
    },
  };
}

test.for(ways)("a client that asks for progress gets the progress of a read, $name", async ({ connect }) => {
  const folder = folderWith({ "a.txt": "alpha\n" });
  const steps = [500_000, 400_000, 1_000_000].map((doneBytes) => ({ doneBytes, totalBytes: 1_000_000 }));
  const client = await connect(steppingReader(folder, steps));
  const told: unknown[] = [];
  const call = { name: "read", arguments: { path: "a.txt" } };
  const result = await client.callTool(call, { onprogress: (progress) => told.push(progress) });
  expect(result.content).toMatchObject([{ text: "1\talpha" }]);
  expect(told).toMatchObject([
    { progress: 500_000, total: 1_000_000 },
    { progress: 1_000_000, total: 1_000_000 },
  ]);
  expect(await client.callTool(call)).toMatchObject({ content: [{ text: "1\talpha" }] });
});

test("a client gets progress for each page of a scan whose text was recognised", async () => {
  const folder = folderWith({ "a.txt": "alpha\n" });
  const steps = [{ page: 1 }, { page: 2, totalPages: 3 }, { page: 2, totalPages: 3 }, { page: 3, totalPages: 3 }];
  const client = await clientOf(steppingReader(folder, steps));
  const told: unknown[] = [];
  await client.callTool({ name: "read", arguments: { path: "." } }, { onprogress: (progress) => told.push(progress) });
  expect(told).toEqual([
    { progress: 1, message: "text of page 1 recognised" },
    { progress: 2, total: 3, message: "text of page 2 of 3 recognised" },
    { progress: 3, total: 3, message: "text of page 3 of 3 recognised" },
  ]);
});
