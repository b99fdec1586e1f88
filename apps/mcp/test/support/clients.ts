import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport as AiStdioTransport } from "@ai-sdk/mcp/mcp-stdio";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldStdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as OldHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { onTestFinished } from "vitest";
import { program } from "./program.ts";

/** A result as a client has it. */
export interface Called {
  readonly [field: string]: unknown;
  readonly content: readonly { readonly [field: string]: unknown; readonly type: string }[];
  readonly isError?: boolean;
}

/** What the tests ask of a client. */
export interface TestClient {
  listTools(): Promise<readonly { readonly [field: string]: unknown; readonly name: string }[]>;
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<Called>;
}

/** How long a client waits for an answer: only for one that never comes. Clients give up after a minute by default. */
export const callOptions: { readonly timeout: number } = { timeout: 600_000 };

const info = { name: "test", version: "0.0.0" };
const command = process.execPath;

/** How a real client reaches the program: by a pipe, with these arguments, or by a socket, at this URL. */
export type Way = { readonly args: readonly string[] } | { readonly url: URL };

/** Takes the function that ends a client. Default: it ends with the test. */
type Until = (end: () => void | Promise<void>) => void;

/** The client of version 2 of the SDK, which speaks to servers of 2026. */
export async function newClient(way: Way, until: Until = onTestFinished): Promise<TestClient> {
  const client = new Client(info, { versionNegotiation: { mode: "auto" } });
  until(() => client.close());
  await client.connect(
    "url" in way
      ? new StreamableHTTPClientTransport(way.url)
      : new StdioClientTransport({ command, args: [program, ...way.args], stderr: "ignore" }),
  );
  return {
    listTools: async () => (await client.listTools()).tools,
    call: async (name, input) => (await client.callTool({ name, arguments: { ...input } }, callOptions)) as Called,
  };
}

/** The client of version 1 of the SDK. */
export async function oldClient(way: Way, until: Until = onTestFinished): Promise<TestClient> {
  const client = new OldClient(info);
  until(() => client.close());
  const transport =
    "url" in way
      ? new OldHttpTransport(way.url)
      : new OldStdioTransport({ command, args: [program, ...way.args], stderr: "ignore" });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    listTools: async () => (await client.listTools()).tools,
    call: async (name, input) =>
      (await client.callTool({ name, arguments: { ...input } }, undefined, callOptions)) as Called,
  };
}

/** The client of AI SDK. */
export async function aiClient(way: Way, until: Until = onTestFinished): Promise<TestClient> {
  const client = await createMCPClient({
    transport:
      "url" in way
        ? { type: "http", url: way.url.href }
        : new AiStdioTransport({ command, args: [program, ...way.args], stderr: "ignore" }),
  });
  until(() => client.close());
  return {
    listTools: async () => (await client.listTools()).tools,
    async call(name, input) {
      const tool = (await client.tools())[name];
      if (tool === undefined) throw new Error(`The client has no tool ${name}.`);
      return (await tool.execute(input, { toolCallId: "1", messages: [], context: undefined })) as Called;
    },
  };
}

/** All of them, by name. */
export const clients: readonly { readonly name: string; readonly connect: typeof newClient }[] = [
  { name: "the client of 2026", connect: newClient },
  { name: "the client of 2025", connect: oldClient },
  { name: "the client of AI SDK", connect: aiClient },
];

/** The texts of a result, as one. */
export function textOf({ content }: Called): string {
  return content.map(({ text }) => (typeof text === "string" ? text : "")).join("\n");
}
