import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { createReader, type ReadOutcome } from "@reader/core";
import { renderText } from "@reader/core/render";
import { pdf } from "@reader/handler-pdf";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { folderWith } from "../support/folder.ts";
import { fixtures, requests } from "./formats.ts";
import type { ThreadOrder } from "./thread.ts";

const report = join(fixtures, "demo/report.pdf");

let expected: readonly string[] = [];

beforeAll(() => {
  const program = fileURLToPath(new URL("program.ts", import.meta.url));
  expected = JSON.parse(execFileSync(process.execPath, [program], { encoding: "utf8" })) as readonly string[];
});

function start(order: ThreadOrder): Worker {
  const thread = new Worker(new URL("thread.ts", import.meta.url), { workerData: order });
  onTestFinished(async () => void (await thread.terminate()));
  return thread;
}

/** What a thread says first. Rejects where it fails. */
async function answerOf(thread: Worker): Promise<unknown> {
  const [answer] = await once(thread, "message");
  return answer;
}

/** What the page says, in a file that is too large to be loaded whole: the engine reads it in a thread of its own. */
function largeReport(): Uint8Array {
  const content = readFileSync(report, "latin1");
  const at = content.lastIndexOf("startxref");
  return Buffer.from(`${content.slice(0, at)}${"% room\n".repeat(1_300_000)}${content.slice(at)}`, "latin1");
}

test("each of the reads gives something to compare", () => {
  expect(expected).toHaveLength(requests.length);
  expect(expected.filter((answer) => answer.length < 20 || answer.startsWith("Error"))).toEqual([]);
  expect(new Set(expected).size).toBe(requests.length);
});

test("two threads that start at the same time read every format as the main thread does", async () => {
  const threads = [start({ task: "readsAll" }), start({ task: "readsAll" })];
  expect(await Promise.all(threads.map(answerOf))).toEqual([expected, expected]);
});

test("a thread reads every format isolated, in processes of its own", async () => {
  expect(await answerOf(start({ task: "readsAllIsolated" }))).toEqual(expected);
});

test("a thread reads a large PDF file with an engine in a thread of that thread", async () => {
  const folder = folderWith({ "large.pdf": largeReport() });
  const path = join(folder, "large.pdf");
  const here = await createReader({ roots: [folder], handlers: [pdf()] }).read({ path });
  const there = await answerOf(start({ task: "readsOne", path }));
  expect(renderText(there as ReadOutcome)).toBe(renderText(here));
});

test("an outcome can be posted whole, also one that failed", async () => {
  const answer = await answerOf(start({ task: "readsOne", path: join(fixtures, "absent.pdf") }));
  expect(answer).toMatchObject({ ok: false, error: { code: "not-found" } });
});

test("a session of a thread knows what it has read", async () => {
  expect(await answerOf(start({ task: "readsTwice" }))).toEqual(["complete", "unchanged"]);
});

test("a read that is given up in a thread ends there, and the next one works", async () => {
  expect(await answerOf(start({ task: "aborts" }))).toEqual(["aborted", "complete"]);
});

test("a thread that is ended while it reads harms no other", async () => {
  const doomed = [start({ task: "goesOn" }), start({ task: "goesOn" })];
  const other = start({ task: "readsAll" });
  await Promise.all(doomed.map(answerOf));
  const codes = await Promise.all(doomed.map((thread) => thread.terminate()));
  expect(codes).toEqual([1, 1]);
  expect(await answerOf(other)).toEqual(expected);
  expect(await answerOf(start({ task: "readsAll" }))).toEqual(expected);
});
