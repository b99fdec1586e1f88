import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { expect, onTestFinished, test } from "vitest";
import { converse } from "../../src/conversation/converse.ts";
import type { AgentEvent } from "../../src/conversation/events.ts";
import { createHistory } from "../../src/conversation/history.ts";
import { demoScenario, type Scenario } from "../../src/scripted/scenario.ts";
import { startScriptedServer } from "../../src/scripted/scripted-server.ts";
import { demoModel, demoReader, eventsOf, ofType } from "../support/demo.ts";
import { chatStream, modelAt, recordedModel, serve, type SentBody } from "../support/servers.ts";

const [why = "", again = "", wrong = ""] = demoScenario().turns.map(({ question }) => question);

function textOf(events: readonly AgentEvent[]): string {
  return ofType(events, "text")
    .map(({ delta }) => delta)
    .join("");
}

test("the script reads a PDF, an image, a workbook, a notebook and a log, and every source was read", async () => {
  const events = await eventsOf(converse({ question: why, reader: demoReader(), model: await demoModel() }));
  const results = ofType(events, "result");
  expect(results.map(({ answer }) => answer.isError)).not.toContain(true);
  expect(new Set(results.flatMap(({ outcome }) => outcome?.path ?? []))).toEqual(
    new Set([".", "report.pdf", "diagram.png", "book.xlsx", "analysis.ipynb", "app.log"]),
  );
  expect(new Set(results.map(({ name }) => name))).toEqual(new Set(["list", "find", "read"]));
  const citations = ofType(events, "citation").map(({ citation }) => citation);
  expect(citations.map(({ verdict }) => verdict)).not.toContain("not-read");
  expect(citations.map(({ text }) => text)).toEqual(
    expect.arrayContaining(["report.pdf p. 3", "book.xlsx Orders!C12", "app.log:1323", "diagram.png"]),
  );
  expect(citations.find(({ text }) => text === "book.xlsx Orders!C12")?.excerpt).toBe("162");
  expect(textOf(events)).toContain("It cost 162 orders");
});

test("events come in order: the question, calls before their results, the sources behind the answer, then the end", async () => {
  const events = await eventsOf(converse({ question: why, reader: demoReader(), model: await demoModel() }));
  expect(events[0]).toEqual({ type: "question", text: why });
  const types = events.map(({ type }) => type);
  expect(types.lastIndexOf("text")).toBeLessThan(types.indexOf("citation"));
  expect(types.at(-1)).toBe("done");
  for (const { id } of ofType(events, "result")) {
    const call = events.findIndex((event) => event.type === "call" && event.id === id);
    expect(call).toBeGreaterThan(0);
    expect(call).toBeLessThan(events.findIndex((event) => event.type === "result" && event.id === id));
  }
  expect(events.at(-1)).toMatchObject({ steps: 5, usage: { inputTokens: expect.any(Number) as number } });
});

