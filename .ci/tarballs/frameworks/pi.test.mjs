// Runs in the folder that `.ci/tarballs/frameworks.mjs` makes.
import { Agent } from "@mariozechner/pi-agent-core";
import { getModel } from "@mariozechner/pi-ai";
import { anthropic } from "@reader/core";
import { piTool } from "@reader/tool/pi";
import { anthropicStream } from "./anthropic-stream.mjs";
import { scenarioTool } from "./scenarios.ts";
import { testTarget } from "./test-target.ts";

testTarget({
  name: "pi-anthropic",
  by: "through its agent",
  async send(scenario) {
    const provider = anthropicStream(scenario.input);
    globalThis.fetch = provider.fetch;
    const model = getModel("anthropic", "claude-sonnet-4-20250514");
    const tools = [piTool(scenarioTool(scenario, anthropic))];
    const agent = new Agent({ initialState: { systemPrompt: "", model, tools }, getApiKey: () => "none" });
    await agent.prompt("Read it.");
    return provider.answer();
  },
});
