import { Agent, Runner, tool } from "@openai/agents-core";
import { OpenAIResponsesModel } from "@openai/agents-openai";
import OpenAI from "openai";
import { openAiAgentsTool } from "../../src/targets/openai-agents.ts";
import { fakeProvider } from "./provider.ts";
import { scenarioTool } from "./scenarios.ts";
import { testTarget } from "./test-target.ts";

const response = { object: "response", usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } };

testTarget({
  name: "openai-agents",
  async send(scenario) {
    const call = {
      type: "function_call",
      id: "fc_1",
      call_id: "call_1",
      name: "read",
      arguments: JSON.stringify(scenario.input),
    };
    const words = {
      type: "message",
      id: "m",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: "Done.", annotations: [] }],
    };
    const provider = fakeProvider(
      { ...response, id: "r1", output: [call] },
      { ...response, id: "r2", output: [words] },
    );
    const client = new OpenAI({ apiKey: "none", fetch: provider.fetch });
    const agent = new Agent({
      name: "agent",
      model: new OpenAIResponsesModel(client, "gpt"),
      tools: [tool(openAiAgentsTool(scenarioTool(scenario)))],
    });
    await new Runner({ tracingDisabled: true }).run(agent, "Read it.");
    return (provider.bodies[1] as { input: unknown[] }).input.at(-1);
  },
});
