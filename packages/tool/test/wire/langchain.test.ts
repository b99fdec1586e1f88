import { HumanMessage, AIMessage, ToolMessage, type BaseMessage } from "@langchain/core/messages";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { openai } from "@reader/core";
import { expect, test } from "vitest";
import { langChainTool, moveMediaToUser } from "../../src/targets/langchain.ts";
import { fakeProvider } from "./provider.ts";
import { scenarioTool, type Scenario } from "./scenarios.ts";
import { testTarget } from "./test-target.ts";

const completion = {
  id: "c",
  object: "chat.completion",
  choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Done." } }],
};
const response = { id: "r", object: "response", status: "completed", model: "m", output: [] };

async function conversation(scenario: Scenario): Promise<BaseMessage[]> {
  const read = tool(...langChainTool(scenarioTool(scenario, openai)));
  const call = { type: "tool_call" as const, id: "call_1", name: "read", args: scenario.input };
  const message: unknown = await read.invoke(call);
  if (!ToolMessage.isInstance(message)) throw new Error("no tool message");
  return [new HumanMessage("Read it."), new AIMessage({ content: "", tool_calls: [call] }), message];
}

testTarget({
  name: "langchain-responses",
  async send(scenario) {
    const provider = fakeProvider(response);
    const model = new ChatOpenAI({
      model: "m",
      apiKey: "none",
      useResponsesApi: true,
      configuration: { fetch: provider.fetch },
    });
    await model.invoke(await conversation(scenario));
    return (provider.bodies[0] as { input: unknown[] }).input.at(-1);
  },
});

testTarget({
  name: "langchain-chat",
  async send(scenario) {
    const provider = fakeProvider(completion);
    const model = new ChatOpenAI({ model: "m", apiKey: "none", configuration: { fetch: provider.fetch } });
    await model.invoke(moveMediaToUser(await conversation(scenario)));
    return (provider.bodies[0] as { messages: unknown[] }).messages.slice(2);
  },
});

test("programs get the whole answer but for its bytes, as the artifact", async () => {
  const [, , message] = await conversation({ name: "image", input: { path: "one.pic" } });
  expect(message).toMatchObject({
    artifact: { isError: false, media: [], facts: { path: "one.pic", status: "complete" } },
  });
});
