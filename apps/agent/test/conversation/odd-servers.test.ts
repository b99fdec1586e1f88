import { expect, test } from "vitest";
import { converse } from "../../src/conversation.ts";
import { demoReader, eventsOf, ofType } from "../support/demo.ts";
import { callStream, chatStream, eventStream, modelAt, serve, type SentBody } from "../support/servers.ts";

async function conversation(answer: (request: Request) => Response | Promise<Response>) {
  const model = modelAt(await serve(answer));
  return eventsOf(converse({ question: "What?", reader: demoReader(), model }));
}

const page = (): Response => new Response("<html>Sign in</html>", { headers: { "content-type": "text/html" } });

test.for<[what: string, answer: () => Response, message: RegExp]>([
  ["sends what is no JSON", () => eventStream("data: \u0000 {{{\n\n"), /sent what is no answer/],
  ["sends events of another protocol", () => eventStream('data: {"foo":1}\n\n'), /sent what is no answer/],
  ["sends a page", page, /sent what is no answer/],
  ["sends nothing", () => eventStream(""), /sent what is no answer/],
  ["ends at once", () => eventStream("data: [DONE]\n\n"), /sent what is no answer/],
  ["says nothing", () => chatStream({ content: "  " }, "stop"), /said nothing/],
  ["withholds the answer", () => chatStream({ content: "" }, "content_filter"), /withheld the answer/],
  ["breaks off", brokenStream, /The answer of compatible:test broke off/],
])("a server that %s is told, and the conversation ends", async ([, answer, message]) => {
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

test("calls that no tool gets are told without the names of classes", async () => {
  const calls = [
    { index: 0, id: "a", function: { name: "read", arguments: '{"path": "no' } },
    { index: 1, id: "b", function: { name: "delete", arguments: "{}" } },
  ];
  let isAsked = false;
  const events = await conversation(() => {
    if (isAsked) return chatStream({ content: "I see." }, "stop");
    isAsked = true;
    return chatStream({ tool_calls: calls }, "tool_calls");
  });
  const [broken, unknown] = ofType(events, "result").map(({ answer }) => answer.notes);
  expect(broken).toMatch(/^Invalid input for tool read: JSON parsing failed/);
  expect(unknown).toMatch(/^Model tried to call unavailable tool 'delete'\. Available tools: list, find, read/);
});
