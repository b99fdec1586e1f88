import Anthropic from "@anthropic-ai/sdk";
import { anthropicTool } from "../../src/targets/anthropic.ts";
import { fakeProvider } from "./provider.ts";
import { scenarioTool } from "./scenarios.ts";
import { testTarget } from "./test-target.ts";

const message = {
  id: "m",
  type: "message",
  role: "assistant",
  model: "m",
  content: [],
  stop_reason: "end_turn",
  usage: {},
};

testTarget({
  name: "anthropic",
  async send(scenario) {
    const { definition, run } = anthropicTool(scenarioTool(scenario));
    const provider = fakeProvider(message);
    const client = new Anthropic({ apiKey: "none", fetch: provider.fetch });
    const call = { type: "tool_use" as const, id: "call_1", name: "read", input: scenario.input };
    await client.messages.create({
      model: "claude",
      max_tokens: 100,
      tools: [definition],
      messages: [
        { role: "user", content: "Read it." },
        { role: "assistant", content: [call] },
        { role: "user", content: [await run(call)] },
      ],
    });
    return (provider.bodies[0] as { messages: unknown[] }).messages[2];
  },
});