test("images are sent in user messages, and no tool message contains base64", async () => {
  const { model, bodies } = await recordedModel(demoScenario());
  const events = await eventsOf(converse({ question: why, reader: demoReader(), model }));
  expect(ofType(events, "done")).toHaveLength(1);
  expect(bodies.map(({ stream }) => stream)).toEqual(bodies.map(() => true));
  expect(bodies[0]?.tools.map(({ function: { name } }) => name).sort()).toEqual(["find", "list", "read"]);
  const messages = bodies.at(-1)?.messages ?? [];
  const tools = messages.filter(({ role }) => role === "tool");
  expect(tools).toHaveLength(9);
  for (const { content } of tools) {
    expect(content).toBeTypeOf("string");
    expect(content).not.toMatch(/[A-Za-z\d+/]{400}/);
  }
  const pictures = messages
    .filter(({ role }) => role === "user")
    .flatMap(({ content }) => (Array.isArray(content) ? (content as readonly unknown[]) : []))
    .filter((part) => JSON.stringify(part).includes("image_url"));
  expect(pictures).toHaveLength(3);
  expect(JSON.stringify(pictures[0])).toMatch(/"url":"data:image\/(?:png|jpeg);base64,[A-Za-z\d+/]{400}/);
  const roles = messages.map(({ role }) => role);
  expect(roles[roles.lastIndexOf("user") - 1]).toBe("tool");
});

test("the script stops where a client sends base64 as text, which is what AI SDK does by itself", async () => {
  const script = await startScriptedServer({ scenario: demoScenario() });
  onTestFinished(() => script.close());
  const bare = createOpenAICompatible({ name: "bare", baseURL: script.baseUrl })("script");
  const model = { ...modelAt(script.baseUrl), isScripted: true, model: bare };
  const events = await eventsOf(converse({ question: why, reader: demoReader(), model }));
  expect(events.at(-1)).toMatchObject({ type: "error", message: expect.stringContaining("got base64") as string });
});

test("a question follows another: the model gets both, and what was read before counts as read", async () => {
  const { model, bodies } = await recordedModel(demoScenario());
  const [reader, history] = [demoReader(), createHistory()];
  await eventsOf(converse({ question: why, reader, model, history }));
  const events = await eventsOf(converse({ question: wrong, reader, model, history }));
  expect(bodies.at(-1)?.messages.filter(({ content }) => content === why)).toHaveLength(1);
  expect(ofType(events, "citation").map(({ citation: { text, verdict } }) => [text, verdict])).toEqual([
    ["app.log:2", "read"],
    ["app.log:2500", "not-read"],
    ["report.pdf p. 9", "not-read"],
    ["invoices.csv:12", "not-read"],
  ]);
});

test("a question can be asked twice in one conversation", async () => {
  const [reader, history, model] = [demoReader(), createHistory(), await demoModel()];
  await eventsOf(converse({ question: again, reader, model, history }));
  const events = await eventsOf(converse({ question: again, reader, model, history }));
  expect(ofType(events, "error")).toEqual([]);
});

test("every question of the script is answered", async () => {
  const [reader, model] = [demoReader(), await demoModel()];
  for (const question of model.questions) {
    const events = await eventsOf(converse({ question, reader, model }));
    expect(events.at(-1)?.type).toBe("done");
  }
});

const endless: Scenario = {
  name: "endless",
  turns: [{ question: "Talk.", steps: [{ say: "word ".repeat(5000) }] }],
};

test("an answer can be stopped while it comes, and leaves no trace", async () => {
  const [model, history, stop] = [
    await demoModel({ scenario: endless, pauseMs: 1 }),
    createHistory(),
    new AbortController(),
  ];
  const events: AgentEvent[] = [];
  for await (const event of converse({
    question: "Talk.",
    reader: demoReader(),
    model,
    history,
    signal: stop.signal,
  })) {
    events.push(event);
    if (event.type === "text") stop.abort();
  }
  expect(events.at(-1)).toEqual({
    type: "error",
    message: "The answer was stopped.",
    hint: "Ask again when you want it.",
  });
  expect(ofType(events, "text").length).toBeLessThan(4000);
  expect(history.messages).toEqual([]);
  expect(history.session.generation).toBeGreaterThan(0);
});

test("no request is sent if the answer was stopped before", async () => {
  const { model, bodies } = await recordedModel(demoScenario());
  const signal = AbortSignal.abort();
  const events = await eventsOf(converse({ question: why, reader: demoReader(), model, signal }));
  expect(events.map(({ type }) => type)).toEqual(["question", "error"]);
  expect(bodies).toEqual([]);
});

test("to stop listening is to stop the answer", async () => {
  const model = await demoModel({ scenario: endless, pauseMs: 1 });
  for await (const event of converse({ question: "Talk.", reader: demoReader(), model })) {
    if (event.type === "text") break;
  }
  // The server ends at once, because nothing is under way.
  await expect(model.close()).resolves.toBeUndefined();
});

test("an unreachable server is reported with its address and what to do", async () => {
  const model = await demoModel();
  await model.close();
  const [, error] = await eventsOf(
    converse({ question: why, reader: demoReader(), model: { ...model, close: async () => undefined } }),
  );
  expect(error).toMatchObject({
    type: "error",
    message: expect.stringMatching(/^There is no response from http:\/\/127\.0\.0\.1:\d+ \(.*ECONNREFUSED/) as string,
  });
});

test("the script stops with the reason where the files are not those that it was written for", async () => {
  const folder = mkdtempSync(join(tmpdir(), "agent-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "other.txt"), "nothing\n");
  const events = await eventsOf(converse({ question: why, reader: demoReader(folder), model: await demoModel() }));
  expect(events.at(-1)).toMatchObject({
    type: "error",
    message: expect.stringMatching(/^The script does not fit: Step 2 of .* which nothing matches\.$/) as string,
  });
});

test("a question that the script does not know is refused with those that it knows", async () => {
  const events = await eventsOf(
    converse({ question: "What is the meaning of life?", reader: demoReader(), model: await demoModel() }),
  );
  expect(events.at(-1)).toMatchObject({ type: "error", message: expect.stringContaining(why) as string });
});

test("an answer that takes more steps than it may is said to be cut off", async () => {
  const model = await demoModel();
  const events = await eventsOf(converse({ question: why, reader: demoReader(), model, maxSteps: 2 }));
  expect(events.at(-1)).toMatchObject({ type: "done", steps: 2, stopped: "steps" });
});

test("a read that fails is an answer, and the conversation goes on", async () => {
  const scenario: Scenario = {
    name: "wrong",
    turns: [
      {
        question: "Try.",
        steps: [
          { calls: [{ name: "read", input: { path: "../secret.txt" } }] },
          { expect: [{ pattern: "outside" }], calls: [{ name: "read", input: {} }] },
          { expect: [{ pattern: "path" }], say: "So it is [secret.txt:1]." },
        ],
      },
    ],
  };
  const model = await demoModel({ scenario });
  const events = await eventsOf(converse({ question: "Try.", reader: demoReader(), model }));
  expect(ofType(events, "result").map(({ answer }) => answer.isError)).toEqual([true, true]);
  expect(ofType(events, "citation")).toMatchObject([{ citation: { verdict: "not-read" } }]);
  expect(events.at(-1)?.type).toBe("done");
});

test("a model without image support gets no images", async () => {
  const scenario: Scenario = {
    name: "blind",
    turns: [
      {
        question: "Look.",
        steps: [
          { calls: [{ name: "read", input: { path: "diagram.png" } }] },
          { expect: [{ pattern: "takes no images" }], say: "I cannot see it." },
        ],
      },
    ],
  };
  const { model, bodies } = await recordedModel(scenario);
  const blind = { ...model, capabilities: { name: "text" } };
  await eventsOf(converse({ question: "Look.", reader: demoReader(), model: blind }));
  expect(JSON.stringify(bodies)).not.toContain("image_url");
});

test("an unknown tool and arguments that are not JSON are reported to the model", async () => {
  const bodies: SentBody[] = [];
  const calls = [
    { index: 0, id: "a", function: { name: "write", arguments: "{}" } },
    { index: 1, id: "b", function: { name: "read", arguments: '{"path": "no' } },
  ];
  const address = await serve(async (request) => {
    bodies.push((await request.json()) as SentBody);
    return bodies.length === 1
      ? chatStream({ tool_calls: calls }, "tool_calls")
      : chatStream({ content: "I see." }, "stop");
  });
  const events = await eventsOf(converse({ question: "Try.", reader: demoReader(), model: modelAt(address) }));
  expect(ofType(events, "result").map(({ id, answer }) => [id, answer.isError])).toEqual([
    ["a", true],
    ["b", true],
  ]);
  expect(bodies[1]?.messages.filter(({ role }) => role === "tool")).toHaveLength(2);
  expect(events.at(-1)?.type).toBe("done");
});

test("a model is not shown again what it has seen, and may cite it all the same", async () => {
  const bodies: SentBody[] = [];
  const call = { index: 0, id: "a", function: { name: "read", arguments: '{"path":"notes.md"}' } };
  const address = await serve(async (request) => {
    bodies.push((await request.json()) as SentBody);
    return bodies.length % 2 === 1
      ? chatStream({ tool_calls: [call] }, "tool_calls")
      : chatStream({ content: "So it is [notes.md:3]." }, "stop");
  });
  const [reader, history, model] = [demoReader(), createHistory(), modelAt(address)];
  await eventsOf(converse({ question: "One.", reader, model, history }));
  const events = await eventsOf(converse({ question: "Two.", reader, model, history }));
  expect(ofType(events, "result")).toMatchObject([{ outcome: { status: "unchanged" } }]);
  expect(ofType(events, "citation")).toMatchObject([{ citation: { verdict: "read" } }]);
});
