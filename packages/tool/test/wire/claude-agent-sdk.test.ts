import { createSdkMcpServer } from "@anthropic-ai/claude-agent-sdk";
import { Client, InMemoryTransport, type Transport } from "@modelcontextprotocol/client";
import { z } from "zod";
import { expect, test } from "vitest";
import { claudeAgentTool } from "../../src/targets/claude-agent-sdk.ts";
import { scenarioTool, type Scenario } from "./scenarios.ts";
import { testTarget } from "./test-target.ts";

async function connected(scenario: Scenario): Promise<Client> {
  const tools = [claudeAgentTool(scenarioTool(scenario), { z })];
  const { instance } = createSdkMcpServer({ name: "reader", tools });
  const client = new Client({ name: "client", version: "0.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([instance.connect(far as Transport), client.connect(near)]);
  return client;
}

testTarget({
  name: "claude-agent-sdk",
  async send(scenario) {
    const client = await connected(scenario);
    const { _meta: _, ...seen } = await client.callTool({ name: "read", arguments: scenario.input });
    await client.close();
    return seen;
  },
});

test("the model is told what each field is", async () => {
  const client = await connected({ name: "text", input: {} });
  const { tools } = await client.listTools();
  expect(tools[0]?.inputSchema).toMatchObject({
    required: ["path"],
    properties: { offset: { type: "number", description: expect.stringContaining("First line") } },
  });
  await client.close();
});

test("values that models spell otherwise pass the SDK's check", async () => {
  const client = await connected({ name: "text", input: {} });
  const answerTo = async (fields: object) =>
    client.callTool({ name: "read", arguments: { path: "notes.txt", ...fields } });
  const shown = { content: [{ type: "text", text: "2\tbeta" }, { type: "text" }] };
  expect(await answerTo({ offset: "2", limit: "1", find: null, pages: "" })).toMatchObject(shown);
  expect(await answerTo({ lines: 2 })).toMatchObject(shown);
  expect(await answerTo({ offset: "two" })).toMatchObject({ isError: true });
  const { tools } = await client.listTools();
  expect(tools[0]?.inputSchema).toMatchObject({ properties: { lines: { type: "string" } }, required: ["path"] });
  await client.close();
});
