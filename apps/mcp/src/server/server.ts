import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type CallToolRequestParams,
  type McpServerFactory,
  type ServerContext,
  type Tool,
} from "@modelcontextprotocol/server";
import type { Toolbox } from "../tools/toolbox.ts";
import { version } from "./version.ts";

/**
 * Returns a factory that creates a server for each connection, and over HTTP for each request. It serves clients of the
 * protocol of 2025 and of 2026. The tools are loaded by the first request for them, after the answer to `initialize`.
 */
export function serverFactory(openToolbox: () => Promise<Toolbox>): McpServerFactory {
  const serverInfo = { name: "reader", title: "Reader", version: version() };
  return () => {
    const server = new Server(serverInfo, { capabilities: { tools: {}, resources: {} } });
    server.setRequestHandler("tools/list", async () => ({ tools: listTools(await openToolbox()) }));
    server.setRequestHandler("tools/call", async ({ params }, context) =>
      callByName(await openToolbox(), params, context),
    );
    // Resources are not listed: clients find files with the tools, and can fetch what an answer links to.
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
  // The name may be megabytes long.
  const name = JSON.stringify(params.name.slice(0, 100));
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}.`);
}
