import type { Duplex } from "node:stream";
import type { MiddlewareHandler } from "hono";

/**
 * Refuses requests that a page of somebody else's site makes: its origin gives it away, and where it has made its own
 * name point to this machine, the host does. `port` is that of this server.
 */
export function guardLocal(port: () => number): MiddlewareHandler {
  return async (context, next) => {
    const hosts = ["127.0.0.1", "localhost", "[::1]"].map((name) => `${name}:${port()}`);
    const host = context.req.header("host")?.toLowerCase();
    if (host === undefined || !hosts.includes(host)) return context.text("Not the name of this server.", 403);
    const origin = context.req.header("origin")?.toLowerCase();
    if (origin !== undefined && !hosts.some((each) => origin === `http://${each}`)) {
      return context.text("Not a page of this server.", 403);
    }
    if (methods.split(", ").includes(context.req.method)) return next();
    return context.text("No method of this server.", 405, { allow: methods });
  };
}

/** The methods that any request of the page has. */
const methods = "GET, HEAD, POST";

/** Refuses requests for a tunnel, which Node gives to nobody else and would leave without an answer. */
export function refuseTunnels(server: {
  on(event: "connect", listener: (request: unknown, socket: Duplex) => void): unknown;
}): void {
  const head = `HTTP/1.1 405 Method Not Allowed\r\nAllow: ${methods}\r\nConnection: close\r\nContent-Length: 0`;
  server.on("connect", (_, socket) => socket.end(`${head}\r\n\r\n`));
}
