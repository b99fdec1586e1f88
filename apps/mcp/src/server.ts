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
    const server = new Server(serverInfo, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/list", async () => ({ tools: listTools(await openToolbox()) }));
    server.setRequestHandler("tools/call", async ({ params }, context) =>
      callByName(await openToolbox(), params, context),
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
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${JSON.stringify(params.name)}.`);
}
