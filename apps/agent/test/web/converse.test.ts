import { expect, test } from "vitest";
import type { AgentEvent } from "../../src/conversation/events.ts";
import { conversationEvent, type Question } from "../../src/web/web-app.ts";
import type { ConversationEvent } from "../../src/web/wire.ts";
import { startClient } from "./support/client.ts";

const model = { label: "nobody thinks here", questions: ["Why?"] };

async function eventsOf(response: Response): Promise<readonly ConversationEvent[]> {
  const text = await response.text();
  return text.split("\n\n").flatMap((message) => {
    const data = message.replace(/^data: /, "");
    return data === "" ? [] : [JSON.parse(data) as ConversationEvent];
  });
}

test("what happens in a conversation comes as it happens, without bytes", async () => {
  const { ask } = await startClient({
    model,
    async *converse({ question, reader, signal }: Question): AsyncGenerator<AgentEvent> {
      yield { type: "question", text: question };
      yield { type: "call", id: "1", name: "read", input: { path: "photo.jpg" } };
      const outcome = await reader.read({ path: "photo.jpg" }, { signal });
      const media = [
        { kind: "image", mediaType: "image/jpeg", base64: "AAAA", bytes: 3, label: "", fileName: "" },
      ] as const;
      const answer = { isError: false, content: "", notes: "", media, facts: {} };
      yield { type: "result", id: "1", name: "read", request: {}, answer, outcome, milliseconds: 2 };
      yield { type: "text", delta: "It is grey." };
      yield { type: "done", usage: { inputTokens: 1200 }, steps: 2 };
    },
  });
  const response = await ask("converse", { question: "  What is it? " });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  expect(await eventsOf(response)).toEqual([
    { type: "question", text: "What is it?" },
    { type: "call", id: "1", name: "read", request: { path: "photo.jpg" }, words: 'read {"path":"photo.jpg"}' },
    { type: "result", id: "1", summary: "Read 1 line, photo.jpg", isError: false, milliseconds: 2, media: 1 },
    { type: "text", delta: "It is grey." },
    { type: "done", words: "2 steps · 1\u202f200 tokens in" },
  ]);
});

test("the conversation may read what was dropped", async () => {
  const { ask, drop } = await startClient({
    model,
    async *converse({ reader }: Question): AsyncGenerator<AgentEvent> {
      const outcome = await reader.read("dropped/hello.txt");
      yield { type: "text", delta: outcome.ok ? outcome.status : outcome.error.message };
    },
  });
  await drop("hello.txt", "Hello.\n");
  expect(await eventsOf(await ask("converse", { question: "?" }))).toEqual([{ type: "text", delta: "complete" }]);
});

test("a conversation that fails says so and ends, and the next is answered", async () => {
  let isBroken = true;
  const { ask } = await startClient({
    model,
    async *converse(): AsyncGenerator<AgentEvent> {
      if (isBroken) throw new Error("at /home/somebody/secret.ts:7");
      yield { type: "text", delta: "Fine." };
    },
  });
  const events = await eventsOf(await ask("converse", { question: "?" }));
  expect(events).toEqual([{ type: "error", message: "The conversation failed.", hint: "Ask again." }]);
  isBroken = false;
  expect(await eventsOf(await ask("converse", { question: "?" }))).toEqual([{ type: "text", delta: "Fine." }]);
});

/** Something that happens once, and can be waited for. */
function signalOf(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

test("one question is answered at a time, and a page that goes away gives its own up", async () => {
  const gone = signalOf();
  const started = signalOf();
  const { ask, origin, token } = await startClient({
    model,
    async *converse({ signal }: Question): AsyncGenerator<AgentEvent> {
      yield { type: "text", delta: "I think…" };
      started.give();
      await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
      gone.give();
    },
  });
  const page = new AbortController();
  const first = await fetch(`${origin}/api/converse`, {
    method: "POST",
    body: '{"question":"?"}',
    headers: { authorization: `Bearer ${token}` },
    signal: page.signal,
  });
  const reading = first.text().catch(() => "gone");
  await started.given;
  expect((await ask("converse", { question: "?" })).status).toBe(409);
  page.abort();
  await gone.given;
  expect(await reading).toBe("gone");
});

test("a question is needed, and somebody who answers", async () => {
  const { ask } = await startClient({ model, async *converse() {} });
  expect((await ask("converse", { question: " " })).status).toBe(400);
  expect((await ask("converse", {})).status).toBe(400);
});

test("a citation keeps whether it was read, and nothing in it deceives", () => {
  const citation = {
    text: "a\u202eb.txt:3",
    path: "a\u202eb.txt",
    claim: "It failed",
    place: { kind: "lines", first: 3, last: 3 },
    verdict: "not-read",
    reason: "Line 3 was not shown.",
    request: { path: "a\u202eb.txt", offset: 3, limit: 1 },
  } as const;
  expect(conversationEvent({ type: "citation", citation })).toEqual({
    type: "citation",
    citation: {
      text: "a\\u202eb.txt:3",
      isRead: false,
      reason: "Line 3 was not shown.",
      request: { path: "a\u202eb.txt", offset: 3, limit: 1 },
    },
  });
  expect(conversationEvent({ type: "text", delta: "\u001b[31mred" })).toEqual({ type: "text", delta: "\\x1b[31mred" });
});
