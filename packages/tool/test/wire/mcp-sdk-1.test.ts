import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { anthropic } from "@reader/core";
import { expect, test } from "vitest";
import { z } from "zod";
import { createFindTool, createListTool, createReadTool } from "../../src/index.ts";
import { mcpTool } from "../../src/targets/mcp.ts";
import { readerOf } from "../support.ts";
import { scenarioTool, type Scenario } from "./scenarios.ts";
import { testTarget } from "./test-target.ts";

// Version 1 of the SDK, server and client: what npm calls the latest one takes only zod schemas.

async function connectedTo(server: McpServer): Promise<Client> {
  const client = new Client({ name: "client", version: "0.0.0" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return client;
}

async function connected(scenario: Scenario): Promise<Client> {
  const server = new McpServer({ name: "reader", version: "0.0.0" });
  const { name, config, callback } = mcpTool(scenarioTool(scenario, anthropic), { z });
  server.registerTool(name, config, callback);
  return connectedTo(server);
}

testTarget({
  name: "mcp",
  by: "through version 1 of its SDK",
  async send(scenario) {
    const client = await connected(scenario);
    const { _meta: _, ...seen } = await client.callTool({ name: "read", arguments: scenario.input });
    await client.close();
    return seen;
  },
});

test("clients see the schema of each tool as it is", async () => {
  const reader = readerOf({});
  const tools = [createReadTool(reader), createListTool(reader), createFindTool(reader)];
  const server = new McpServer({ name: "reader", version: "0.0.0" });
  for (const { name, config, callback } of tools.map((tool) => mcpTool(tool, { z }))) {
    server.registerTool(name, config, callback);
  }
  const client = await connectedTo(server);
  const listed = await client.listTools();
  for (const [at, { inputSchema, description }] of listed.tools.entries()) {
    const { $schema: _, ...schema } = inputSchema;
    expect(schema).toEqual(tools[at]?.inputSchema);
    expect(description).toBe(tools[at]?.description);
  }
  expect(listed.tools).toHaveLength(3);
  await client.close();
});

test("what a weak model sends passes the server's check, and an unknown field is refused by name", async () => {
  const client = await connected({ name: "text", input: {} });
  const call = (input: Record<string, unknown>) => client.callTool({ name: "read", arguments: input });
  expect(await call({ file_path: "notes.txt", offset: "2", limit: null })).toMatchObject({
    content: [{ type: "text", text: "2\tbeta\n3\tgamma" }, { type: "text" }],
  });
  expect(await call({ path: "notes.txt", offfset: 2 })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("offfset is not a field of read.") }],
  });
  await client.close();
});

test("a zod without loose objects is refused in words", () => {
  const { looseObject: _, ...old } = z;
  expect(() => mcpTool(scenarioTool({ name: "text", input: {} }), { z: old as typeof z })).toThrow(/needs zod 4/);
});
