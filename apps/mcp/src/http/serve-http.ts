import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Address } from "../arguments.ts";
import { createGuard, isLoopback } from "./guard.ts";
import { exchange } from "./exchange.ts";
import { serverFactory } from "../server.ts";
import type { Toolbox } from "../toolbox.ts";
import { UsageError } from "../usage-error.ts";

/** How the server is reached over HTTP. */
export interface HttpOptions {
  readonly address: Address;
  readonly token?: string | undefined;
  readonly allowedHosts: readonly string[];
}

/** A server that listens. */
export interface HttpServer {
  readonly url: string;
  /** Ends it and all that it is answering. */
  close(): Promise<void>;
}

/** The only path that is served. */
const path = "/mcp";

/** Serves any number of clients over streamable HTTP; settles when it listens. Throws a `UsageError`. */
export async function serveHttp(openToolbox: () => Promise<Toolbox>, options: HttpOptions): Promise<HttpServer> {
  const { address, token, allowedHosts } = options;
  if (token === undefined && !isLoopback(address.host)) {
    throw new UsageError(
      `${address.host} can be reached from other machines, and there is no token.`,
      "Set READER_MCP_TOKEN, or listen at 127.0.0.1.",
    );
  }
  const guard = createGuard({ token, hosts: [address.host, ...allowedHosts] });
  const handler = createMcpHandler(serverFactory(openToolbox), {
    onerror: ({ message }) => process.stderr.write(`reader-mcp: ${message}\n`),
  });
  const server = createServer((request, response) => {
    const refusal = guard(request.headers) ?? (isServed(request) ? undefined : { status: 404, message: "Not found" });
    if (refusal === undefined) void exchange(handler.fetch, request, response);
    else refuse(response, refusal);
  });
  const { port } = await listen(server, address);
  const name = address.host.includes(":") ? `[${address.host}]` : address.host;
  return {
    url: `http://${name}:${port}${path}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await handler.close();
    },
  };
}

function isServed({ url = "" }: IncomingMessage): boolean {
  return url === path || url.startsWith(`${path}?`);
}

function refuse(response: ServerResponse, { status, message }: { status: number; message: string }): void {
  const challenge = status === 401 ? { "www-authenticate": "Bearer" } : {};
  response.writeHead(status, { "content-type": "application/json", ...challenge });
  response.end(JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }));
}

function listen(server: Server, { host, port }: Address): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) =>
      reject(new UsageError(`The server cannot listen at ${host}:${port}: ${cause.code}.`, "Give another host:port.")),
    );
    server.listen(port, host, () => {
      const address = server.address();
      if (typeof address === "object" && address !== null) resolve(address);
    });
  });
}
