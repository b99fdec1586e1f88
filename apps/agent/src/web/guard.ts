import type { Duplex } from "node:stream";
import type { MiddlewareHandler } from "hono";

/**
 * Refuses requests of other web sites. The `Origin` header identifies such a page, and the `Host` header one whose domain
 * resolves to this machine. `port` is that of this server.
 */
export function guardLocal(port: () => number): MiddlewareHandler {
  return async (context, next) => {
    const hosts = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port()}`);
    const host = context.req.header("host")?.toLowerCase();
    if (host === undefined || !hosts.includes(host))
      return context.text("This is not a host name of this server.", 403);
    const origin = context.req.header("origin")?.toLowerCase();
    if (origin !== undefined && !hosts.some((each) => origin === `http://${each}`)) {
      return context.text("This is not a page of this server.", 403);
    }
    if (methods.split(", ").includes(context.req.method)) return next();
    return context.text("This server does not support this method.", 405, { allow: methods });
  };
}

/** The methods of the page's requests. */
const methods = "GET, HEAD, POST";

/** Refuses CONNECT requests, which Node.js does not pass to the request listener. */
export function refuseTunnels(server: {
  on(event: "connect", listener: (request: unknown, socket: Duplex) => void): unknown;
}): void {
  const head = `HTTP/1.1 405 Method Not Allowed\r\nAllow: ${methods}\r\nConnection: close\r\nContent-Length: 0`;
  server.on("connect", (_, socket) => socket.end(`${head}\r\n\r\n`));
}
