import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createHash, timingSafeEqual } from "node:crypto";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { UsageError } from "@reader/handlers/usage-error";
import type { Address } from "../arguments/parse-arguments.ts";
import type { Toolbox } from "../tools/toolbox.ts";
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

/** Why a request is refused. */
interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** The part of a request that the guard checks. */
type GuardedRequest = Pick<IncomingMessage, "headers" | "headersDistinct">;

/** Who may call the server. */
interface GuardOptions {
  readonly token?: string | undefined;
  /** Host names of this server besides those of this machine. IPv6 addresses without brackets. */
  readonly hosts: readonly string[];
}

/**
 * Returns a function that checks the headers of a request. A web page in the user's browser can reach the ports of this
 * machine. The `Origin` header identifies such a page, and the `Host` header one whose domain resolves to this machine.
 */
function createGuard({ token, hosts }: GuardOptions): (request: GuardedRequest) => Refusal | undefined {
  const names = new Set([...localNames, ...hosts.map((host) => nameIn(host.includes(":") ? `[${host}]` : host))]);
  const isKnown = (authority: string | undefined): boolean => {
    const name = authority === undefined ? undefined : nameIn(authority);
    return name !== undefined && names.has(name);
  };
  return ({ headers, headersDistinct: { host = [], origin } }) => {
    if (host.length !== 1 || !isKnown(host[0])) return { status: 403, message: "Invalid Host" };
    if (origin !== undefined && (origin.length !== 1 || !isKnown(authorityOf(origin[0])))) {
      return { status: 403, message: "Invalid Origin" };
    }
    return hasToken(headers.authorization, token) ? undefined : { status: 401, message: "A bearer token is required" };
  };
}

const localNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Returns the name in a `Host` header, which is a name or an address and an optional port (RFC 9110). Returns `undefined`
 * for anything else, such as `user@host`, which URL parsers accept. The port is not compared, because port forwarding
 * changes it.
 */
function nameIn(authority: string): string | undefined {
  const [, name, port] = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(?::(\d{1,5}))?$/.exec(authority.toLowerCase()) ?? [];
  if (name === undefined || (port !== undefined && !isPort(Number(port)))) return undefined;
  return name.startsWith("[") ? shortAddress(name) : name;
}

function isPort(port: number): boolean {
  return port >= 1 && port <= 65_535;
}

/** The shortest form of an IPv6 address, or `undefined` if it is not one. */
function shortAddress(name: string): string | undefined {
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : undefined;
}

/** The host and port of an `Origin`. */
function authorityOf(origin = ""): string | undefined {
  return /^https?:\/\/([^/?#]+)$/i.exec(origin)?.[1];
}

/** True if only this machine can reach the address. */
function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(host);
}

function hasToken(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return true;
  const [, given = ""] = /^Bearer +(.+)$/i.exec(authorization ?? "") ?? [];
  return timingSafeEqual(digest(given), digest(token));
}

/** Hashes have one length, so the comparison takes constant time. */
function digest(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
