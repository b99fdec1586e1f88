import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Address } from "../arguments.ts";
import { createGuard, isLoopback, type Refusal } from "./guard.ts";
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
    const refusal = guard(request) ?? refusalOf(request);
    if (refusal === undefined) void exchange(handler.fetch, request, response);
    else refuse(response, refusal);
  });
  // Node gives these requests to nobody else, and would hang up without a word.
  server.on("connect", (_request, socket) => {
    socket.end(
      `HTTP/1.1 405 Method Not Allowed\r\nAllow: ${methods}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
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

/** The methods of streamable HTTP. */
const methods = "GET, POST, DELETE";

function refusalOf({ url = "", method = "" }: IncomingMessage): Refusal | undefined {
  if (url !== path && !url.startsWith(`${path}?`)) return { status: 404, message: "Not found" };
  return methods.split(", ").includes(method) ? undefined : { status: 405, message: "Method not allowed" };
}

/** The header that belongs to a status. */
const headersOf: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { "www-authenticate": "Bearer" },
  405: { allow: methods },
};

function refuse(response: ServerResponse, { status, message }: Refusal): void {
  response.writeHead(status, { "content-type": "application/json", ...headersOf[status] });
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
