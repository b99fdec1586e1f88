import { Server, type McpServerFactory, type ServerContext, type Tool } from "@modelcontextprotocol/server";
import type { CallToolRequestParams } from "@modelcontextprotocol/server";
import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import type { Toolbox } from "./toolbox.ts";
import { version } from "./version.ts";

/**
 * Makes a server for each connection, and over HTTP for each request: clients of 2025 and 2026 get the same. The tools
 * are only asked for when a client does, so that `initialize` is answered before they are loaded.
 */
export function serverFactory(openToolbox: () => Promise<Toolbox>): McpServerFactory {
  const serverInfo = { name: "reader", title: "Reader", version: version() };
  return () => {
    const server = new Server(serverInfo, { capabilities: { tools: {}, resources: {} } });
    server.setRequestHandler("tools/list", async () => ({ tools: listTools(await openToolbox()) }));
    server.setRequestHandler("tools/call", async ({ params }, context) =>
      callByName(await openToolbox(), params, context),
    );
    // None is listed: a file is found by the tools, and what an answer links to can be fetched.
    server.setRequestHandler("resources/list", () => ({ resources: [] }));
    server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
    server.setRequestHandler("resources/read", async ({ params }, { mcpReq }) =>
      (await openToolbox()).fetchLinked(params.uri, mcpReq.signal),
    );
    return server;
  };
}

function listTools({ tools }: Toolbox): Tool[] {
  return [...tools.values()].map(({ description }) => description);
}

function callByName({ tools }: Toolbox, params: CallToolRequestParams, context: ServerContext) {
  const tool = tools.get(params.name);
  if (tool !== undefined) return tool.call({ input: params.arguments ?? {}, context });
  // A name of megabytes is not repeated.
  const name = JSON.stringify(params.name.slice(0, 100));
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`);
}
