// Runs in the folder that `.ci/tarballs/frameworks.mjs` makes.
import { createAnthropic } from "@ai-sdk/anthropic";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { anthropic } from "@reader/core";
import { mastraTool } from "@reader/tool/mastra";
import { anthropicStream } from "./anthropic-stream.mjs";
import { scenarioTool } from "./scenarios.ts";
import { testTarget } from "./test-target.ts";

testTarget({
  // The provider gets from Mastra what it gets from AI SDK, on which Mastra is built.
  name: "ai-sdk-anthropic",
  by: "through Mastra's agent",
  async send(scenario) {
    const provider = anthropicStream(scenario.input);
    const model = createAnthropic({ apiKey: "none", fetch: provider.fetch })("claude-sonnet-4-20250514");
    const read = createTool(mastraTool(scenarioTool(scenario, anthropic)));
    const agent = new Agent({ id: "agent", name: "agent", instructions: "Read.", model, tools: { read } });
    await (
      await agent.stream("Read it.")
    ).text;
    return provider.answer();
  },
});
