import { openai } from "@reader/core";
import { Ollama } from "ollama";
import { ollamaTool } from "../../src/targets/ollama.ts";
import { fakeProvider } from "./provider.ts";
import { scenarioTool } from "./scenarios.ts";
import { testTarget } from "./test-target.ts";

testTarget({
  name: "ollama",
  async send(scenario) {
    const { definition, run } = ollamaTool(scenarioTool(scenario, openai));
    const provider = fakeProvider({ message: { role: "assistant", content: "" }, done: true });
    const client = new Ollama({ fetch: provider.fetch });
    const call = { function: { name: "read", arguments: scenario.input } };
    const { tool, user } = await run(call);
    await client.chat({
      model: "llava",
      tools: [definition],
      messages: [
        { role: "user", content: "Read it." },
        { role: "assistant", content: "", tool_calls: [call] },
        tool,
        ...(user === undefined ? [] : [user]),
      ],
    });
    return (provider.bodies[0] as { messages: unknown[] }).messages.slice(2);
  },
});
