import { GoogleGenAI, type Part } from "@google/genai";
import { geminiTool } from "../../src/targets/gemini.ts";
import { fakeProvider } from "./provider.ts";
import { scenarioTool, type Scenario } from "./scenarios.ts";
import { testTarget } from "./test-target.ts";

/** The client has no way in for a transport but the global one. */
async function withFetch<Result>(fetch: typeof globalThis.fetch, work: () => Promise<Result>): Promise<Result> {
  const own = globalThis.fetch;
  globalThis.fetch = fetch;
  try {
    return await work();
  } finally {
    globalThis.fetch = own;
  }
}

async function send(scenario: Scenario, media: "inside" | "beside"): Promise<unknown> {
  const { definition, run } = geminiTool(scenarioTool(scenario), { media });
  const provider = fakeProvider({ candidates: [] });
  const client = new GoogleGenAI({ apiKey: "none" });
  const functionCall = { id: "call_1", name: "read", args: scenario.input };
  const answer: Part[] = await run(functionCall);
  await withFetch(provider.fetch, () =>
    client.models.generateContent({
      model: "gemini",
      config: { tools: [{ functionDeclarations: [definition] }] },
      contents: [
        { role: "user", parts: [{ text: "Read it." }] },
        { role: "model", parts: [{ functionCall }] },
        { role: "user", parts: answer },
      ],
    }),
  );
  return (provider.bodies[0] as { contents: unknown[] }).contents[2];
}

testTarget({ name: "gemini", send: (scenario) => send(scenario, "inside") });
testTarget({ name: "gemini-2.5", send: (scenario) => send(scenario, "beside") });
