import OpenAI from "openai";
import { responsesTool } from "../../src/targets/openai-responses.ts";
import { fakeProvider } from "./provider.ts";
import { scenarioTool } from "./scenarios.ts";
import { testTarget } from "./test-target.ts";

testTarget({
  name: "openai-responses",
  async send(scenario) {
    const { definition, run } = responsesTool(scenarioTool(scenario), { strict: true });
    const provider = fakeProvider({ id: "r", object: "response", output: [] });
    const client = new OpenAI({ apiKey: "none", fetch: provider.fetch });
    const call = {
      type: "function_call" as const,
      call_id: "call_1",
      name: "read",
      arguments: JSON.stringify({ ...scenario.input, find: null }),
    };
    await client.responses.create({
      model: "gpt",
      tools: [definition],
      input: [{ role: "user", content: "Read it." }, call, await run(call)],
    });
    return (provider.bodies[0] as { input: unknown[] }).input[2];
  },
});
