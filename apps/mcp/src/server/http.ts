import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Address } from "../arguments/parse-arguments.ts";
import { UsageError } from "@reader/handlers/usage-error";
import type { Toolbox } from "../tools/toolbox.ts";
import { createGuard, isLoopback, type Refusal } from "./guard.ts";
import { serverFactory } from "./server.ts";

/** The address of the HTTP server and who may call it. */
export interface HttpOptions {
  readonly address: Address;
  readonly token?: string | undefined;
  readonly allowedHosts: readonly string[];
}

/** A listening server. */
export interface HttpServer {
  readonly url: string;
  /** Stops the server and its open requests. */
  close(): Promise<void>;
}

/** The only path that the server answers. */
const path = "/mcp";

/** Serves any number of clients over streamable HTTP. Resolves when the server listens; rejects with a `UsageError`. */
export async function serveHttp(openToolbox: () => Promise<Toolbox>, options: HttpOptions): Promise<HttpServer> {
  const { address, token, allowedHosts } = options;
  if (token === undefined && !isLoopback(address.host)) {
    throw new UsageError(
      `${address.host} is reachable from other machines, and there is no token.`,
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
  // Node.js does not pass CONNECT requests to the request listener; without this listener it drops the connection.
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

/** Additional headers by status. */
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

/** A server function in the style of the Fetch API. */
type Fetch = (request: Request) => Promise<Response>;

/** Passes a Node.js request to a Fetch API handler. The handler is aborted when the client disconnects. */
async function exchange(fetch: Fetch, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  try {
    const response = await fetch(toRequest(incoming, gone.signal));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    // Send headers at once, because a client waits for them during a long read.
    outgoing.flushHeaders();
    if (response.body === null) outgoing.end();
    else await pipeline(Readable.fromWeb(response.body), outgoing);
  } catch {
    if (!outgoing.headersSent) outgoing.writeHead(500);
    outgoing.end();
  }
}

function toRequest(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = "GET", url = "/", headers } = incoming;
  const fields = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value ?? "")]);
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(url, "http://localhost"), {
    method,
    headers: fields,
    signal,
    ...(hasBody ? { body: Readable.toWeb(incoming), duplex: "half" } : {}),
  });
}
