import { openai } from "@reader/core";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { chatMessages, chatTool } from "../../src/targets/openai-chat.ts";
import { fakeProvider } from "./provider.ts";
import { scenarioTool, type Scenario } from "./scenarios.ts";
import { testTarget } from "./test-target.ts";

const completion = {
  id: "c",
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: "" } }],
};

async function send(...calls: readonly Scenario[]): Promise<unknown[]> {
  const provider = fakeProvider(completion);
  const client = new OpenAI({ apiKey: "none", fetch: provider.fetch });
  const tools = calls.map((scenario) => chatTool(scenarioTool(scenario, openai)));
  const toolCalls = calls.map(({ input }, at) => ({
    type: "function" as const,
    id: `call_${at + 1}`,
    function: { name: "read", arguments: JSON.stringify(input) },
  }));
  const answers = await Promise.all(
    toolCalls.map(async (call, at) => tools[at]?.run(call) ?? Promise.reject(new Error("no tool"))),
  );
  await client.chat.completions.create({
    model: "gpt",
    tools: tools.slice(0, 1).map(({ definition }) => definition),
    messages: [
      { role: "user", content: "Read it." },
      { role: "assistant", tool_calls: toolCalls },
      ...chatMessages(answers),
    ],
  });
  return (provider.bodies[0] as { messages: unknown[] }).messages.slice(2);
}

testTarget({ name: "openai-chat", send });

test("all tool messages come before the one user message that has the pictures of all", async () => {
  const one: Scenario = { name: "image", input: { path: "one.pic" } };
  const messages = await send(one, { name: "text", input: { path: "notes.txt" } }, one);
  expect(messages).toMatchObject([
    { role: "tool", tool_call_id: "call_1" },
    { role: "tool", tool_call_id: "call_2" },
    { role: "tool", tool_call_id: "call_3" },
    { role: "user", content: [{ type: "text" }, { type: "image_url" }, { type: "text" }, { type: "image_url" }] },
  ]);
});
