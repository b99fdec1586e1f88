import { expect, test } from "vitest";
import type { AgentEvent } from "../../src/conversation/events.ts";
import { createWordStream, jsonLine, showConversation } from "../../src/terminal/talk.ts";
import { outputTo, type Output } from "../../src/host/output.ts";

function recorder(isTTY = false, environment: NodeJS.ProcessEnv = {}): { output: Output; text: () => string } {
  let text = "";
  return { output: outputTo({ isTTY, write: (piece) => (text += piece) }, environment), text: () => text };
}

async function shown(events: readonly AgentEvent[]): Promise<string> {
  const { output, text } = recorder();
  await showConversation(
    (async function* () {
      yield* events;
    })(),
    output,
  );
  return text();
}

const answer = { isError: false, content: "1\ta", notes: "", media: [], facts: {} };
const done: AgentEvent = { type: "done", steps: 2, usage: { inputTokens: 100, outputTokens: 7 } };

test("a conversation is the question, a line for each call, the words, the sources and the cost", async () => {
  const text = await shown([
    { type: "question", text: "Why?" },
    { type: "text", delta: "I lo" },
    { type: "text", delta: "ok." },
    { type: "call", id: "1", name: "find", input: { pattern: "x" } },
    {
      type: "result",
      id: "1",
      name: "find",
      request: { pattern: "x", path: "logs" },
      answer: { ...answer, notes: "Found 2 matches in 1 of 3 files.\nMore." },
      milliseconds: 12.4,
    },
    {
      type: "result",
      id: "2",
      name: "read",
      request: { path: "gone" },
      answer: { ...answer, isError: true },
      outcome: { ok: false, path: "gone", error: { code: "not-found", message: "", hint: "" }, parts: [], notices: [] },
      milliseconds: 1500,
    },
    { type: "text", delta: "Because [a.log:1] [a.log:9]." },
    {
      type: "citation",
      citation: {
        text: "a.log:1",
        path: "a.log",
        claim: "",
        place: { kind: "lines", first: 1, last: 1 },
        verdict: "read",
        excerpt: "start",
        request: { path: "a.log" },
      },
    },
    {
      type: "citation",
      citation: {
        text: "a.log:10",
        path: "a.log",
        claim: "",
        place: { kind: "lines", first: 10, last: 10 },
        verdict: "not-read",
        reason: "Line 10 was not shown.",
        request: { path: "a.log" },
      },
    },
    done,
  ]);
  expect(text).toBe(`
› Why?

I look.

• Found 2 matches in 1 of 3 files · pattern x · 12 ms
✗ Could not read gone: not found · 1.5 s

Because [a.log:1] [a.log:9].

Sources
  ✓ a.log:1   start
  ✗ a.log:10  not read: Line 10 was not shown.
1 of 2 sources was not read. Do not trust the statements that cite them.
2 steps · 100 tokens in · 7 out
`);
});

test("what a file or a server says cannot act on the terminal", async () => {
  const hostile = "\u001B[2J\u009B31m\u202E";
  const text = await shown([
    { type: "question", text: hostile },
    {
      type: "result",
      id: "1",
      name: hostile,
      request: { path: hostile, find: hostile, [hostile]: [hostile] },
      answer: { ...answer, notes: hostile },
      milliseconds: 1,
    },
    { type: "text", delta: "\u001B" },
    { type: "text", delta: "[2J x\u009B31m\u202E" },
    {
      type: "citation",
      citation: {
        text: hostile,
        path: hostile,
        claim: "",
        place: { kind: "file" },
        verdict: "read",
        excerpt: hostile,
        request: { path: hostile },
      },
    },
    { type: "error", message: hostile, hint: hostile },
  ]);
  expect(text).not.toMatch(/[\u001B\u009B\u202E]/);
  expect(text).toContain(String.raw`\x1b[2J x`);
});

test("words come whole, so that an emoji is never cut into what has to be escaped", () => {
  let text = "";
  const words = createWordStream((piece) => (text += piece));
  for (const unit of "a 👩‍🚀 b".split("")) words.add(unit);
  expect(text).toBe("a 👩‍🚀 ");
  words.end();
  expect(text).toBe("a 👩‍🚀 b");
});

test("a word without an end is shown all the same", () => {
  let text = "";
  const words = createWordStream((piece) => (text += piece));
  for (let count = 0; count < 100; count += 1) words.add("x".repeat(100));
  expect(text.length).toBeGreaterThan(4000);
});

test.for<[why: string, isTTY: boolean, environment: NodeJS.ProcessEnv, styled: boolean]>([
  ["a terminal", true, {}, true],
  ["a terminal with an empty NO_COLOR", true, { NO_COLOR: "" }, true],
  ["NO_COLOR", true, { NO_COLOR: "1" }, false],
  ["a dumb terminal", true, { TERM: "dumb" }, false],
  ["a pipe", false, {}, false],
])("%s decides whether there are colours", ([, isTTY, environment, styled]) => {
  const { output } = recorder(isTTY, environment);
  expect(output.style("red", "x") !== "x").toBe(styled);
});

test("a question that is as long as a file is not shown to its end", async () => {
  const text = await shown([{ type: "question", text: "x".repeat(1_000_000) }]);
  expect(text).toContain("… (998000 characters more)");
  expect(text.length).toBeLessThan(3000);
});

test("what was asked for is shown in few words, whatever a model made up", async () => {
  const request = { path: "a.log", pages: "3", limit: 5, view: null, find: "y".repeat(500), extra: { deep: [1] } };
  const text = await shown([{ type: "result", id: "1", name: "read", request, answer, milliseconds: 1 }]);
  expect(text).toContain(`pages 3 · limit 5 · find ${"y".repeat(59)}… · extra {"deep":[1]} · 1 ms`);
});

test("answers that were cut off say so", async () => {
  expect(await shown([{ ...done, stopped: "steps" }])).toContain("--max-steps");
  expect(await shown([{ ...done, stopped: "length" }])).toContain("output limit");
});

test("as JSON an event is one line, with the number of bytes instead of the bytes", () => {
  const data = new Uint8Array(5000);
  const media = [
    {
      kind: "image",
      mediaType: "image/png",
      base64: "A".repeat(9000),
      bytes: 5000,
      label: "image 1",
      fileName: "i.png",
    },
  ] as const;
  const line = jsonLine({
    type: "result",
    id: "1",
    name: "read",
    request: { path: "p.png" },
    answer: { ...answer, media },
    outcome: {
      ok: false,
      path: "p.png",
      error: { code: "timed-out", message: "", hint: "" },
      parts: [{ type: "image", mediaType: "image/png", data }],
      notices: [],
    },
    milliseconds: 1,
  });
  expect(line.indexOf("\n")).toBe(line.length - 1);
  expect(line.length).toBeLessThan(700);
  expect(JSON.parse(line)).toMatchObject({ outcome: { parts: [{ data: { bytes: 5000 } }] } });
});
