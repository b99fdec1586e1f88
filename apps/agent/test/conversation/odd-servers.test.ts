import { expect, test } from "vitest";
import { converse } from "../../src/conversation/converse.ts";
import { demoReader, eventsOf, ofType } from "../support/demo.ts";
import { callStream, chatStream, eventStream, modelAt, serve, type SentBody } from "../support/servers.ts";

async function conversation(answer: (request: Request) => Response | Promise<Response>) {
  const model = modelAt(await serve(answer));
  return eventsOf(converse({ question: "What?", reader: demoReader(), model }));
}

const page = (): Response => new Response("<html>Sign in</html>", { headers: { "content-type": "text/html" } });

test.for<[what: string, answer: () => Response, message: RegExp]>([
  ["sends what is no JSON", () => eventStream("data: \u0000 {{{\n\n"), /sent an invalid answer/],
  ["sends events of another protocol", () => eventStream('data: {"foo":1}\n\n'), /sent an invalid answer/],
  ["sends a page", page, /sent an invalid answer/],
  ["sends nothing", () => eventStream(""), /sent an invalid answer/],
  ["ends at once", () => eventStream("data: [DONE]\n\n"), /sent an invalid answer/],
  ["says nothing", () => chatStream({ content: "  " }, "stop"), /gave an empty answer/],
  ["withholds the answer", () => chatStream({ content: "" }, "content_filter"), /content filter .* blocked the answer/],
  ["breaks off", brokenStream, /The answer of compatible:test was interrupted/],
])("a server that %s is reported, and the conversation ends", async ([, answer, message]) => {
  const events = await conversation(answer);
  expect(events.at(-1)).toMatchObject({ type: "error", message: expect.stringMatching(message) as string });
  expect(events.filter(({ type }) => type === "done" || type === "error")).toHaveLength(1);
});

/** A stream whose connection is lost in the middle. */
function brokenStream(): Response {
  const piece = { id: "1", object: "chat.completion.chunk", created: 1, model: "m" };
  const text = { ...piece, choices: [{ index: 0, delta: { content: "I begin" }, finish_reason: null }] };
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) controller.error(new Error("lost"));
      else controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(text)}\n\n`));
      isSent = true;
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

test("a hundred calls at once are all answered", async () => {
  const bodies: SentBody[] = [];
  const events = await conversation(async (request) => {
    bodies.push((await request.json()) as SentBody);
    return bodies.length === 1
      ? callStream(Array.from({ length: 100 }, () => ({ name: "read", input: { path: "notes.md", limit: 1 } })))
      : chatStream({ content: "Done." }, "stop");
  });
  expect(ofType(events, "result").filter(({ answer }) => !answer.isError)).toHaveLength(100);
  expect(bodies[1]?.messages.filter(({ role }) => role === "tool")).toHaveLength(100);
  expect(events.at(-1)?.type).toBe("done");
});

test("calls that nothing can run are answered in words that a model can act on", async () => {
  const calls = [
    { index: 0, id: "a", function: { name: "read", arguments: '{"path": "no' } },
    { index: 1, id: "b", function: { name: "delete", arguments: "{}" } },
  ];
  const bodies: SentBody[] = [];
  const events = await conversation(async (request) => {
    bodies.push((await request.json()) as SentBody);
    if (bodies.length > 1) return chatStream({ content: "I see." }, "stop");
    return chatStream({ tool_calls: calls }, "tool_calls");
  });
  const notesOf = (id: string) => ofType(events, "result").find((event) => event.id === id)?.answer.notes;
  const broken = notesOf("a");
  expect(broken).toBe(
    "Error (invalid-request): The arguments of the call are not valid JSON.\nNext: Send the call again with one JSON object as its arguments.",
  );
  expect(notesOf("b")).toMatch(/^Model tried to call unavailable tool 'delete'\. Available tools: list, find, read/);
  // What goes back to the provider is a call that it takes, and the same words.
  const sent = bodies[1]?.messages ?? [];
  const called = sent.find(({ role }) => role === "assistant");
  expect(called?.tool_calls).toMatchObject([{ id: "a", function: { arguments: "{}" } }, { id: "b" }]);
  expect(sent.filter(({ role }) => role === "tool")).toMatchObject(
    expect.arrayContaining([expect.objectContaining({ tool_call_id: "a", content: broken })]) as object,
  );
});
