import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { anthropic, openai } from "@reader/core";
import {
  convertToModelMessages,
  generateText,
  isStepCount,
  wrapLanguageModel,
  type LanguageModel,
  type ToolSet,
} from "ai";
import { expect, test } from "vitest";
import { aiSdkTool, moveMediaToUser } from "../../src/targets/ai-sdk.ts";
import { fakeProvider } from "./provider.ts";
import { scenarioTool, type Scenario } from "./scenarios.ts";
import { testTarget } from "./test-target.ts";

// A model of no name has no known limit of tokens, of which the SDK warns.
globalThis.AI_SDK_LOG_WARNINGS = false;

async function run(model: LanguageModel, tools: ToolSet): Promise<void> {
  await generateText({ model, tools, prompt: "Read it.", stopWhen: isStepCount(2) });
}

function claude(input: Scenario["input"]) {
  const message = {
    id: "m",
    type: "message",
    role: "assistant",
    model: "claude",
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const provider = fakeProvider(
    { ...message, content: [{ type: "tool_use", id: "call_1", name: "read", input }], stop_reason: "tool_use" },
    { ...message, content: [{ type: "text", text: "Done." }], stop_reason: "end_turn" },
  );
  return { provider, model: createAnthropic({ apiKey: "none", fetch: provider.fetch })("claude") };
}

function chat(input: Scenario["input"]) {
  const choice = (message: object, reason: string) => ({
    id: "c",
    object: "chat.completion",
    created: 0,
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content: null, ...message }, finish_reason: reason }],
  });
  const call = { id: "call_1", type: "function", function: { name: "read", arguments: JSON.stringify(input) } };
  const provider = fakeProvider(choice({ tool_calls: [call] }, "tool_calls"), choice({ content: "Done." }, "stop"));
  const models = createOpenAICompatible({ name: "local", baseURL: "http://localhost/v1", fetch: provider.fetch });
  return { provider, model: models("m") };
}

testTarget({
  name: "ai-sdk-anthropic",
  async send(scenario) {
    const { provider, model } = claude(scenario.input);
    await run(model, { read: aiSdkTool(scenarioTool(scenario, anthropic)) });
    return (provider.bodies[1] as { messages: unknown[] }).messages.at(-1);
  },
});

testTarget({
  name: "ai-sdk-chat",
  async send(scenario) {
    const { provider, model } = chat(scenario.input);
    const wrapped = wrapLanguageModel({ model, middleware: moveMediaToUser() });
    await run(wrapped, { read: aiSdkTool(scenarioTool(scenario, openai)) });
    return (provider.bodies[1] as { messages: unknown[] }).messages.slice(2);
  },
});

test("without the middleware, AI SDK sends base64 as text: the reason why there is one", async () => {
  const { provider, model } = chat({ path: "one.pic" });
  await run(model, { read: aiSdkTool(scenarioTool({ name: "image", input: {} }, openai)) });
  const { messages } = provider.bodies[1] as { messages: { content: unknown }[] };
  expect(messages.at(-1)?.content).toMatch(/"data":"[A-Za-z\d+/]{400}"/);
});

test("the middleware leaves other providers as they are", async () => {
  const { provider, model } = claude({ path: "one.pic" });
  const wrapped = wrapLanguageModel({ model, middleware: moveMediaToUser() });
  await run(wrapped, { read: aiSdkTool(scenarioTool({ name: "image", input: {} }, anthropic)) });
  const { messages } = provider.bodies[1] as { messages: unknown[] };
  expect(messages.at(-1)).toMatchObject({
    content: [{ type: "tool_result", content: [{ type: "text" }, { type: "image" }] }],
  });
});

test("the model is asked for the fields of the schema, and what it sends otherwise is understood", async () => {
  const { provider, model } = claude({ file_path: "notes.txt", offset: "2", limit: "" });
  await run(model, { read: aiSdkTool(scenarioTool({ name: "lenient", input: {} }, anthropic)) });
  const [first, second] = provider.bodies as { tools: unknown[]; messages: unknown[] }[];
  expect(first?.tools).toMatchObject([{ name: "read", input_schema: { type: "object", required: ["path"] } }]);
  expect(JSON.stringify(second?.messages.at(-1))).toContain("2\\tbeta");
});

test("an answer that was kept as JSON with the messages of a user interface gives the same", async () => {
  const read = aiSdkTool(scenarioTool({ name: "image", input: {} }, anthropic));
  const output: unknown = JSON.parse(JSON.stringify(await read.execute({ path: "one.pic" }, {})));
  const messages = await convertToModelMessages(
    [
      {
        role: "assistant",
        parts: [{ type: "tool-read", toolCallId: "call_1", state: "output-available", input: {}, output }],
      },
    ],
    { tools: { read } },
  );
  expect(messages.at(-1)).toMatchObject({
    role: "tool",
    content: [{ output: { type: "content", value: [{ type: "text" }, { type: "file", mediaType: "image/png" }] } }],
  });
});
